/**
 * What a run says about Belanger et al.
 *
 * @module
 */

import { formatNumber, formatShare } from "../numbers/format.ts";
import type { RunData } from "../numbers/run_data.ts";
import { type Estimate, estimateMedian } from "../numbers/statistics.ts";
import { datasetFor, published, type PublishedResult } from "../published/published.ts";
import {
  type Measured,
  paperCell,
  shareCells,
  type Shown,
  speedCells,
  studyKey,
  tablesOf,
  totalMs,
} from "./cells.ts";
import { claims, VERDICT_RULE } from "./claims.ts";
import type { Judge, Paper, PaperCell } from "./contract.ts";
import { beamsAreExactFrom, faster } from "./judges.ts";
import { publishedRatios } from "./speeds.ts";
import { differenceVerdict, NEAR_ONE, PAPER_RULES, SPEED_FACTOR } from "./verdict.ts";

const PAPER = "belanger";
const DECODER = "column-generation";
/** One line for each norm, strength, epoch and decoder; a strength of 0 is no regularisation. */
const STUDY = "regularisation";
/** What Figure 1 is about. */
const TASK = "pos";
/** What Table 1 is about. */
const JOINT = "joint-pos-ner-360";
/** The decoder by Algorithm 1 alone: no pruning, and never handed over to dense Viterbi. */
const FULL_SEARCH = `${DECODER}{search=full,cap=0}`;
const FULL_SEARCH_REMARK =
  "The cap that hands over to dense Viterbi is off, so that the algorithm is the printed one.";
/** The paper: "an order of magnitude". */
const ORDER_OF_MAGNITUDE = 10;

/** The paper. */
const belanger: Paper = {
  name: PAPER,
  order: 300,
  rules: PAPER_RULES,
  claimsRule: VERDICT_RULE,
  tables: tablesOf(PAPER, [
    {
      place: "Table 1",
      title: "Joint part-of-speech and entity tagging",
      note: "Speed relative to dense Viterbi, which is 1, and share of the sentences whose path " +
        "is a best one. The paper calls its 12.4× “about 8 times”.",
      cells: speedAndShareCells,
    },
    {
      place: "Table 2",
      title: "Part-of-speech tagging",
      note: "Speed relative to dense Viterbi, which is 1, and share of the sentences whose path " +
        "is a best one.",
      cells: speedAndShareCells,
    },
    {
      place: "Figure 1",
      title: "Regularisation of the transitions and decoding time",
      note: `Time of ${DECODER} on ${TASK} without regularisation over its time at the strongest ` +
        "ℓ2 that costs no accuracy, less 1. The figure is printed without numbers; compared is " +
        "the gain of “about 5%” that §7 states, and that a trade-off with accuracy was not " +
        "observed (§6.2). The gain is the median over trainings with several seeds, with an interval " +
        "by their spread and the difference of two trainings without regularisation; one that holds " +
        "both 0 and what is published is not testable.",
      cells: (run) =>
        published({ paper: PAPER, metric: "regularisation_gain" })
          .map((result) => paperCell(result, SHOWN_GAIN, regularisation(run, result))),
    },
  ]),
  claims: claims({ cite: "Belanger et al." }, [
    {
      name: "column-generation-beats-viterbi",
      // Behind what Huang et al. claim of finding one path.
      order: 81,
      place: "Tables 1 and 2",
      statement: "Column generation is faster than Viterbi on part-of-speech tagging and with " +
        "hundreds of labels.",
      printed: () =>
        ["table2", "table1"]
          .map((table) => publishedRatios({ paper: PAPER, table, fast: DECODER, slow: "viterbi" }))
          .join(", "),
      judge: faster({ fast: DECODER, slow: "viterbi", table: { paper: PAPER, table: "table2" } }),
    },
    {
      name: "column-generation-as-beam-2",
      order: 82,
      place: "abstract, §6.1, Table 2",
      statement: "Column generation is as fast as a beam of 2 on part-of-speech tagging.",
      judge: asFastAsBeam(2, TASK, "table2"),
    },
    {
      name: "column-generation-as-beam-20",
      order: 82.3,
      place: "§6.1, Table 1",
      statement: "Column generation is as fast as a beam of 20 on joint tagging.",
      judge: asFastAsBeam(20, JOINT, "table1"),
    },
    {
      name: "beam-4-needed",
      order: 82.5,
      place: "§6.1, Table 2",
      statement: "It takes a beam of 4 to find all best paths of part-of-speech tagging.",
      printed: "97.3%, 99.8%, 99.9% and 100% at 1, 2, 3 and 4",
      judge: beamsAreExactFrom({
        about: TASK,
        tooNarrow: [1, 2, 3],
        enough: 4,
        printedShare: (width) => printedShare(TASK, width),
      }),
    },
    {
      name: "beam-50-not-enough",
      order: 82.6,
      place: "§6.1",
      statement: "Even a beam of 50 does not find all best paths of joint tagging.",
      printed: "no figure: not enough, in words",
      judge: beamsAreExactFrom({
        about: JOINT,
        tooNarrow: [50],
        printedShare: (width) => printedShare(JOINT, width),
      }),
    },
    {
      name: "full-search-slower",
      order: 83,
      place: "§4",
      statement: "Column generation with the full search (Algorithm 1) is slower than Viterbi.",
      printed: "no figure: slower than Viterbi, in words",
      judge: faster({ fast: "viterbi", slow: FULL_SEARCH }),
      remark: FULL_SEARCH_REMARK,
    },
    {
      name: "pruning-by-an-order-of-magnitude",
      order: 83.5,
      place: "§4",
      statement: "Pruning the search makes column generation faster by an order of magnitude.",
      printed: "no figure: by an order of magnitude, in words",
      judge: faster({
        fast: DECODER,
        slow: FULL_SEARCH,
        above: ORDER_OF_MAGNITUDE / SPEED_FACTOR,
      }),
      remark: `An order of magnitude is ${ORDER_OF_MAGNITUDE}×; half of it would still be within ` +
        `factor in a table. ${FULL_SEARCH_REMARK}`,
    },
  ]),
};

