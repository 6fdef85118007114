/**
 * The claims of a tutorial on the BiLSTM-CRF, put to lattices.
 *
 * @module
 */

import { findDecoders, resolveDataset } from "../../harness/problems/sequence/discover.ts";
import { takeSample } from "../../harness/problems/sequence/sample.ts";
import { decoderSources, encode, exactVariants, hash, readStudyCorpus } from "./_corpora.ts";
import { measurePruning } from "./_tutorial_pruning.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { measureBatching } from "./tutorial_parts/batching.ts";
import { measureDropping } from "./tutorial_parts/drop_exp_log.ts";
import { measureForbidding } from "./tutorial_parts/forbidding.ts";
import { measureGradients } from "./tutorial_parts/gradients.ts";
import { measureMasks } from "./tutorial_parts/masks.ts";
import type { Measured, Subject } from "./tutorial_parts/measurement.ts";
import { measureOrder } from "./tutorial_parts/order.ts";
import { measurePairs } from "./tutorial_parts/pairs.ts";
import { measurePathScore } from "./tutorial_parts/path_score.ts";
import { measurePrintedLoss } from "./tutorial_parts/printed_loss.ts";
import { measureRecursion } from "./tutorial_parts/recursion.ts";
import { measureRoot, measureRootTies } from "./tutorial_parts/root.ts";
import { measureScan } from "./tutorial_parts/scan.ts";
import { measureEmptyRow, measureStability } from "./tutorial_parts/stability.ts";
import { measureViterbi } from "./tutorial_parts/viterbi_work.ts";
import { measureWholeSteps } from "./tutorial_parts/whole_step.ts";
import { type LineOf, number, optional, text } from "../../harness/store/table.ts";

/** Sentences of a dataset, over the quantiles of length. */
const SENTENCES = 24;
/** Few labels with long sentences, many with short ones: others take minutes. */
const DATASETS = ["ewt_pos45_crf", "hwu_slot_scenario323_crf"];
/** Task and training sentences where something is trained. */
const CORPUS = "ewt_pos45";
const TRAINED = 2000;
/** What is no dataset. */
const MADE_UP = "made up";

/** The parts that are measured on each dataset, by the name of the claim. */
const PARTS: Readonly<Record<string, (subject: Subject) => Measured[]>> = {
  scan: measureScan,
  batching: measureBatching,
  stability: measureStability,
  recursion: measureRecursion,
  forbidding: measureForbidding,
  masks: measureMasks,
  "no-exp-log": measureDropping,
  "path-score": measurePathScore,
  gradients: measureGradients,
  sorting: measureOrder,
  root: measureRoot,
  pruning: measurePruning,
};

/** Those on models of their own. */
const MADE: Readonly<Record<string, (seed: number) => Measured[]>> = {
  stability: measureEmptyRow,
  "printed-loss": measurePrintedLoss,
  root: measureRootTies,
};

const COLUMNS = {
  /** Name of the claim. */
  claim: text,
  quantity: text,
  dataset: text,
  labels: optional(number),
  condition: text,
  round: number,
  sentences: number,
  value: number,
  unit: text,
};

/** A number that a claim is judged by. */
export type TutorialLine = LineOf<typeof COLUMNS>;

/** Counts, and the times of batches; each line says which claim it is for. */
const tutorial: Runner<TutorialLine> = {
  name: "tutorial",
  meaning: "the claims of a tutorial on the BiLSTM-CRF, each judged on its page",
  columns: Object.keys(COLUMNS),
  cells,
};
export default tutorial;

async function cells(settings: StudySettings, sources: string): Promise<StudyCell<TutorialLine>[]> {
  const { seed } = settings;
  const made = Object.entries(MADE).map(([claim, measure]): StudyCell<TutorialLine> => ({
    key: hash([sources, claim, MADE_UP, seed]),
    title: `${claim}: ${MADE_UP}`,
    run: () => linesOf(claim, MADE_UP, "", measure(seed)),
  }));
  return [
    ...made,
    ...await datasetCells(settings, sources),
    ...await corpusCells(settings, sources),
  ];
}

async function datasetCells(
  settings: StudySettings,
  sources: string,
): Promise<StudyCell<TutorialLine>[]> {
  const { seed, sentences = SENTENCES } = settings;
  const names = (await findDecoders()).filter(({ value }) => value.exact).map(({ value }) =>
    value.name
  );
  const variants = await exactVariants(settings.decoders ?? names);
  const decoders = await decoderSources(variants);
  const cells: StudyCell<TutorialLine>[] = [];
  for (const asked of settings.datasets ?? DATASETS) {
    const { name, open } = await resolveDataset(asked);
    const { task } = await open(sentences, seed);
    const labels = task.model.labelCount;
    const subject = async (): Promise<Subject> => {
      const { model, lattices, gold } = takeSample(await open(sentences, seed), sentences);
      return { name, model, lattices, gold, seed };
    };
    const identity = [sources, name, task.hash, sentences, seed];
    const parts = {
      ...PARTS,
      viterbi: (subject: Subject) =>
        measureViterbi(subject, variants.map(({ decoder }) => decoder)),
    };
    for (const [claim, measure] of Object.entries(parts)) {
      cells.push({
        key: hash([identity, claim, ...(claim === "viterbi" ? [decoders] : [])]),
        title: `${claim}: ${name}`,
        run: async () => linesOf(claim, name, labels, measure(await subject())),
      });
    }
  }
  return cells;
}

/** Only with a corpus: without one a claim lacks these lines. The last one needs a library, too. */
async function corpusCells(
  settings: StudySettings,
  sources: string,
): Promise<StudyCell<TutorialLine>[]> {
  if (settings.data === undefined) {
    console.error("note: without --data DIR pairs of tags and whole training steps are not judged");
    return [];
  }
  const { seed, sentences = TRAINED } = settings;
  const corpus = await readStudyCorpus(settings, CORPUS, sentences);
  const { labels, training } = corpus;
  const identity = [sources, corpus.hash, training.length, seed];
  return [
    {
      key: hash([identity, "pairs"]),
      title: `pairs: ${CORPUS}, ${training.length} training sentences, twice`,
      run: async () =>
        linesOf("pairs", CORPUS, labels.length, await measurePairs(encode(corpus), seed)),
    },
    {
      key: hash([identity, "batching"]),
      title: `batching: ${CORPUS}, whole steps`,
      run: async () => {
        const found = await measureWholeSteps(training, labels, seed);
        return linesOf("batching", CORPUS, labels.length, found);
      },
    },
  ];
}

function linesOf(
  claim: string,
  dataset: string,
  labels: number | "",
  found: readonly Measured[],
): TutorialLine[] {
  return found.map((measured) => ({ claim, dataset, labels, ...measured }));
}
