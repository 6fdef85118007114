/**
 * The chain of a sentence's tags.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import { exp, log } from "../../kernels/probability/exp.ts";
import type { ParsingModel, Slots } from "../model.ts";

/** The best tags. */
export interface BestTags {
  readonly score: number;
  /** A slot for each word. */
  readonly slots: Int32Array;
}

/**
 * The first-order chain over the permitted slots of a sentence. Its scores are given anew for each
 * sweep, a number a slot; transitions are the model's. A sweep combines each pair of slots of
 * neighbouring words once: these are the bigrams.
 */
export class TagChain {
  /** Pairs of slots of neighbouring words. */
  readonly bigrams: number;
  readonly #slots: Pick<Slots, "offsets" | "tags">;
  /** Transitions into each slot, from the slots of the word before. */
  readonly #transitions: Float64Array;
  /** Offsets of the transitions into each slot. */
  readonly #places: Int32Array;
  /** The same less the first slot of the word before. */
  readonly #bases: Int32Array;

  /** Gathers the transitions. Cost: O(bigrams). */
  constructor(
    { transitions, tagCount }: Pick<ParsingModel, "transitions" | "tagCount">,
    slots: Pick<Slots, "offsets" | "tags">,
  ) {
    const { offsets, tags } = slots;
    this.#slots = slots;
    this.#places = new Int32Array(tags.length + 1);
    this.#bases = new Int32Array(tags.length);
    const found: number[] = [];
    for (let word = 0; word + 1 < offsets.length; word++) {
      for (let slot = offsets[word]!; slot < offsets[word + 1]!; slot++) {
        const first = word > 0 ? offsets[word - 1]! : offsets[word]!;
        this.#bases[slot] = found.length - first;
        for (let before = first; before < offsets[word]!; before++) {
          found.push(transitions[tags[before]! * tagCount + tags[slot]!]!);
        }
        this.#places[slot + 1] = found.length;
      }
    }
    this.#transitions = Float64Array.from(found);
    this.bigrams = found.length;
  }

  /** The transition between slots of neighbouring words. */
  transition(before: number, slot: number): number {
    return this.#transitions[this.#bases[slot]! + before]!;
  }

  /** The score of one slot a word. */
  score(scores: Float64Array, slots: Int32Array): number {
    let score = 0;
    slots.forEach((slot, word) => {
      score += scores[slot]!;
      if (word > 0) score += this.transition(slots[word - 1]!, slot);
    });
    return score;
  }

  /** The best slots by Viterbi. Ties: the smallest slot, from the last word backwards. */
  best(scores: Float64Array, work: Work): BestTags {
    const { offsets } = this.#slots;
    const length = offsets.length - 1;
    const prefix = this.#forward(scores, work, highest);
    const slots = new Int32Array(length);
    let score = -Infinity;
    for (let slot = offsets[length - 1]!; slot < offsets[length]!; slot++) {
      if (prefix[slot]! + scores[slot]! <= score) continue;
      score = prefix[slot]! + scores[slot]!;
      slots[length - 1] = slot;
    }
    for (let word = length - 1; word > 0; word--) {
      const next = slots[word]!;
      let before = offsets[word - 1]!;
      while (prefix[before]! + scores[before]! + this.transition(before, next) !== prefix[next]) {
        before++;
      }
      slots[word - 1] = before;
    }
    return { score, slots };
  }

  /** The best score of tags through each slot. */
  maxMarginals(scores: Float64Array, work: Work): Float64Array {
    const prefix = this.#forward(scores, work, highest);
    const suffix = this.#backward(scores, work, highest);
    return scores.map((score, slot) => prefix[slot]! + score + suffix[slot]!);
  }

