/**
 * Candidates: the tags that a word may have at all.
 *
 * @module
 */

import type { Sentence } from "../../corpora/corpus.ts";
import { posOf } from "./supertag_features.ts";

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
