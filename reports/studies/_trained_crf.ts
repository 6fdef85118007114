/**
 * CRFs as studies train them: by L-BFGS in one thread, with a penalty on all weights.
 *
 * @module
 */

import { trainCrf } from "../../datasets/training/crf/train_crf.ts";
import type { LinearModel } from "../../datasets/linear_model.ts";
import type { EncodedParts } from "./_corpora.ts";

/** Training ends where a step lowers the objective by a smaller share; no study chose it. */
const TOLERANCE = 1e-4;

/** How a CRF is trained. */
export interface CrfTraining {
  /** Strengths of the penalty. */
  readonly l1?: number;
  readonly l2?: number;
  /** Passes at most. */
  readonly epochs: number;
  /** Of the order of the sentences. */
  readonly seed: number;
  /** Whether labels that are no labels of the corpus are unknown ones. */
  readonly isPartial?: boolean;
}

/** A CRF and how its training ended. */
export interface TrainedCrf {
  readonly model: LinearModel;
  /** Passes over the training part. */
  readonly passes: number;
  /** The least negative log-likelihood with its penalty. */
  readonly objective: number;
}

/** Trains a CRF on the training part. */
export async function trainedCrf(
  { training: corpus, labelCount, featureCount }: Omit<EncodedParts, "testing">,
  { l1 = 0, l2 = 0, ...options }: CrfTraining,
): Promise<TrainedCrf> {
  let [objective, passes] = [Infinity, 0];
  const model = await trainCrf({
    corpus,
    labelCount,
    featureCount,
    settings: { optimiser: "l-bfgs", tolerance: TOLERANCE, l1, l2, penalty: "all" },
    ...options,
    workers: 1,
  }, ({ epoch, loss, penalty }) => {
    objective = Math.min(objective, loss + penalty);
    passes = epoch;
  });
  return { model, passes, objective };
}
