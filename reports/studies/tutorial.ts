/**
 * The study of the tutorial: the claims of a tutorial on the BiLSTM-CRF, put to lattices.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { findDecoders } from "../../harness/decoders/discover.ts";
import type { LineOf } from "../../harness/store/table.ts";
import { tableOf } from "../columns.ts";
import { formatCount, formatNumber } from "../numbers/format.ts";
import { median } from "../numbers/statistics.ts";
import { decoderSources, encode, exactVariants, opened, readStudyCorpus } from "./_corpora.ts";
import * as batches from "./_tutorial_batches.ts";
import { COLUMNS, type Measured, type Subject } from "./_tutorial_measure.ts";
import * as paths from "./_tutorial_paths.ts";
import * as sums from "./_tutorial_sums.ts";
import * as trainings from "./_tutorial_training.ts";
import { groupsOf, type SettingsOf, study, type StudyParts, texts } from "./contract.ts";

/** Sentences of a dataset, over the quantiles of length. */
const SENTENCES = 24;
/** Few labels with long sentences, many with short ones: others take minutes. */
const DATASETS = ["ewt_pos45_crf", "hwu_slot_scenario323_crf"];
/** Task and training sentences where something is trained. */
const CORPUS = "ewt_pos45";
const TRAINED = 2000;
/** What is no dataset. */
const MADE_UP = "made up";

type Found = Measured[] | Promise<Measured[]>;

/** What is measured on each dataset, by the name of the claim. */
const MEASURES: Readonly<Record<string, (subject: Subject, decoders: Decoder[]) => Found>> = {
  scan: sums.measureScan,
  batching: trainings.measureBatching,
  stability: sums.measureStability,
  recursion: sums.measureRecursion,
  forbidding: batches.measureForbidding,
  masks: batches.measureMasks,
  "no-exp-log": paths.measureDropping,
  "path-score": paths.measurePathScore,
  gradients: sums.measureGradients,
  sorting: batches.measureOrder,
  root: batches.measureRoot,
  viterbi: paths.measureViterbi,
};

/** What is measured on models of its own. */
const MADE: Readonly<Record<string, (seed: number) => Found>> = {
  stability: sums.measureEmptyRow,
  "printed-loss": batches.measurePrintedLoss,
  root: batches.measureRootTies,
};

type Line = LineOf<typeof COLUMNS>;

/** Counts, and the times of batches; each line says which claim it is for. */
export default study({
  name: "tutorial",
  meaning: "the claims of a tutorial on the BiLSTM-CRF, each judged on its page",
  title: "What the tutorial's claims are judged by",
  order: 75,
  introduction: [
    "The numbers behind the claims of a tutorial that builds a BiLSTM-CRF; the page of the paper, " +
    "`papers/tutorial.md`, has the claims, their rules and verdicts. What the tutorial prints " +
    "(its logsumexp, forward pass, decoding of a batch and loss) was written again from its " +
    "formulas, in float64 where it has float32, and put to lattices of CRFs.",
    "All but times are counts, and the same on every machine. Times take turns in a random order; " +
    "the control is B = 1 once more.",
  ],
  reads: ["data", "format", "decoders"],
  columns: COLUMNS,

  async *cells(settings) {
    const { seed } = settings;
    for (const [claim, measure] of Object.entries(MADE)) {
      yield partOf(claim, MADE_UP, "", seed, () => measure(seed));
    }
    yield* datasetCells(settings);
    yield* corpusCells(settings);
  },

  summarise: (lines) => groupsOf(lines, "claim"),

  /** A line for each quantity, dataset and condition: the median over the rounds. */
  tables: (claims) =>
    claims.map((lines) => ({
      name: `tutorial-${lines[0].claim}`,
      title: lines[0].claim,
      note: "Medians over rounds, where there are several.",
      content: tableOf(
        [
          ...texts("quantity", "dataset", "condition"),
          { name: "sentences", of: ({ sentences }) => String(sentences), align: "right" },
          { name: "rounds", of: ({ rounds }) => String(rounds.length), align: "right" },
          {
            name: "value",
            of: ({ rounds }) => median(rounds.map(({ value }) => value)),
            as: (value) => Number.isInteger(value) ? formatCount(value) : formatNumber(value),
          },
          ...texts("unit"),
        ],
        groupsOf(lines, "quantity", "dataset", "condition")
          .map((rounds) => ({ ...rounds[0], rounds })),
      ),
    })),
});

async function* datasetCells(settings: SettingsOf<"decoders">): StudyParts<Line> {
  const { seed, sentences = SENTENCES } = settings;
  const exact = (await findDecoders()).filter(({ value }) => value.exact);
  const variants = await exactVariants(settings.decoders ?? exact.map(({ value }) => value.name));
  const loaded = variants.map(({ decoder }) => decoder);
  const decoders = await decoderSources(variants);
  const found = opened(settings.datasets ?? DATASETS, sentences, seed);
  for await (const { name, dataset, taken } of found) {
    const identity = [dataset.hash, sentences, seed];
    for (const [claim, measure] of Object.entries(MEASURES)) {
      const own = claim === "viterbi" ? [identity, decoders] : identity;
      yield partOf(claim, name, dataset.model.labelCount, own, async () => {
        const { model, lattices, gold } = await taken(sentences);
        return await measure({ model, lattices, gold, seed }, loaded);
      });
    }
  }
}

/** Only with a corpus: without one a claim lacks these lines. The last one needs a library, too. */
async function* corpusCells(settings: SettingsOf<"data" | "format">): StudyParts<Line> {
  if (settings.data === undefined) {
    console.error("note: without --data DIR pairs of tags and whole training steps are not judged");
    return;
  }
  const { seed, sentences = TRAINED } = settings;
  const corpus = await readStudyCorpus(settings, CORPUS, sentences);
  const { labels, training } = corpus;
  const identity = [corpus.hash, training.length, seed];
  const measures = {
    pairs: () => trainings.measurePairs(encode(corpus), seed),
    batching: () => trainings.measureWholeSteps(training, labels, seed),
  };
  for (const [claim, measure] of Object.entries(measures)) {
    yield partOf(claim, CORPUS, labels.length, identity, measure);
  }
}

function partOf(
  claim: string,
  dataset: string,
  labels: number | "",
  identity: unknown,
  measure: () => Found,
) {
  return {
    identity: [claim, dataset, identity],
    title: `${claim}: ${dataset}`,
    run: async () => (await measure()).map((found) => ({ claim, dataset, labels, ...found })),
  };
}
