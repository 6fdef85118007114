/**
 * The supertagger: a chain CRF whose labels are lexical categories.
 *
 * @module
 */

import type { Sentence } from "../../corpora/corpus.ts";
import { sentenceStarts } from "../../task.ts";
import type { CrfSettings } from "../crf/settings.ts";
import { objectiveText, trainCrf } from "../crf/train_crf.ts";
import { Encoder } from "../encode.ts";
import type { LinearModel } from "../linear_model.ts";
import { progressPrinter } from "../learn.ts";
import { SUPERTAG_FEATURES } from "./supertag_features.ts";

/** How a supertagger is trained. */
export interface SupertaggerOptions {
  /** Names of the tags; a word with another one may have any, as far as the sentence allows it. */
  readonly tags: readonly string[];
  /** Loss and steps. */
  readonly settings: CrfSettings;
  /** Passes over the sentences, at most. */
  readonly epochs: number;
  /** Seed of the order of the sentences. */
  readonly seed: number;
  /** Threads, at least 1; the result is the same. */
  readonly workers: number;
}

/** Scores the tags of sentences. */
export interface Supertagger {
  /** Weights of features and of pairs of tags, multiples of a power of a half. */
  readonly model: LinearModel;
  /** The score of each tag at each position, [n, L], counting the model's unit. */
  emissions(sentence: Sentence): Int32Array;
}

/**
 * Trains a first-order chain CRF on words and parts of speech. What a first word scores as such is
 * among its emissions, through the features of the words before it.
 *
 * The same sentences and options give the same bits on every machine.
 *
 * Source: Clark and Curran 2007, Section 4.2, but for the chain, which is Auli and Lopez 2011's
 * (Section 4, a maximum-entropy Markov model there).
 *
 * @throws RangeError as `trainCrf`, and for a sentence without parts of speech
 */
export async function trainSupertagger(
  sentences: readonly Sentence[],
  { tags, settings, epochs, seed, workers }: SupertaggerOptions,
): Promise<Supertagger> {
  const encoder = new Encoder(tags, SUPERTAG_FEATURES);
  const corpus = encoder.learn(sentences);
  const print = progressPrinter(sentences.length, epochs, objectiveText(corpus.labels.length));
  const model = await trainCrf({
    ...{ corpus, settings, epochs, seed, workers },
    labelCount: tags.length,
    featureCount: encoder.featureCount,
    isPartial: true,
  }, print);
  return supertagger(encoder, model, tags.length);
}

/** The supertagger of a model whose features an encoder has numbered. */
export function supertagger(
  encoder: Encoder,
  model: LinearModel,
  tagCount: number,
): Supertagger {
  return { model, emissions: (sentence) => emissionsOf(sentence, tagCount, encoder, model) };
}

function emissionsOf(
  sentence: Sentence,
  tagCount: number,
  encoder: Encoder,
  { weights: { offsets, columns, values } }: LinearModel,
): Int32Array {
  const { features, featureOffsets, lengths } = encoder.encode([sentence]);
  const emissions = new Int32Array(sentenceStarts(lengths).at(-1)! * tagCount);
  for (let position = 0; position < lengths[0]!; position++) {
    for (let i = featureOffsets[position]!; i < featureOffsets[position + 1]!; i++) {
      const feature = features[i]!;
      for (let entry = offsets[feature]!; entry < offsets[feature + 1]!; entry++) {
        emissions[position * tagCount + columns[entry]!]! += values[entry]!;
      }
    }
  }
  return emissions;
}
