/**
 * The learner that a training asks for.
 *
 * @module
 */

import { describeSettings } from "./crf/settings.ts";
import { objectiveText, trainCrf } from "./crf/train_crf.ts";
import type { EncodedCorpus, LinearModel } from "./linear_model.ts";
import { mistakesText, trainPerceptron } from "./perceptron.ts";
import { progressPrinter } from "./learn.ts";
import type { TrainOptions } from "./recipe.ts";

/** A model and how it was learned. */
export interface Learned {
  readonly model: LinearModel;
  /** Passes over the corpus. */
  readonly epochs: number;
  /** How, in words, if it is no perceptron. */
  readonly learner?: string;
  /** The least objective that whole passes have found. */
  readonly objective?: number;
}

/** A training corpus as numbers. */
interface TrainingPart {
  readonly corpus: EncodedCorpus;
  readonly labelCount: number;
  readonly featureCount: number;
}

/**
 * Learns a model and says how it goes.
 *
 * @throws as `trainCrf`
 */
export async function learnModel(
  part: TrainingPart,
  { epochs, seed, decoder, decoderOptions, crf, unlabelled, workers }: TrainOptions,
): Promise<Learned> {
  const { lengths, labels } = part.corpus;
  const common = { ...part, epochs, seed };
  if (crf === undefined) {
    const print = progressPrinter(lengths.length, epochs, mistakesText);
    return { model: await trainPerceptron({ ...common, decoder, decoderOptions }, print), epochs };
  }
  const print = progressPrinter(lengths.length, epochs, objectiveText(labels.length));
  let [done, objective] = [0, Infinity];
  const isPartial = unlabelled !== undefined;
  const model = await trainCrf({ ...common, settings: crf, isPartial, workers }, (progress) => {
    done = progress.epoch;
    objective = Math.min(objective, progress.loss + progress.penalty);
    print(progress);
  });
  const learned = { model, epochs: done, learner: describeSettings(crf) };
  return crf.optimiser === "l-bfgs" ? { ...learned, objective } : learned;
}
