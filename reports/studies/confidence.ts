/**
 * The study of confidence: how far to trust what a tagger says of its own labels.
 *
 * @module
 */

import type { Dataset } from "../../datasets/dataset.ts";
import { listRealDatasets } from "../../harness/problems/sequence/discover.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { type Cell, type Column, intervalCell, tableOf } from "../columns.ts";
import { numberIn } from "../numbers/study_rows.ts";
import {
  formatCount,
  formatNumber,
  formatPoints,
  formatRatio,
  formatShare,
  significant,
} from "../numbers/format.ts";
import { dots, hues, intervals, linear, lines, log, mark, nominal } from "../picture.ts";
import { total } from "../numbers/statistics.ts";
import { COLUMNS, type ConfidenceLine as Line, judge, SCORES } from "./_confidence_measured.ts";
import { perDataset } from "./_corpora.ts";
import { chartOf, counts, groupsOf, study, texts, titleOf } from "./contract.ts";

/** Sentences of a dataset, and of one with many labels. */
const SENTENCES = 400;
const FEW = 48;
const MANY_LABELS = 1000;
/** With fewer, a half may have nothing that is wrong. */
const LEAST = 20;

/** Endings of packs by learner, the longest first; a perceptron's pack has none. */
const ENDINGS = { "BiLSTM-CRF": "_bilstm_crf", "CRF": "_crf" } as const;
/** A learner whose scores are no log-probabilities. */
const PLAIN = "perceptron";
/** The same with its scores divided by a temperature. */
const SCALED = "perceptron, by temperature";
const LOOKS = {
  "CRF": { color: "#0077bb", shape: "circle" },
  "BiLSTM-CRF": { color: "#009988", shape: "square" },
  [SCALED]: { color: "#ee7733", shape: "diamond" },
  [PLAIN]: { color: "#cc3311", shape: "triangle-right" },
};
/** Of the best paths: their probability, and how often the right one is among them. */
const [MASS, FOUND] = ["mass", "right among the best"] as const;
const DASH = [4, 3];

