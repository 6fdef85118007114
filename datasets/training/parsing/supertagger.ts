/**
 * Taggers for the parser: the supertagger, a chain CRF whose labels are lexical categories; the
 * tags that it leaves to each word; and a tagger of parts of speech, for sentences that have none.
 *
 * @module
 */

import { posOf, type TaggedSentence } from "../../ccg/tree.ts";
import type { Sentence } from "../../corpora/corpus.ts";
import { remembered, startsOf } from "../../dataset.ts";
import { denseScores, emissionsOf, type LinearModel } from "../../linear_model.ts";
import { factoredFile } from "../../packs/factored.ts";
import { packDataset } from "../../packs/pack.ts";
import { LEVELS_PER_NAT } from "../../search_space.ts";
import { objectiveText, trainCrf } from "../crf/train_crf.ts";
import { SUPERTAG_FEATURES } from "../../models/words.ts";
import { Encoder, rankLabels } from "../encode.ts";
import { progressPrinter } from "../learn.ts";
import { PathFinder, TIE_OPTIONS } from "../path_finder.ts";
import { mistakesText, trainPerceptron } from "../perceptron.ts";
import { newWork } from "../../../decoders/contract.ts";
import dominance from "../../../decoders/dominance.ts";
import { TagChain } from "../../../decoders/parsing/messages/tag_chain.ts";
import { type Cutoff, NO_CANDIDATE, type Slots } from "../../../decoders/parsing/model.ts";

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
  /** Numbers the features. */
  readonly encoder: Encoder;
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
  return {
    model,
    encoder,
    emissions: (sentence) =>
      emissionsOf(model, encoder.encode([sentence]), tagCount, 0, sentence.forms.length),
  };
}

/** Passes over the sentences. */
const EPOCHS = 10;

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
    decoderOptions: TIE_OPTIONS,
    labelCount: labels.length,
    featureCount: encoder.featureCount,
  };
  const print = progressPrinter(sentences.length, EPOCHS, mistakesText);
  const model = await trainPerceptron(options, print);
  return (asked) => {
    const encoded = encoder.encode(asked.map(unlabelled));
    const dataset = packDataset(factoredFile(model, encoded, {}), "parts of speech");
    const finder = new PathFinder(dataset.model, dominance, TIE_OPTIONS);
    return asked.map((sentence, i) => {
      const best = finder.best(dataset.lattice(i));
      return { ...sentence, pos: Array.from(best.labels, (label) => labels[label]!) };
    });
  };
}

/** A word or a part of speech as it was seen. */
export interface Seen {
  count: number;
  readonly tags: Set<number>;
}

/**
 * Which tags are candidates of a word: those that it was seen with if it was seen often enough;
 * those of its part of speech if not; all if that was never seen.
 *
 * Source: Clark and Curran 2007, Section 4.4, with tags of words that are seen k times (their tag
 * dictionary); there a rare word has the tags of its part of speech, too.
 */
export class Candidates {
  readonly #all: readonly number[];

  /**
   * Learns from sentences; words with other labels than the tags only count as seen.
   *
   * @param words how words were seen before
   * @param pos the same of parts of speech
   */
  constructor(
    sentences: readonly Sentence[],
    tags: readonly string[],
    readonly words: Map<string, Seen> = new Map(),
    readonly pos: Map<string, Seen> = new Map(),
  ) {
    const ranks = new Map(tags.map((tag, rank) => [tag, rank]));
    this.#all = [...tags.keys()];
    for (const sentence of sentences) {
      const pos = posOf(sentence);
      sentence.forms.forEach((form, t) => {
        const tag = ranks.get(sentence.labels[t]!);
        see(this.words, form, tag);
        see(this.pos, pos[t]!, tag);
      });
    }
  }

  /**
   * The candidates of a word, ascending; there is one at least.
   *
   * @param cutoff how often a word must have been seen for its own tags to be enough
   */
  of(form: string, pos: string, cutoff: number): readonly number[] {
    const word = this.words.get(form);
    const seen = word !== undefined && word.count >= cutoff ? word : this.pos.get(pos);
    if (seen === undefined || seen.tags.size === 0) return this.#all;
    return [...seen.tags].sort((a, b) => a - b);
  }
}

function see(seen: Map<string, Seen>, key: string, tag: number | undefined): void {
  const entry = remembered(seen, key, () => ({ count: 0, tags: new Set<number>() }));
  entry.count++;
  if (tag !== undefined) entry.tags.add(tag);
}

