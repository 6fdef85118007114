/**
 * The study of labels that are known in part: what labels of a share of the tokens are worth to a
 * CRF.
 *
 * @module
 */

import type { Sentence } from "../../datasets/corpora/corpus.ts";
import { Random } from "../../datasets/random.ts";
import { type LineOf, number, optional, text, word } from "../../harness/store/table.ts";
import { intervalCell, tableOf } from "../columns.ts";
import { numberIn } from "../numbers/study_rows.ts";
import { formatCount, formatShare, significant } from "../numbers/format.ts";
import { dots, hues, intervals, linear, lines } from "../picture.ts";
import { encode, readStudyCorpus, type StudyCorpus, testRight, trainedCrf } from "./_corpora.ts";
import { shareOfTokens, total } from "./_resampled.ts";
import { blank, chartOf, study } from "./contract.ts";

/** Shares of the tokens whose label is removed. */
const SHARES = [0, 0.25, 0.5, 0.75, 0.9];
/** Training sentences: about three minutes. */
const SENTENCES = 3000;
const EPOCHS = 100;
/** Not chosen here: CRFsuite's default. */
const L2 = 1;
/** No label of a corpus: columns are not empty. */
const UNKNOWN = "";

/** What is trained on; where no label is removed all three are the same. */
const WAYS = ["partial", "complete", "fewer"] as const;
/** In the order of the page, with their looks. */
const LOOKS = {
  partial: { name: "all sentences, labels in part", color: "#0077bb", shape: "circle" },
  fewer: { name: "fewer sentences, as many labels", color: "#ee7733", shape: "diamond" },
  complete: { name: "sentences left with all labels", color: "#cc3311", shape: "square" },
};

/** Accuracy of a training; nothing for it if there was no sentence left. */
const COLUMNS = {
  dataset: text,
  corpus: text,
  labels: number,
  /** Share of the tokens without their label. */
  removed: number,
  way: word(...WAYS),
  sentences: number,
  tokens: number,
  /** Those with a label. */
  known: number,
  epochs: number,
  test_tokens: number,
  accuracy: optional(number),
  low: optional(number),
  high: optional(number),
};
type Line = LineOf<typeof COLUMNS>;

export default study({
  name: "partial_labels",
  meaning: "a CRF trained on tokens of which a share has no label: accuracy by share",
  title: "Labels known in part",
  order: 90,
  introduction: [
    "A CRF needs no label at every token. Its loss for a sentence that is labelled in part is log Z " +
    "less the log-partition of the paths that have the known labels, and the gradient holds the " +
    "expected counts of those paths where that of full labels counts the right one. Here labels of a " +
    "share of the training tokens are removed, drawn one by one, and accuracy is measured on the " +
    "whole test part.",
    "Beside it stand two ways without that loss. Who drops each sentence that lacks a label keeps " +
    "only the shortest ones. Who could choose would label fewer sentences and those whole: the first " +
    "ones, with as many labels as are left in the other case. L-BFGS with ℓ2 = 1, which nobody chose " +
    "for any of the three. Features and label pairs have a weight only where known labels show them, " +
    "and a pair shows only where two neighbours are known: with a few scattered labels most " +
    "transitions have none. Intervals are percentiles of a bootstrap over the test sentences; they " +
    "do not hold what another draw of the removed labels would change.",
  ],
  columns: COLUMNS,

  async *cells(settings) {
    const { seed, epochs = EPOCHS, sentences = SENTENCES } = settings;
    for (const name of settings.datasets ?? ["ewt_pos45"]) {
      const corpus = await readStudyCorpus(settings, name, sentences);
      for (const removed of SHARES) {
        const labelled = removeLabels(corpus.training, removed, seed);
        for (const way of removed === 0 ? WAYS.slice(0, 1) : WAYS) {
          const training = labelled[way];
          yield {
            identity: [corpus.hash, corpus.training.length, removed, way, epochs, seed],
            title: `${name}: ${removed} of the labels removed, ${way}`,
            run: async () => [{
              ...blank(COLUMNS),
              dataset: name,
              corpus: corpus.hash,
              labels: corpus.labels.length,
              removed,
              way,
              sentences: training.length,
              tokens: total(training, ({ forms }) => forms.length),
              known: knownOf(training, corpus),
              ...await learn({ ...corpus, training }, epochs, seed),
            }],
          };
        }
      }
    }
  },

  summarise: (lines) => lines,

  tables: (lines) => [{
    name: "partial-labels",
    title: "Accuracy by share of the labels removed",
    note:
      "Training sentences and labels left in them; share of the test tokens that are right, with " +
      "the 95% interval; in the other ways with the number of training sentences in parentheses.",
    content: tableOf(
      [
        { name: "dataset", of: (own) => partial(own).dataset },
        { name: "removed", of: (own) => partial(own).removed, as: formatShare },
        { name: "sentences", of: (own) => partial(own).sentences, as: formatCount },
        { name: "labels left", of: (own) => partial(own).known, as: formatCount },
        ...Object.entries(LOOKS).map(([way, { name }]) => ({
          name,
          of: (own: readonly Line[]) => {
            const [line] = ofWay(own, way);
            if (line === undefined) return { text: "no sentence left", tone: "muted" as const };
            const cell = accuracyOf(line);
            const sentences = ` (${formatCount(line.sentences)})`;
            return way === "partial" ? cell : { ...cell, text: cell.text + sentences };
          },
          align: "right" as const,
        })),
      ],
      [...Map.groupBy(lines, ({ dataset, removed }) => `${removed} ${dataset}`).values()],
    ),
  }],

  charts: (all) => {
    const rows = Object.entries(LOOKS).flatMap(([way, { name }]) =>
      ofWay(all, way).map((line) => ({
        dataset: line.dataset,
        way: name,
        removed: line.removed,
        accuracy: significant(numberIn(line, "accuracy")),
        low: significant(numberIn(line, "low")),
        high: significant(numberIn(line, "high")),
        text: accuracyOf(line).text,
        counted: `${formatCount(line.known)} labels, ${formatCount(line.sentences)} sentences`,
      }))
    );
    return [chartOf({
      name: "partial-labels",
      title: "Accuracy with labels known in part",
      subtitle: "a CRF with features; test part",
      description:
        "Share of the test tokens that are right, by the share of the training tokens whose " +
        "label is removed, a line for each way to train on the rest. Bars are 95% intervals.",
      rows,
    }, {
      by: "dataset",
      columns: 2,
      view: {
        width: 620,
        height: 260,
        x: linear("removed", "share of the training tokens without a label", {
          ticks: [...new Set(rows.map(({ removed }) => removed))],
          format: ".0%",
        }),
        y: linear("accuracy", "test tokens right", { domain: [0, 1], format: ".0%" }),
        looks: hues(
          "way",
          Object.fromEntries(Object.values(LOOKS).map(({ name, ...look }) => [name, look])),
          { title: null, orient: "bottom", columns: 1, labelLimit: 300 },
        ),
        layers: [
          lines(),
          intervals("y", ["low", "high"]),
          dots({
            way: "trained on",
            removed: ["removed", ".0%"],
            text: "right",
            counted: "of",
          }),
        ],
      },
    })];
  },
});

