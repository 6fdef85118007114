/**
 * What a sweep over a sentence keeps, in the memory of kernels.
 *
 * @module
 */

import type { Kernels } from "./kernels/kernels.ts";
import type { Model, Path } from "./lattice.ts";

/** Addresses of the arrays that a sweep fills. */
export interface KeptAddresses {
  /** Kept labels, position after position. */
  readonly labels: number;
  /** Their prefix scores. */
  readonly prefixes: number;
  /** Where the labels of each position end. */
  readonly ends: number;
}

/** The labels kept at each position and the scores of the best prefixes into them. */
export class KeptLabels {
  readonly #kernels: Kernels;
  readonly #model: Model;
  #capacity = 0;
  #addresses: KeptAddresses = { labels: 0, prefixes: 0, ends: 0 };

  /** Reserves nothing yet. */
  constructor(kernels: Kernels, model: Model) {
    this.#kernels = kernels;
    this.#model = model;
  }

  /** Room for all labels of that many positions. */
  reserve(length: number): KeptAddresses {
    if (length > this.#capacity) {
      const { arena, scoreBytes } = this.#kernels;
      this.#capacity = 2 * length;
      const size = this.#capacity * this.#model.labelCount;
      this.#addresses = {
        labels: arena.allocate(4 * size),
        prefixes: arena.allocate(scoreBytes * size),
        ends: arena.allocate(4 * this.#capacity),
      };
    }
    return this.#addresses;
  }

  /** The best path through kept labels that ends in the last one; of equal labels the smallest. */
  bestPath(length: number): Path {
    const { arena: { integers }, scores, scoreBytes } = this.#kernels;
    const { labelCount, transitions } = this.#model;
    const kept = this.#addresses.labels / 4;
    const prefixes = this.#addresses.prefixes / scoreBytes;
    const ends = this.#addresses.ends / 4;
    const labels = new Int32Array(length);
    const last = integers[ends + length - 1]! - 1;
    labels[length - 1] = integers[kept + last]!;
    for (let t = length - 2; t >= 0; t--) {
      const next = labels[t + 1]!;
      let best = -Infinity;
      for (let i = t === 0 ? 0 : integers[ends + t - 1]!; i < integers[ends + t]!; i++) {
        const label = integers[kept + i]!;
        const score = scores[prefixes + i]! + transitions[label * labelCount + next]!;
        if (score > best) {
          best = score;
          labels[t] = label;
        }
      }
    }
    return { score: scores[prefixes + last]!, labels };
  }
}