/** How often a word must have been seen for its own tags to be its candidates. */
export const CUTOFFS: readonly Cutoff[] = [20, 150];
/** The largest level; tags that are further behind have it, too. */
const LAST_LEVEL = NO_CANDIDATE - 1;

/** The levels of the tags of a sentence, at position · L + tag. */
export type Levels = Readonly<Record<Cutoff, Uint8Array>>;

/** Finds levels. */
export interface Beams {
  /** The scores of all tags, [n, L], and, for each cutoff, how far they are behind. */
  of(sentence: Sentence): { readonly emissions: Float64Array; readonly levels: Levels };
}

/**
 * Finds the levels of tags: ⌈−16 ln(p / p_max)⌉, where p is the probability of a tag under the
 * chain over the candidates of the sentence's words, and p_max that of the best tag of its word.
 * What is no candidate has level 255, what is further behind than 254 has that.
 *
 * p is by forward and backward sums over the candidates, all in logarithms of our own: the same
 * bytes on every machine. Cost: two exponentials a pair of candidates of neighbouring words.
 *
 * Source: Clark and Curran 2007, Section 4.3, equation (8) for β; Auli and Lopez 2011, Section 2.
 */
export function beams(
  tagger: Omit<Supertagger, "encoder">,
  candidates: Candidates,
  tagCount: number,
): Beams {
  const { unitExponent, transitions } = tagger.model;
  const dense = denseScores(transitions, 2 ** -unitExponent);
  const model = { transitions: dense, tagCount };
  return {
    of(sentence) {
      const emissions = tagger.emissions(sentence);
      const pos = posOf(sentence);
      const levelsOf = (cutoff: Cutoff): Uint8Array => {
        const permitted = sentence.forms.map((form, t) => candidates.of(form, pos[t]!, cutoff));
        return levels(permitted, emissions, model);
      };
      return { emissions, levels: { 20: levelsOf(20), 150: levelsOf(150) } };
    },
  };
}

function levels(
  permitted: readonly (readonly number[])[],
  emissions: Float64Array,
  model: { readonly transitions: Float64Array; readonly tagCount: number },
): Uint8Array {
  const offsets = startsOf(permitted);
  const tags = Int32Array.from(permitted.flat());
  const places = permitted.flatMap((tags, t) => tags.map((tag) => t * model.tagCount + tag));
  const scores = Float64Array.from(places, (place) => emissions[place]!);
  const around = new Float64Array(tags.length);
  new TagChain(model, { offsets, tags }).forwardBackward(scores, around, newWork());
  const found = new Uint8Array(emissions.length).fill(NO_CANDIDATE);
  for (let t = 0; t < permitted.length; t++) {
    const [from, to] = [offsets[t]!, offsets[t + 1]!];
    let best = -Infinity;
    for (let slot = from; slot < to; slot++) best = Math.max(best, scores[slot]! + around[slot]!);
    for (let slot = from; slot < to; slot++) {
      const behind = best - (scores[slot]! + around[slot]!);
      found[places[slot]!] = Math.min(LAST_LEVEL, Math.ceil(LEVELS_PER_NAT * behind));
    }
  }
  return found;
}

/** Slots without the parser's scores, and their levels. */
export interface SentenceSlots extends Omit<Slots, "leafScores"> {
  /** By cutoff, a number a slot. */
  readonly levels: Levels;
}

/**
 * Keeps the tags of each word that are no further behind than a level for one of the cutoffs, and
 * the right one, which may be no candidate.
 *
 * @param found what `Beams` found
 * @param depth the last level to keep
 * @param right the right tag of each word, −1 where it is none of the tags
 */
export function sentenceSlots(
  { emissions, levels }: ReturnType<Beams["of"]>,
  depth: number,
  right: Int32Array,
): SentenceSlots {
  const tagCount = emissions.length / right.length;
  const places: number[] = [];
  const offsets = new Int32Array(right.length + 1);
  for (let t = 0; t < right.length; t++) {
    for (let tag = 0; tag < tagCount; tag++) {
      const place = t * tagCount + tag;
      const isKept = tag === right[t] || CUTOFFS.some((cutoff) => levels[cutoff][place]! <= depth);
      if (isKept) places.push(place);
    }
    offsets[t + 1] = places.length;
  }
  const levelsOf = (cutoff: Cutoff) => Uint8Array.from(places, (place) => levels[cutoff][place]!);
  return {
    offsets,
    tags: Int32Array.from(places, (place) => place % tagCount),
    emissions: Float64Array.from(places, (place) => emissions[place]!),
    levels: { 20: levelsOf(20), 150: levelsOf(150) },
  };
}