/** The training on all sentences among those with the same labels removed. */
function partial(own: readonly Line[]): Line {
  return own.find(({ way }) => way === "partial") ?? own[0]!;
}

/** Lines as they count for a way: where no label is removed all ways are the same. */
function ofWay(lines: readonly Line[], way: string): Line[] {
  return lines.filter((own) => (own.way === way || own.removed === 0) && own.sentences > 0);
}

/** The accuracy as text, "81.2% [80.5%, 82.0%]". */
function accuracyOf(line: Line) {
  return intervalCell({ ...line, value: numberIn(line, "accuracy") }, formatShare);
}

function knownOf(training: readonly Sentence[], { labels }: StudyCorpus): number {
  const all = new Set(labels);
  return total(training, (own) => own.labels.filter((one) => all.has(one)).length);
}

/** Trains, and counts what is right of the test part; nothing if there is no training sentence. */
async function learn(corpus: StudyCorpus, epochs: number, seed: number) {
  if (corpus.training.length === 0) return { epochs: 0, test_tokens: 0 };
  const { testing, ...parts } = encode(corpus);
  const { model, passes } = await trainedCrf(parts, { l2: L2, epochs, seed, isPartial: true });
  const right = testRight(model, testing);
  const { value: accuracy, low, high } = shareOfTokens(right, testing.lengths, seed);
  return { epochs: passes, test_tokens: testing.labels.length, accuracy, low, high };
}

/**
 * Removes the labels of a share of the tokens, drawn one by one. With the same seed a larger share
 * removes what a smaller one does, and more.
 *
 * @returns all sentences with the labels that are left (`partial`), those sentences that still have
 * all (`complete`), and the first sentences with as many labels as are left (`fewer`)
 */
export function removeLabels(
  sentences: readonly Sentence[],
  share: number,
  seed: number,
): Readonly<Record<typeof WAYS[number], readonly Sentence[]>> & { readonly known: number } {
  const random = new Random(seed);
  const partial = sentences.map((sentence) => ({
    ...sentence,
    labels: sentence.labels.map((label) => random.uniform() < share ? UNKNOWN : label),
  }));
  const labelsOf = ({ labels }: Sentence) => labels.filter((label) => label !== UNKNOWN).length;
  const known = total(partial, labelsOf);
  let labels = 0;
  return {
    partial,
    complete: partial.filter((sentence) => labelsOf(sentence) === sentence.labels.length),
    fewer: sentences.filter((sentence) => (labels += sentence.labels.length) <= known),
    known,
  };
}
