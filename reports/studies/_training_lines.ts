/**
 * The lines of studies about training: one for each epoch and decoder.
 *
 * @module
 */

import { type LineOf, number, text, word } from "../../harness/store/table.ts";
import { decoderColumns } from "./_corpora.ts";
import type { TrialEpoch } from "./_training_trial.ts";

/** The columns. */
export const TRAINING_COLUMNS = {
  /** Name of the dataset. */
  dataset: text,
  /** SHA-256 of the corpus. */
  corpus: text,
  /** L. */
  labels: number,
  /** `l1` or `l2` on the weights of label pairs, `none`. */
  norm: word("l1", "l2", "none"),
  /** Λ of the norm after each sentence. */
  strength: number,
  /** From 1. */
  epoch: number,
  /** Variant as on the command line. */
  decoder: text,
  /** Its name without options. */
  decoder_base: text,
  /** Every option, as in the rows of a run. */
  options: text,
  /** Training sentences visited in the epoch. */
  sentences: number,
  /** Their tokens. */
  tokens: number,
  /** Tokens that were given a wrong label. */
  mistakes: number,
  /** Sentences that the decoder decoded, each with the weights of that moment. */
  timed_sentences: number,
  /** Their tokens. */
  timed_tokens: number,
  /** Milliseconds to decode these. */
  decoding_ms: number,
  /** Milliseconds to decode the epoch: decoding_ms × tokens / timed_tokens. */
  elapsed_ms: number,
  /** Milliseconds to prepare for, or follow, the changes of the epoch, by sentences. */
  prepare_ms: number,
  /** Work on the timed sentences. */
  iterations: number,
  /** Work on the timed sentences. */
  node_expansions: number,
  /** Work on the timed sentences. */
  edge_evaluations: number,
  /** Σ (T−1)·L² of the timed sentences. */
  reference_edges: number,
  /** Mean magnitude of the weights of label pairs after the epoch. */
  pair_mean: number,
  /** Largest magnitude. */
  pair_max: number,
  /** Share of them that is not 0. */
  pair_share: number,
  /** Tokens of the test sentences. */
  test_tokens: number,
  /** Those that the averaged weights of all epochs label rightly. */
  right_tokens: number,
  /** Hash of the averaged weights of a short training with this decoder in the loop. */
  weights: text,
  /** Training sentences of that; 0 if there was none. */
  weights_sentences: number,
};

/** What a decoder did in an epoch of a training. */
export type TrainingLine = LineOf<typeof TRAINING_COLUMNS>;

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
): TrainingLine[] {
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
