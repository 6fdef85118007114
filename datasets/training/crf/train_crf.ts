/**
 * The linear-chain conditional random field with features.
 *
 * @module
 */

import { learn, type LoopOptions, type TrainingProgress } from "../learn.ts";
import type { LinearModel } from "../linear_model.ts";
import { BatchCrf } from "./batch_crf.ts";
import { checkCorpus } from "./check_corpus.ts";
import type { CrfInsight, CrfLearner } from "./crf_learner.ts";
import { checkSettings, type CrfSettings } from "./settings.ts";
import { StochasticCrf } from "./stochastic_crf.ts";
import { linearModel, seenSupport, type Support } from "./support.ts";

/** What to learn from, and how. */
export interface CrfOptions extends LoopOptions {
  /** L: label ids are below it. */
  readonly labelCount: number;
  /** Feature ids are below it. */
  readonly featureCount: number;
  /** Loss and steps. */
  readonly settings: CrfSettings;
  /** Whether labels of the corpus may be unknown. */
  readonly isPartial?: boolean;
  /** Threads that share whole passes, at least 1; the result is the same. */
  readonly workers: number;
}

/**
 * Learns a linear model that minimises
 *
 *     Σ over the sentences of ( log Z − score(gold) ) + ℓ1·Σ|w| + ℓ2·Σw²,
 *
 * where log Z is the log-partition of the sentence's lattice: p(y) = exp(score(y) − log Z). Each
 * feature has a weight for each label that it was seen with, each label pair one if it was seen;
 * all others are 0. The result is rounded to units of 2^−10.
 *
 * Where labels are unknown, score(gold) is the log-partition of the paths that have the known ones:
 * the objective is then no longer convex, and a step may end in one of several valleys.
 *
 * The same options give the same bits on every machine, whatever the number of workers: `exp` and
 * `log` are our own, and sums are taken in fixed blocks.
 *
 * Source: Lafferty, McCallum and Pereira 2001, "Conditional Random Fields"; Sha and Pereira 2003,
 * "Shallow Parsing with Conditional Random Fields", for L-BFGS. The penalty is CRFsuite's (c1, c2).
 *
 * @param onProgress called after every step
 * @throws RangeError for settings out of range, an empty sentence, an unknown label, and a score
 * that is not a number, naming sentence and position
 */
export async function trainCrf(
  options: CrfOptions,
  onProgress: (progress: TrainingProgress & CrfInsight) => void = () => {},
): Promise<LinearModel> {
  const { corpus, labelCount, featureCount, settings, isPartial = false } = options;
  checkSettings(settings);
  checkCorpus(corpus, labelCount, isPartial);
  const support = seenSupport(corpus, labelCount, featureCount);
  const learner = newLearner(options, support);
  try {
    await learn(options, learner, onProgress);
    return linearModel(support, learner.weights());
  } finally {
    learner.close();
  }
}

function newLearner(
  { corpus, settings, workers, epochs }: CrfOptions,
  support: Support,
): CrfLearner {
  return settings.optimiser === "sgd"
    ? new StochasticCrf(corpus, support, settings, epochs)
    : new BatchCrf(corpus, support, settings, workers);
}