export default study({
  name: "confidence",
  meaning: "marginals, margins, entropy and k best paths: do they show what is right?",
  title: "Confidence",
  order: 70,
  introduction: [
    "Which labels are likely to be wrong, and how likely? A chain CRF says so itself: its scores " +
    "are log-probabilities, and the marginal of a label should be the share of such labels that are " +
    "right. A perceptron's scores only rank paths. Divided by a temperature τ they can be read as " +
    "log-probabilities too; τ is the one with the least negative log-likelihood.",
    "The packs hold test sentences alone, so temperatures are cross-fitted: each half of the " +
    "sentences is judged with the τ that fits the other, so that no sentence has a part in its " +
    "own. A sentence with a label that training never saw has no likelihood and is not fitted on; " +
    "its token with that label counts as wrong.",
    "A token's confidence is the marginal of the label that the best path gives it. Calibration " +
    "errors are of 15 bins of as many tokens each: |mean confidence − share right| of each bin, in " +
    "the mean over bins. Rank quality (the area under the ROC curve of errors) is the probability " +
    "that a right token has more confidence than a wrong one; it needs no probabilities, so " +
    "margins and entropies have one as well. Intervals hold 95% of the bootstrap's resamples of " +
    "whole sentences; temperatures are not fitted again. Those of calibration errors lean upwards, " +
    "for chance makes gaps. There are no times: the numbers are the same on every machine.",
  ],
  columns: COLUMNS,

  async *cells(settings) {
    // A factorial task has labels that are pairs, from two taggers.
    const chains = (await listRealDatasets()).filter((name) => !name.includes("factorial"));
    const { sentences } = settings;
    const size = ({ name, model, gold, lengths }: Dataset) => {
      if (gold === undefined) throw new UsageError(`Cannot judge ${name}: it has no right labels`);
      const most = model.labelCount < MANY_LABELS ? SENTENCES : FEW;
      const count = Math.min(lengths.length, sentences ?? most);
      if (count >= LEAST) return count;
      throw new UsageError(`Cannot judge ${name} by ${count} sentences: ${LEAST} at least`);
    };
    yield* perDataset(settings, chains, SENTENCES, size, judge);
  },

  summarise: (lines) => lines,

  tables: (lines) => {
    const datasets = groupsOf(lines, "dataset").map((own) => ({ ...own[0], own }));
    const table = (columns: readonly Column<Judged>[]) =>
      tableOf([...texts("dataset"), ...counts("labels", "sentences"), ...columns], datasets);
    const paths = lines.filter((line) => line.quantity === MASS && line.scores === SCORES[0]);
    return [{
      name: "confidence-calibration",
      title: "Calibration",
      note:
        "The temperatures that both halves are judged with; negative log-likelihood in nats a " +
        "token, the mean of the halves, and expected calibration error of marginals, without and " +
        "with them.",
      content: table([
        {
          name: "τ",
          of: ({ own }) => temperatures(linesOf(own, "temperature", "by temperature")),
          align: "right",
        },
        ...SCORES.map((scores) => ({
          name: titled("loss", scores),
          of: ({ own }: Judged) => meanLoss(linesOf(own, "loss", scores)),
          as: formatNumber,
        })),
        ...both("error", "calibration error", "marginals", formatShare, true),
      ]),
    }, {
      name: "confidence-rank",
      title: "Which confidence finds errors",
      note:
        "Rank quality by what confidence is: ½ if it says nothing, 1 if each error has less than " +
        "all that is right. Entropies are those of a position's marginals; margins are the same " +
        "with τ, but for their unit.",
      content: table(
        Object.entries({ marginals: "marginal", certainties: "entropy", margins: "margin" })
          .flatMap(([kind, title]) => both(title, "rank quality", kind, formatRatio, true))
          .filter(({ name }) => name !== "margin, with τ"),
      ),
    }, {
      name: "confidence-mass",
      title: "Mass of the k best paths",
      note:
        "The probability of the k best paths together, mean over sentences, without and with τ, " +
        "and the share of sentences whose right path is among them.",
      content: table([...new Set(paths.map(({ condition }) => condition))].flatMap((k) => [
        ...both(`k = ${k}`, MASS, k, formatShare),
        both(`right in ${k}`, FOUND, k, formatShare)[0],
      ])),
    }, {
      name: "confidence-posterior",
      title: "Posterior against Viterbi decoding",
      note:
        "Shares of tokens and of whole sentences that Viterbi decoding gets right, and by how many " +
        "percentage points posterior decoding gets more, paired over sentences.",
      content: table((["tokens", "sentences"] as const).flatMap((unit) => [
        both(unit, `${unit} right`, "best path", formatShare)[0],
        ...both(`${unit}, gain`, `${unit} right`, "posterior − best path", formatGain, true),
      ])),
    }];
  },

  charts: (all) => {
    const bins = pointsOf(all, "bin", "at");
    const deciles = pointsOf(all, "wrong by entropy");
    const paths = [MASS, FOUND].flatMap((quantity) => pointsOf(all, quantity));
    const ticksOf = (points: typeof bins) => [...new Set(points.map(({ level }) => level))];
    const whole = { domain: [0, 1], format: "~p" };
    return [{
      name: "confidence-reliability",
      title: "Reliability of marginals",
      subtitle: "dashed: as often right as was said",
      description:
        "Share of tokens whose best-path label is right by the mean of its marginal, in 15 bins of " +
        "as many tokens each; a panel for each task. A perceptron's scores are shown as they are " +
        "and divided by a temperature.",
      rows: bins,
      x: linear("level", "marginal", whole),
      y: linear("value", "share right", whole),
      tooltip: { level: "marginal", text: "share right" },
      below: [
        mark("line", { color: { value: "#7d7d7d" } }, {
          mark: { strokeDash: DASH, strokeWidth: 1 },
          rows: [{ level: 0, value: 0 }, { level: 1, value: 1 }],
        }),
      ],
    }, {
      name: "confidence-entropy",
      title: "Errors by entropy",
      subtitle: "tenths of the sentences, the least entropy a token first",
      description:
        "Share of wrong tokens by the decile of the sentence's entropy a token; a panel for each " +
        "task. A perceptron's scores are divided by a temperature.",
      rows: deciles,
      x: linear("level", "decile of entropy", {
        ticks: ticksOf(deciles),
        domain: [1, 10],
        padding: 8,
        format: "d",
        scale: { nice: false },
      }),
      y: linear("value", "tokens wrong", { format: "~p" }),
      tooltip: { level: "decile of entropy", text: "tokens wrong" },
    }, {
      name: "confidence-mass",
      title: "Mass of the k best paths",
      subtitle: "solid: their probability; dashed: sentences whose right path is among them",
      description:
        "The probability of the k best paths together, the mean over sentences, and the share of " +
        "sentences whose right path is one of them, with 95% intervals; a panel for each task. " +
        "Where paths are as probable as was said, the lines agree. A perceptron's scores are " +
        "divided by a temperature.",
      rows: paths,
      x: log("level", "k", { ticks: ticksOf(paths), padding: 8, format: "d" }),
      y: linear("value", "probability, share of sentences", whole),
      tooltip: { what: "what", level: "k", text: "probability, share of sentences" },
      below: [intervals("y", ["low", "high"], { mark: { strokeWidth: 1, opacity: 0.6 } })],
      // A learner has two lines.
      dash: {
        strokeDash: nominal("what", {
          scale: { domain: [MASS, FOUND], range: [[1, 0], DASH] },
          legend: null,
        }),
      },
    }].map(({ x, y, tooltip, below = [], dash, ...heading }) => {
      const learners = new Set(heading.rows.map(({ learner }) => learner));
      const looks = Object.entries(LOOKS).filter(([learner]) => learners.has(learner));
      const legend = { title: null, orient: "bottom", labelLimit: 0 };
      return chartOf(heading, {
        by: "task",
        order: [],
        columns: 2,
        view: {
          width: 330,
          height: 220,
          x,
          y,
          looks: { ...hues("learner", Object.fromEntries(looks), legend), ...dash },
          layers: [
            ...below,
            lines({ mark: { strokeWidth: 1.5 } }),
            dots(
              { task: "task", learner: "learner", ...tooltip, count: "counted" },
              { mark: { size: 30 } },
            ),
          ],
        },
      });
    });
  },
});

