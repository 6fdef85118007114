/**
 * What a sweep over a sentence keeps, in the memory of kernels.
 *
 * @module
 */

import type { Kernels } from "./kernels/kernels.ts";
import type { Path } from "./lattice.ts";

/** Addresses of the arrays that a sweep fills. */
export interface KeptAddresses {
  /** Kept labels, position after position. */
  readonly labels: number;
  /** Their prefix scores. */
  readonly prefixes: number;
  /** Where the labels of each position end. */
  readonly ends: number;
  /** The best path. */
  readonly path: number;
}

/** The labels kept at each position and the scores of the best prefixes into them. */
export class KeptLabels {
  readonly #kernels: Kernels;
  readonly #labelCount: number;
  #capacity = 0;
  #addresses: KeptAddresses = { labels: 0, prefixes: 0, ends: 0, path: 0 };

  /** Reserves nothing yet. */
  constructor(kernels: Kernels, labelCount: number) {
    this.#kernels = kernels;
    this.#labelCount = labelCount;
  }

  /** Room for all labels of that many positions. */
  reserve(length: number): KeptAddresses {
    if (length > this.#capacity) {
      const { arena, scoreBytes } = this.#kernels;
      this.#capacity = 2 * length;
      const size = this.#capacity * this.#labelCount;
      this.#addresses = {
        labels: arena.allocate(4 * size),
        prefixes: arena.allocate(scoreBytes * size),
        ends: arena.allocate(4 * this.#capacity),
        path: arena.allocate(4 * this.#capacity),
      };
    }
    return this.#addresses;
  }

  /** The best path through kept labels, see `keptPath`. */
  bestPath(tables: number, length: number): Path {
    const { arena, scoreBytes } = this.#kernels;
    const { labels, prefixes, ends, path } = this.#addresses;
    this.#kernels.keptPath(tables, length, labels, prefixes, ends, path);
    const last = arena.integers[ends / 4 + length - 1]! - 1;
    return {
      score: this.#kernels.scores[prefixes / scoreBytes + last]!,
      labels: arena.integers.slice(path / 4, path / 4 + length),
    };
  }
}
