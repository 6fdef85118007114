/**
 * Decoding time and accuracy by the strength of the regularisation of the transitions.
 *
 * @module
 */

import type { Regulariser } from "../../datasets/training/averaged_weights.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { TRAINING_COLUMNS, type TrainingLine, trainingLines } from "./_training_lines.ts";
import { runTrial } from "./_training_trial.ts";
import type { Variant } from "../../harness/plan/variant.ts";
import {
  decoderSources,
  encode,
  exactVariants,
  hash,
  readStudyCorpus,
  type StudyCorpus,
  testAccuracy,
} from "./_corpora.ts";

/** How much of a dataset is measured. */
interface Measure {
  /** Training sentences, from the first on. */
  readonly sentences: number;
  /** Of so many one is timed. */
  readonly every: number;
}

/** The paper's task and its number of sentences. */
const MEASURES: Readonly<Record<string, Measure>> = {
  ewt_pos45: { sentences: 5000, every: 15 },
};
const OTHER: Measure = { sentences: 5000, every: 20 };

/** The paper's decoder, the baseline, and the fastest while a model changes. */
const DECODERS = ["viterbi", "iterative-viterbi", "column-generation", "dominance{bound=row}"];
const NORMS = ["l1", "l2"] as const;
/** λ; 0 is measured for each norm, so that the noise is seen. */
const STRENGTHS = [0, 1e-4, 1e-3, 1e-2, 1e-1];
/** As in the paper, which discards the first two epochs. */
const EPOCHS = 5;
const DISCARDED_EPOCHS = 2;

/** Every strength is trained with once, and all decoders decode a sample of the sentences. */
const regularisation: Runner<TrainingLine> = {
  name: "regularisation",
  meaning:
    "decoding time and accuracy by regularisation of the transitions (Belanger et al., §6.2)",
  columns: Object.keys(TRAINING_COLUMNS),
  cells,
};
export default regularisation;

async function cells(settings: StudySettings, sources: string): Promise<StudyCell<TrainingLine>[]> {
  const variants = await exactVariants(settings.decoders ?? DECODERS);
  const decoders = await decoderSources(variants);
  const epochs = settings.epochs ?? EPOCHS;
  const cells: StudyCell<TrainingLine>[] = [];
  for (const name of settings.datasets ?? Object.keys(MEASURES)) {
    const known = MEASURES[name] ?? OTHER;
    const corpus = await readStudyCorpus(settings, name, settings.sentences ?? known.sentences);
    const every = settings.every ?? known.every;
    const size = corpus.training.length;
    const run = { epochs, every, seed: settings.seed };
    for (const norm of NORMS) {
      for (const strength of STRENGTHS) {
        const identity = [corpus.hash, size, run, norm, strength];
        const names = variants.map((variant) => variant.name);
        cells.push({
          key: hash([sources, decoders, names, identity]),
          title: `${name}: ${size} sentences, ${norm} with the strength ${strength}`,
          run: () => measureStrength(corpus, variants, { norm, strength }, run),
        });
      }
    }
  }
  return cells;
}

async function measureStrength(
  corpus: StudyCorpus,
  variants: readonly Variant[],
  regulariser: Regulariser,
  run: { readonly epochs: number; readonly every: number; readonly seed: number },
): Promise<TrainingLine[]> {
  const parts = encode(corpus);
  const { labelCount, featureCount } = parts;
  const { model, epochs } = await runTrial({
    ...run,
    corpus: parts.training,
    labelCount,
    featureCount,
    variants,
    ...(regulariser.strength === 0 ? {} : { regulariser }),
    firstTimedEpoch: Math.min(DISCARDED_EPOCHS, run.epochs - 1) + 1,
  });
  const { correct, tokens } = testAccuracy(model, parts);
  const facts = {
    dataset: corpus.name,
    corpus: corpus.hash,
    labels: labelCount,
    ...regulariser,
    test_tokens: tokens,
    right_tokens: correct,
  };
  return trainingLines(facts, epochs, { hashes: new Map(), sentences: 0 });
}
