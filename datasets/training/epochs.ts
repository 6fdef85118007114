/**
 * The passes of an online learner over its corpus.
 *
 * @module
 */

import type { Work } from "../../decoders/contract.ts";
import type { EncodedCorpus } from "./linear_model.ts";
import { Random } from "../random.ts";

/** How often and in which order to visit the sentences. */
export interface EpochOptions {
  /** The training sentences; all labels known. */
  readonly corpus: EncodedCorpus;
  /** Passes over the corpus. */
  readonly epochs: number;
  /** Seed of the order in which each pass visits the sentences. */
  readonly seed: number;
}

/** What decoding has taken since training began. */
export interface DecodingEffort {
  /** Milliseconds that the decoder has taken. */
  readonly decodingMs: number;
  /** What the decoder has done. */
  readonly work: Readonly<Work>;
}

/** How far training has come. */
export interface TrainingProgress extends DecodingEffort {
  /** The current epoch, from 1. */
  readonly epoch: number;
  /** Sentences seen in this epoch. */
  readonly sentences: number;
  /** Tokens seen in this epoch. */
  readonly tokens: number;
  /** Tokens of this epoch that were given a wrong label. */
  readonly mistakes: number;
}

/**
 * Visits every sentence once in each epoch, in another order each time.
 *
 * @param visit learns from a sentence and returns the number of its mistakes
 * @param effort read after each visit
 * @param onProgress called after each visit
 */
export function visitSentences(
  { corpus: { lengths }, epochs, seed }: EpochOptions,
  visit: (sentence: number) => number,
  effort: DecodingEffort,
  onProgress: (progress: TrainingProgress) => void,
): void {
  const order = Int32Array.from(lengths, (_, sentence) => sentence);
  const random = new Random(seed);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    random.shuffle(order);
    let tokens = 0;
    let mistakes = 0;
    order.forEach((sentence, done) => {
      mistakes += visit(sentence);
      tokens += lengths[sentence]!;
      const { decodingMs, work } = effort;
      onProgress({ epoch, sentences: done + 1, tokens, mistakes, decodingMs, work });
    });
  }
}
