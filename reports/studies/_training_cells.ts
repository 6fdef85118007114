/**
 * Training time by decoder, epoch by epoch.
 *
 * @module
 */

import { firstSentences } from "../../datasets/training/merge_features.ts";
import { trainPerceptron } from "../../datasets/training/perceptron.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { TRAINING_COLUMNS, type TrainingLine, trainingLines } from "./_training_lines.ts";
import { runTrial } from "./_training_trial.ts";
import type { Variant } from "../../harness/plan/variant.ts";
import {
  decoderSources,
  encode,
  type EncodedParts,
  exactVariants,
  hash,
  readStudyCorpus,
  type StudyCorpus,
  testAccuracy,
  weightsHash,
} from "./_corpora.ts";

/** How much of a dataset is measured. */
interface Measure {
  /** Training sentences, from the first on. */
  readonly sentences: number;
  /** Of so many one is timed. */
  readonly every: number;
  /** Training sentences of the short trainings with each decoder in the loop. */
  readonly short: number;
}

/** The tasks of the paper's table: as much as fits into six minutes. */
const MEASURES: Readonly<Record<string, Measure>> = {
  ewt_pos45: { sentences: Infinity, every: 8, short: 500 },
  ewt_pos_morph_chunk319: { sentences: Infinity, every: 40, short: 100 },
  erg_supertag2597: { sentences: 1000, every: 50, short: 5 },
};
const OTHER: Measure = { sentences: Infinity, every: 20, short: 50 };

const DECODERS = [
  "viterbi",
  "iterative-viterbi{expansion=uniform}",
  "iterative-viterbi",
  "column-generation",
  // `pair` would start anew after each change of a transition.
  "dominance{bound=row}",
];
/** As in the paper. */
const EPOCHS = 10;
const SHORT_EPOCHS = 2;

/** Every dataset is trained on once, and all decoders decode a sample of its training sentences. */
const training: Runner<TrainingLine> = {
  name: "training",
  meaning: "training time by decoder, epoch by epoch (Kaji et al. 2010, Table 3)",
  columns: Object.keys(TRAINING_COLUMNS),
  cells,
};
export default training;

async function cells(settings: StudySettings, sources: string): Promise<StudyCell<TrainingLine>[]> {
  const variants = await exactVariants(settings.decoders ?? DECODERS);
  const decoders = await decoderSources(variants);
  const epochs = settings.epochs ?? EPOCHS;
  const cells: StudyCell<TrainingLine>[] = [];
  for (const name of settings.datasets ?? Object.keys(MEASURES)) {
    const known = MEASURES[name] ?? OTHER;
    const measure: Measure = {
      sentences: settings.sentences ?? known.sentences,
      every: settings.every ?? known.every,
      short: Math.min(known.short, settings.sentences ?? Infinity),
    };
    const corpus = await readStudyCorpus(settings, name, measure.sentences);
    const { seed } = settings;
    const size = corpus.training.length;
    cells.push({
      key: hash([
        sources,
        decoders,
        variants.map((variant) => variant.name),
        corpus.hash,
        size,
        measure.every,
        measure.short,
        epochs,
        seed,
      ]),
      title: `${name}: ${epochs} epochs of ${size} sentences, every ${measure.every} timed`,
      run: () => measureTraining(corpus, variants, { ...measure, epochs, seed }),
    });
  }
  return cells;
}

async function measureTraining(
  corpus: StudyCorpus,
  variants: readonly Variant[],
  { every, short, epochs, seed }: Measure & { readonly epochs: number; readonly seed: number },
): Promise<TrainingLine[]> {
  const parts = encode(corpus);
  const { labelCount, featureCount } = parts;
  const common = { labelCount, featureCount, seed };
  const trial = await runTrial({
    ...common,
    corpus: parts.training,
    variants,
    epochs,
    every,
    firstTimedEpoch: 1,
  });
  const { correct, tokens } = testAccuracy(trial.model, parts);
  const facts = {
    dataset: corpus.name,
    corpus: corpus.hash,
    labels: labelCount,
    norm: "none" as const,
    strength: 0,
    test_tokens: tokens,
    right_tokens: correct,
  };
  const hashes = await shortTrainings(parts, variants, short, seed);
  return trainingLines(facts, trial.epochs, { hashes, sentences: short });
}

/** Hashes of the weights that each decoder alone learns from the first sentences. */
async function shortTrainings(
  { labelCount, featureCount, training }: EncodedParts,
  variants: readonly Variant[],
  sentences: number,
  seed: number,
): Promise<Map<string, string>> {
  const corpus = firstSentences(training, sentences);
  const hashes = new Map<string, string>();
  for (const { name, decoder, options } of variants) {
    const model = await trainPerceptron({
      corpus,
      labelCount,
      featureCount,
      decoder,
      decoderOptions: options,
      epochs: SHORT_EPOCHS,
      seed,
    });
    hashes.set(name, weightsHash(model));
  }
  return hashes;
}