export default belanger;

/** Judges whether the decoder is as fast as a beam on the task of a table. */
function asFastAsBeam(width: number, about: string, table: string): Judge {
  return faster({
    fast: DECODER,
    slow: `beam{width=${width}}`,
    about,
    within: { words: `a factor of ${NEAR_ONE}`, value: () => NEAR_ONE },
    table: { paper: PAPER, table, slow: `beam-${width}` },
    detail: (_, beam) => `(beam ${formatShare(beam.exact_share!)} exact)`,
  });
}

/** Two cells for each decoder of a table, which is about one task. */
function speedAndShareCells(run: RunData, results: readonly PublishedResult[]): PaperCell[] {
  return [
    ...speedCells(run, results).map((cell) => ({ ...cell, column: "× Viterbi" })),
    ...shareCells(run, results).map((cell) => ({ ...cell, column: "% exact" })),
  ];
}

const SHOWN_GAIN: Shown = {
  column: "gain of the strongest ℓ2 that costs no accuracy",
  compared: "value",
  command: `deno task study ${STUDY} --data DIR --dataset ${datasetFor(TASK)}`,
};

/** Our gain of regularisation at the strongest that costs no accuracy. */
function regularisation(run: RunData, { value }: PublishedResult): Measured | string {
  const found = regularisationGain(run);
  const key = (norm: string, of: string): string =>
    studyKey(STUDY, datasetFor(TASK), DECODER, norm, of);
  if (found === undefined) return `not measured in this run: ${key("l2", "…")}`;
  if (found === "none") {
    const reason = "every ℓ2 that was tried costs accuracy, by more than the seeds differ by";
    return { ours: undefined, verdict: "differs", reason, rows: [key("l2", "0")] };
  }
  const { gain, strength } = found;
  return {
    ours: gain.median,
    verdict: differenceVerdict(Number(value), gain),
    reason: `strength ${strength}; from ${formatNumber(gain.low!)}% to ${
      formatNumber(gain.high!)
    }% by what trainings with other seeds, and two without regularisation, differ by`,
    rows: [key("l1", "0"), key("l2", "0"), key("l2", strength)],
  };
}

