/**
 * What labels of a part of the tokens are worth to a CRF.
 *
 * @module
 */

import type { Sentence } from "../../datasets/corpora/corpus.ts";
import { factoredFile } from "../../datasets/packs/factored.ts";
import { packTask } from "../../datasets/packs/pack.ts";
import { rightTokens } from "../../datasets/training/path_finder.ts";
import type { BatchSettings } from "../../datasets/training/crf/settings.ts";
import { trainCrf } from "../../datasets/training/crf/train_crf.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { encode, hash, LEADER, readStudyCorpus, type StudyCorpus } from "./_corpora.ts";
import { removeLabels } from "./_partial_corpora.ts";
import { resampled } from "./_resampled.ts";
import { type LineOf, number, optional, text, word } from "../../harness/store/table.ts";

/** Shares of the tokens whose label is removed. */
const SHARES = [0, 0.25, 0.5, 0.75, 0.9];
/** Training sentences: about three minutes. */
const SENTENCES = 3000;
const EPOCHS = 100;
/** Neither is chosen here: the penalty is CRFsuite's default, the tolerance the study `crf`'s. */
const SETTINGS: BatchSettings = {
  optimiser: "l-bfgs",
  tolerance: 1e-4,
  l1: 0,
  l2: 1,
  penalty: "all",
};
/** What is trained on; where no label is removed all three are the same. */
const WAYS = ["partial", "complete", "fewer"] as const;

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

/** Accuracy of a training; nothing for it if there was no sentence left. */
export type PartialLine = LineOf<typeof COLUMNS>;

/** What a training gives. */
type Learned = Pick<PartialLine, "epochs" | "test_tokens" | "accuracy" | "low" | "high">;

/** Accuracy on the test part by the share of the training tokens without a label; no times. */
const partialLabels: Runner<PartialLine> = {
  name: "partial_labels",
  meaning: "a CRF trained on tokens of which a share has no label: accuracy by share",
  columns: Object.keys(COLUMNS),
  cells,
};
export default partialLabels;

async function cells(settings: StudySettings, sources: string): Promise<StudyCell<PartialLine>[]> {
  const { seed, epochs = EPOCHS, sentences = SENTENCES } = settings;
  const cells: StudyCell<PartialLine>[] = [];
  for (const name of settings.datasets ?? ["ewt_pos45"]) {
    const corpus = await readStudyCorpus(settings, name, sentences);
    for (const removed of SHARES) {
      const labelled = removeLabels(corpus.training, removed, seed);
      for (const way of removed === 0 ? WAYS.slice(0, 1) : WAYS) {
        const training = labelled[way];
        cells.push({
          key: hash([sources, corpus.hash, corpus.training.length, removed, way, epochs, seed]),
          title: `${name}: ${removed} of the labels removed, ${way}`,
          run: async () => [{
            dataset: name,
            corpus: corpus.hash,
            labels: corpus.labels.length,
            removed,
            way,
            sentences: training.length,
            tokens: training.reduce((sum, { forms }) => sum + forms.length, 0),
            known: knownOf(training, corpus),
            ...await learn({ ...corpus, training }, epochs, seed),
          }],
        });
      }
    }
  }
  return cells;
}

function knownOf(training: readonly Sentence[], { labels }: StudyCorpus): number {
  const all = new Set(labels);
  return training.reduce((sum, own) => sum + own.labels.filter((one) => all.has(one)).length, 0);
}

/** Trains, and counts what is right of the test part; nothing if there is no training sentence. */
async function learn(corpus: StudyCorpus, epochs: number, seed: number): Promise<Learned> {
  if (corpus.training.length === 0) {
    return { epochs: 0, test_tokens: 0, accuracy: "", low: "", high: "" };
  }
  const { training, testing, labelCount, featureCount } = encode(corpus);
  let passes = 0;
  const model = await trainCrf({
    ...{ corpus: training, labelCount, featureCount, settings: SETTINGS, epochs, seed },
    ...{ isPartial: true, workers: 1 },
  }, ({ epoch }) => passes = epoch);
  const task = packTask(factoredFile(model, testing, {}), "the test part");
  const right = rightTokens(task, LEADER.decoder, LEADER.decoderOptions);
  const share = (indices: readonly number[]) => {
    let [correct, tokens] = [0, 0];
    for (const sentence of indices) {
      correct += right[sentence]!;
      tokens += task.lengths[sentence]!;
    }
    return correct / tokens;
  };
  const { value, low, high } = resampled(right.length, share, seed);
  return { epochs: passes, test_tokens: testing.labels.length, accuracy: value, low, high };
}