  /**
   * Sums over all tags in logarithms: `into` gets ln of what all tags to the left weigh plus ln of
   * what all to the right weigh, the slot's own score left out.
   *
   * Source: Auli and Lopez 2011, Section 4.1, equations (3) to (6).
   *
   * @returns ln Z
   */
  forwardBackward(scores: Float64Array, into: Float64Array, work: Work): number {
    const prefix = this.#forward(scores, work, logSum);
    const suffix = this.#backward(scores, work, logSum);
    for (let slot = 0; slot < into.length; slot++) into[slot] = prefix[slot]! + suffix[slot]!;
    const { offsets } = this.#slots;
    const last = Float64Array.from(
      { length: offsets.at(-1)! - offsets.at(-2)! },
      (_, index) => prefix[offsets.at(-2)! + index]! + scores[offsets.at(-2)! + index]!,
    );
    return logSum(last, last.length);
  }

  /**
   * The probability of each pair of slots of neighbouring words: slot by slot from the second word
   * on, and for each the slots of the word before.
   */
  pairPosteriors(scores: Float64Array, work: Work): Float64Array {
    const { offsets } = this.#slots;
    const prefix = this.#forward(scores, work, logSum);
    const suffix = this.#backward(scores, work, logSum);
    // Through any one word all tags pass.
    const first = scores.subarray(0, offsets[1]).map((score, slot) => score + suffix[slot]!);
    const total = logSum(first, first.length);
    const posteriors = new Float64Array(this.bigrams);
    for (let word = 1; word + 1 < offsets.length; word++) {
      for (let slot = offsets[word]!; slot < offsets[word + 1]!; slot++) {
        const after = scores[slot]! + suffix[slot]! - total;
        for (let before = offsets[word - 1]!; before < offsets[word]!; before++) {
          const pair = this.#bases[slot]! + before;
          const score = prefix[before]! + scores[before]! + this.#transitions[pair]! + after;
          posteriors[pair] = exp(score);
        }
      }
    }
    return posteriors;
  }

  #forward(scores: Float64Array, work: Work, combine: Combine): Float64Array {
    const { offsets } = this.#slots;
    const sums = new Float64Array(scores.length);
    const terms = new Float64Array(scores.length);
    for (let word = 1; word + 1 < offsets.length; word++) {
      const first = offsets[word - 1]!;
      const size = offsets[word]! - first;
      for (let slot = offsets[word]!; slot < offsets[word + 1]!; slot++) {
        const place = this.#places[slot]!;
        for (let i = 0; i < size; i++) {
          terms[i] = sums[first + i]! + scores[first + i]! + this.#transitions[place + i]!;
        }
        sums[slot] = combine(terms, size);
      }
    }
    work.edgeEvaluations += this.bigrams;
    return sums;
  }

  #backward(scores: Float64Array, work: Work, combine: Combine): Float64Array {
    const { offsets } = this.#slots;
    const sums = new Float64Array(scores.length);
    const terms = new Float64Array(scores.length);
    for (let word = offsets.length - 3; word >= 0; word--) {
      const next = offsets[word + 1]!;
      const size = offsets[word + 2]! - next;
      for (let slot = offsets[word]!; slot < next; slot++) {
        const column = slot - offsets[word]!;
        for (let i = 0; i < size; i++) {
          terms[i] = sums[next + i]! + scores[next + i]! +
            this.#transitions[this.#places[next + i]! + column]!;
        }
        sums[slot] = combine(terms, size);
      }
    }
    work.edgeEvaluations += this.bigrams;
    return sums;
  }
}

/** The maximum or the sum of several continuations. */
type Combine = (terms: Float64Array, size: number) => number;

function highest(terms: Float64Array, size: number): number {
  let most = -Infinity;
  for (let i = 0; i < size; i++) if (terms[i]! > most) most = terms[i]!;
  return most;
}

/** ln Σ e^term; −∞ if there is none. */
export function logSum(terms: Float64Array, size: number): number {
  const most = highest(terms, size);
  if (most === -Infinity) return most;
  let sum = 0;
  for (let i = 0; i < size; i++) sum += exp(terms[i]! - most);
  return most + log(sum);
}