/**
 * The gain over no regularisation in percent at the strongest ℓ2 whose accuracy is no lower that
 * the seeds can show (the interval of the difference holds 0 or lies above): the median over the
 * seeds with a bootstrap interval over them, wider by the factor that two trainings without
 * regularisation differ in time, one for each norm. The strength is chosen by accuracy and not by
 * time, so that there may be no gain; "none" if every ℓ2 costs accuracy.
 */
function regularisationGain(
  run: RunData,
): { gain: Estimate; strength: string } | "none" | undefined {
  const lines = (run.studies.get(STUDY) ?? []).filter((line) =>
    line["dataset"] === datasetFor(TASK) && line["decoder"] === DECODER
  );
  /** Milliseconds and right tokens by seed. */
  const trainings = [...Map.groupBy(lines, (line) => `${line["norm"]} ${line["strength"]}`)]
    .map(([name, own]) => {
      const [norm, strength] = name.split(" ") as [string, string];
      const seeds = new Map(
        [...Map.groupBy(own, (line) => line["seed"])].flatMap(([seed, of]) => {
          const ms = totalMs(of, ["elapsed_ms"]);
          const right = Number(of[0]!["right_tokens"]);
          return ms === undefined ? [] : [[seed, { right, ms: ms / of.length }] as const];
        }),
      );
      return { norm, strength, seeds };
    });
  const zeros = trainings.filter(({ strength }) => Number(strength) === 0);
  const plain = zeros.find(({ norm }) => norm === "l2");
  const other = zeros.find(({ norm }) => norm === "l1");
  if (plain === undefined || other === undefined || plain.seeds.size === 0) return undefined;
  const isWhole = ({ seeds }: typeof plain) =>
    seeds.size === plain.seeds.size && plain.seeds.keys().every((seed) => seeds.has(seed));
  const strengths = trainings
    .filter(({ norm, strength }) => norm === "l2" && Number(strength) > 0)
    .sort((a, b) => Number(b.strength) - Number(a.strength));
  if (strengths.length === 0 || ![other, ...strengths].every(isWhole)) return undefined;
  const strongest = strengths.find(({ seeds }) => {
    const more = [...seeds].map(([seed, { right }]) => [right - plain.seeds.get(seed)!.right]);
    const { median, high = median } = estimateMedian(more);
    return high >= 0;
  });
  if (strongest === undefined) return "none";
  const ratioTo = ({ seeds }: typeof plain): Estimate =>
    estimateMedian([...plain.seeds].map(([seed, { ms }]) => [ms / seeds.get(seed)!.ms]));
  const control = ratioTo(other).median;
  const noise = Math.max(control, 1 / control);
  const { median, low = median, high = median } = ratioTo(strongest);
  const percent = (factor: number): number => 100 * (factor - 1);
  return {
    gain: { median: percent(median), low: percent(low / noise), high: percent(high * noise) },
    strength: strongest.strength,
  };
}

/** The share of exact answers in percent of the widest printed beam of a task that is no wider. */
function printedShare(dataset: string, width: number): number {
  const beams = published({ paper: PAPER, metric: "exact", dataset })
    .filter(({ algorithm }) => algorithm.startsWith("beam-"))
    .map(({ algorithm, value }) => ({ width: Number(algorithm.slice(5)), share: Number(value) }))
    .filter((beam) => beam.width <= width);
  return beams.toSorted((a, b) => a.width - b.width).at(-1)!.share;
}