type Lines = readonly Line[];
/** A line of a dataset, with all of its lines. */
type Judged = Line & { readonly own: Lines };
type Scores = Line["scores"];

/** The lines of a quantity, with scores in one unit. */
function linesOf(lines: Lines, quantity: string, scores: Scores): Lines {
  return lines.filter((line) => line.quantity === quantity && line.scores === scores);
}

function titled(title: string, scores: Scores): string {
  return scores === "as they are" ? title : `${title}, with τ`;
}

/** A column of what was found with scores as they are, and one by temperature. */
function both(
  title: string,
  quantity: Line["quantity"],
  condition: string,
  as: (value: number) => string,
  hasInterval = false,
): [Column<Judged>, Column<Judged>] {
  const columnOf = (scores: Scores): Column<Judged> => ({
    name: titled(title, scores),
    of: ({ own }) => {
      const found = linesOf(own, quantity, scores).find((line) => line.condition === condition);
      if (found === undefined) return "";
      return hasInterval ? intervalCell(found, as) : found.value;
    },
    as,
  });
  return [columnOf("as they are"), columnOf("by temperature")];
}

/** The fitted temperatures of both halves, "4.35, 4.26", by the first half. */
function temperatures(halves: Lines): Cell | "" {
  if (halves.length === 0) return "";
  const values = halves.map(({ value }) => value);
  return { text: values.map(formatNumber).join(", "), value: values[0]! };
}

/** The mean of both halves together, weighted by their tokens. */
function meanLoss(halves: Lines): number | "" {
  if (halves.length === 0) return "";
  return total(halves, ({ value, count }) => value * count) / total(halves, ({ count }) => count);
}

/** Percentage points with a sign, nothing as "0". */
function formatGain(value: number): string {
  return formatPoints(value).replace(/^0\.00$/, "0");
}

/** Who learned a pack, and the name of the task. */
function learnerOf({ dataset }: Line): readonly [learner: string, task: string] {
  for (const [learner, ending] of Object.entries(ENDINGS)) {
    if (dataset.endsWith(ending)) return [learner, dataset.slice(0, -ending.length)];
  }
  return [PLAIN, dataset];
}

/**
 * Points of CRFs as they are, and of perceptrons by temperature; bins, which show how sure the
 * latter are, as they are, too.
 *
 * @param place the field with the place on the axis
 */
function pointsOf(lines: Lines, quantity: Line["quantity"], place: keyof Line = "condition") {
  return SCORES.flatMap((scores) => linesOf(lines, quantity, scores)).flatMap((line) => {
    const [learner, task] = learnerOf(line);
    const isScaled = line.scores === "by temperature";
    if (learner === PLAIN ? !isScaled && quantity !== "bin" : isScaled) return [];
    const { value, low, high } = line;
    return [{
      task: titleOf(task, line.labels),
      learner: isScaled ? SCALED : learner,
      what: quantity,
      level: significant(numberIn(line, place)),
      value: significant(value),
      ...(low === "" || high === "" ? {} : { low: significant(low), high: significant(high) }),
      text: formatShare(significant(value)),
      count: formatCount(line.count),
    }];
  });
}
