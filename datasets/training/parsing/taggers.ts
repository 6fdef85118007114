/**
 * Taggers for the parser: the supertagger, a chain CRF whose labels are lexical categories, and one
 * that gives parts of speech to those who have none.
 *
 * @module
 */

import dominance from "../../../decoders/dominance.ts";
import { posOf, type TaggedSentence } from "../../ccg/tree.ts";
import type { Sentence } from "../../corpora/corpus.ts";
import { factoredFile } from "../../packs/factored.ts";
import { packDataset } from "../../packs/pack.ts";
import { objectiveText, trainCrf } from "../crf/train_crf.ts";
import { Encoder, type Features, rankLabels } from "../encode.ts";
import { progressPrinter } from "../learn.ts";
import type { LinearModel } from "../../linear_model.ts";
import { PathFinder } from "../path_finder.ts";
import { mistakesText, trainPerceptron } from "../perceptron.ts";

/** Words and parts of speech are seen from this many positions before to as many after. */
const WINDOW = 2;
/** Suffixes of so many characters. */
const SUFFIXES = [2, 3];
/** Stands for what is outside the sentence. */
const OUTSIDE = "";
const JOIN = "\t";

/**
 * The features of a word that a supertagger weighs, as strings: a bias, suffixes of 2 and 3
 * characters, words and parts of speech at −2..2, pairs of parts of speech from (−2,−1) to (1,2),
 * the three around the word, and the word with the next part of speech.
 *
 * Source: Clark and Curran 2007, Section 4.2, for words and parts of speech; CCG asks for the word
 * after a verb, which the last one tells.
 */
export const SUPERTAG_FEATURES: Features = {
  form(form) {
    const characters = [...form];
    return [
      "bias",
      ...SUFFIXES.filter((n) => n <= characters.length)
        .map((n) => `s${n}=${characters.slice(-n).join("")}`),
    ];
  },
  context(sentence, position) {
    const { forms } = sentence;
    const pos = posOf(sentence);
    const at = (values: readonly string[], offset: number) => values[position + offset] ?? OUTSIDE;
    const features: string[] = [];
    for (let d = -WINDOW; d <= WINDOW; d++) {
      features.push(`w${d}=${at(forms, d)}`, `t${d}=${at(pos, d)}`);
    }
    for (let d = -WINDOW; d < WINDOW; d++) {
      features.push(`tt${d}=${at(pos, d)}${JOIN}${at(pos, d + 1)}`);
    }
    features.push(
      `ttt=${at(pos, -1)}${JOIN}${at(pos, 0)}${JOIN}${at(pos, 1)}`,
      `wt=${at(forms, 0)}${JOIN}${at(pos, 1)}`,
    );
    return features;
  },
};

/** The first steps of a supertagger have this length, in batches of so many sentences. */
const STEPS = { optimiser: "sgd", rate: 0.1, batch: 8, l1: 0, penalty: "all" } as const;

/** How a supertagger is trained. */
export interface SupertaggerOptions {
  /** Names of the tags; a word with another one may have any, as far as the sentence allows it. */
  readonly tags: readonly string[];
  /** ℓ2 of the weights. */
  readonly l2: number;
  /** Passes over the sentences, at most. */
  readonly epochs: number;
  /** Seed of the order of the sentences. */
  readonly seed: number;
}

/** Scores the tags of sentences. */
export interface Supertagger {
  /** Weights of features and of pairs of tags, multiples of a power of a half. */
  readonly model: LinearModel;
  /** The score of each tag at each position, [n, L]. */
  emissions(sentence: Sentence): Float64Array;
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
  { tags, l2, epochs, seed }: SupertaggerOptions,
): Promise<Supertagger> {
  const encoder = new Encoder(tags, SUPERTAG_FEATURES);
  const corpus = encoder.learn(sentences);
  const print = progressPrinter(sentences.length, epochs, objectiveText(corpus.labels.length));
  const options = {
    corpus,
    settings: { ...STEPS, l2 },
    epochs,
    seed,
    workers: 1,
    labelCount: tags.length,
    featureCount: encoder.featureCount,
    isPartial: true,
  };
  const model = await trainCrf(options, print);
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
  { unitExponent, weights: { offsets, columns, values } }: LinearModel,
): Float64Array {
  const { features, featureOffsets } = encoder.encode([sentence]);
  const emissions = new Float64Array(sentence.forms.length * tagCount);
  sentence.forms.forEach((_, position) => {
    const row = emissions.subarray(position * tagCount);
    for (
      const feature of features.subarray(featureOffsets[position], featureOffsets[position + 1])
    ) {
      for (let entry = offsets[feature]!; entry < offsets[feature + 1]!; entry++) {
        row[columns[entry]!]! += values[entry]! * 2 ** -unitExponent;
      }
    }
  });
  return emissions;
}

/** Passes over the sentences. */
const EPOCHS = 10;
/** Of several best paths it finds that of dense Viterbi. */
const OPTIONS = { bound: "row", ends: "left", kernel: "simd" } as const;

/** Gives sentences the parts of speech that it finds. */
export type PosTagger = (sentences: readonly TaggedSentence[]) => TaggedSentence[];

/**
 * Trains an averaged perceptron on words and their parts of speech, as `ewt_pos45` is trained.
 *
 * @param seed of the order of the sentences
 */
export async function trainPosTagger(
  sentences: readonly TaggedSentence[],
  seed: number,
): Promise<PosTagger> {
  const unlabelled = ({ forms, pos }: TaggedSentence) => ({ forms, labels: pos });
  const training = sentences.map(unlabelled);
  const labels = rankLabels(training);
  const encoder = new Encoder(labels);
  const corpus = encoder.learn(training);
  const options = {
    corpus,
    epochs: EPOCHS,
    seed,
    decoder: dominance,
    decoderOptions: OPTIONS,
    labelCount: labels.length,
    featureCount: encoder.featureCount,
  };
  const print = progressPrinter(sentences.length, EPOCHS, mistakesText);
  const model = await trainPerceptron(options, print);
  return (asked) => {
    const encoded = encoder.encode(asked.map(unlabelled));
    const dataset = packDataset(factoredFile(model, encoded, {}), "parts of speech");
    const finder = new PathFinder(dataset.model, dominance, OPTIONS);
    return asked.map((sentence, i) => {
      const best = finder.best(dataset.lattice(i));
      return { ...sentence, pos: Array.from(best.labels, (label) => labels[label]!) };
    });
  };
}
