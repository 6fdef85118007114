/**
 * The lines of studies about training: one for each epoch and decoder.
 *
 * @module
 */

import type { StudyLine } from "./contract.ts";
import { decoderColumns } from "./_decoder_columns.ts";
import type { TrialEpoch } from "./training_trial.ts";

/** The columns, each with its meaning. */
export const TRAINING_COLUMNS = {
  dataset: "name of the dataset",
  corpus: "SHA-256 of the corpus",
  labels: "L",
  norm: "`l1` or `l2` on the weights of label pairs, `none`",
  strength: "λ of the norm after each sentence",
  epoch: "from 1",
  decoder: "variant as on the command line",
  decoder_base: "its name without options",
  options: "every option, as in the rows of a run",
  sentences: "training sentences visited in the epoch",
  tokens: "their tokens",
  mistakes: "tokens that were given a wrong label",
  timed_sentences: "sentences that the decoder decoded, each with the weights of that moment",
  timed_tokens: "their tokens",
  decoding_ms: "milliseconds to decode these",
  elapsed_ms: "milliseconds to decode the epoch: decoding_ms × tokens / timed_tokens",
  prepare_ms: "milliseconds to prepare for, or follow, the changes of the epoch, by sentences",
  iterations: "work on the timed sentences",
  node_expansions: "work on the timed sentences",
  edge_evaluations: "work on the timed sentences",
  reference_edges: "Σ (T−1)·L² of the timed sentences",
  pair_mean: "mean magnitude of the weights of label pairs after the epoch",
  pair_max: "largest magnitude",
  pair_share: "share of them that is not 0",
  test_tokens: "tokens of the test sentences",
  right_tokens: "those that the averaged weights of all epochs label rightly",
  weights: "hash of the averaged weights of a short training with this decoder in the loop",
  weights_sentences: "training sentences of that; 0 if there was none",
} as const;

/** A line by the names of its columns. */
export type TrainingLine = Record<keyof typeof TRAINING_COLUMNS, string | number>;

/** What all lines of a training have in common. */
export type TrainingFacts = Pick<
  TrainingLine,
  "dataset" | "corpus" | "labels" | "norm" | "strength" | "test_tokens" | "right_tokens"
>;

/** The lines of a trial. */
export function trainingLines(
  facts: TrainingFacts,
  epochs: readonly TrialEpoch[],
  short: { readonly hashes: ReadonlyMap<string, string>; readonly sentences: number },
): StudyLine[] {
  return epochs.flatMap((epoch) =>
    epoch.decoders.map(({ variant, decodingMs, preparingMs, revisingMs, work }): TrainingLine => ({
      ...facts,
      epoch: epoch.epoch,
      ...decoderColumns(variant),
      sentences: epoch.sentences,
      tokens: epoch.tokens,
      mistakes: epoch.mistakes,
      timed_sentences: epoch.timedSentences,
      timed_tokens: epoch.timedTokens,
      decoding_ms: decodingMs,
      elapsed_ms: decodingMs * epoch.tokens / epoch.timedTokens,
      // Every change has been followed, but only the timed sentences have been prepared for.
      prepare_ms: preparingMs * epoch.sentences / epoch.timedSentences + revisingMs,
      iterations: work.iterations,
      node_expansions: work.nodeExpansions,
      edge_evaluations: work.edgeEvaluations,
      reference_edges: epoch.denseEdges,
      pair_mean: epoch.pairs.mean,
      pair_max: epoch.pairs.max,
      pair_share: epoch.pairs.share,
      weights: short.hashes.get(variant.name) ?? "",
      weights_sentences: short.sentences,
    }))
  );
}
