/**
 * Which tags the words of a sentence have slots for: candidates, how far each of them is behind the
 * best one, and those down to a beam.
 *
 * @module
 */

import type { Sentence } from "../../corpora/corpus.ts";
import { posOf } from "../../ccg/tree.ts";
import { newWork } from "../../../decoders/contract.ts";
import { TagChain } from "../../../decoders/parsing/messages/tag_chain.ts";
import { type Cutoff, NO_CANDIDATE, type Slots } from "../../../decoders/parsing/model.ts";
import { LEVELS_PER_NAT } from "../../search_space.ts";
import type { Supertagger } from "./taggers.ts";

/** Words or parts of speech as they were seen. */
interface Seen {
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
  readonly #words = new Map<string, Seen>();
  readonly #pos = new Map<string, Seen>();
  readonly #all: readonly number[];

  /** Learns from sentences; words with other labels than the tags only count as seen. */
  constructor(sentences: readonly Sentence[], tags: readonly string[]) {
    const ranks = new Map(tags.map((tag, rank) => [tag, rank]));
    this.#all = [...tags.keys()];
    for (const sentence of sentences) {
      const pos = posOf(sentence);
      sentence.forms.forEach((form, t) => {
        const tag = ranks.get(sentence.labels[t]!);
        see(this.#words, form, tag);
        see(this.#pos, pos[t]!, tag);
      });
    }
  }

  /**
   * The candidates of a word, ascending; there is one at least.
   *
   * @param cutoff how often a word must have been seen for its own tags to be enough
   */
  of(form: string, pos: string, cutoff: number): readonly number[] {
    const word = this.#words.get(form);
    const seen = word !== undefined && word.count >= cutoff ? word : this.#pos.get(pos);
    if (seen === undefined || seen.tags.size === 0) return this.#all;
    return [...seen.tags].sort((a, b) => a - b);
  }
}

function see(seen: Map<string, Seen>, key: string, tag: number | undefined): void {
  let entry = seen.get(key);
  if (entry === undefined) seen.set(key, entry = { count: 0, tags: new Set() });
  entry.count++;
  if (tag !== undefined) entry.tags.add(tag);
}

/** How often a word must have been seen for its own tags to be its candidates. */
export const CUTOFFS: readonly Cutoff[] = [20, 150];
/** The last level that is told from others; further behind is this far. */
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
export function beams(tagger: Supertagger, candidates: Candidates, tagCount: number): Beams {
  const { unitExponent, transitions } = tagger.model;
  const unit = 2 ** -unitExponent;
  const dense = new Float64Array(tagCount * tagCount);
  const { offsets, columns, values } = transitions;
  for (let x = 0; x < tagCount; x++) {
    for (let i = offsets[x]!; i < offsets[x + 1]!; i++) {
      dense[x * tagCount + columns[i]!] = unit * values[i]!;
    }
  }
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
  const offsets = new Int32Array(permitted.length + 1);
  permitted.forEach((tags, t) => offsets[t + 1] = offsets[t]! + tags.length);
  const tags = Int32Array.from(permitted.flat());
  const places = permitted.flatMap((own, t) => own.map((tag) => t * model.tagCount + tag));
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
