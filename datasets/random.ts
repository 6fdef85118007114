/**
 * Seeded random numbers, the same on every machine.
 *
 * @module
 */

import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Spreads stream numbers over the seeds: 2^32 divided by the golden ratio. */
const STREAM_STEP = 0x9e3779b9;

/** A stream of random numbers. Different streams of one seed are independent for our purposes. */
export class Random {
  readonly #generator: ReturnType<typeof xoroshiro128plus>;
  #spare: number | undefined;

  /** Starts a stream; the same seed and stream give the same numbers. */
  constructor(seed: number, stream = 0) {
    this.#generator = xoroshiro128plus((seed + Math.imul(stream, STREAM_STEP)) | 0);
  }

  /** A number, uniform in [0, 1). */
  uniform(): number {
    return uniformFloat64(this.#generator);
  }

  /** Uniform in {0, …, size − 1}. */
  integer(size: number): number {
    return Math.floor(this.uniform() * size);
  }

  /** Normal with mean 0 and variance 1: Marsaglia's polar method. */
  gaussian(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare;
      this.#spare = undefined;
      return spare;
    }
    let u = 0, v = 0, s = 0;
    do {
      u = 2 * this.uniform() - 1;
      v = 2 * this.uniform() - 1;
      s = u * u + v * v;
    } while (s >= 1 || s === 0);
    const scale = Math.sqrt(-2 * Math.log(s) / s);
    this.#spare = v * scale;
    return u * scale;
  }

  /** Geometric on {0, 1, 2, …} with the given mean, 0 if the mean is. */
  geometric(mean: number): number {
    if (mean <= 0) return 0;
    return Math.floor(Math.log(1 - this.uniform()) / Math.log(mean / (1 + mean)));
  }

  /** Puts items into a random order, in place: every order is as likely (Fisher and Yates). */
  shuffle<T, Items extends { length: number; [index: number]: T }>(items: Items): Items {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      [items[i], items[j]] = [items[j]!, items[i]!];
    }
    return items;
  }

  /**
   * An index, drawn with the probabilities whose running sums are given (the last is the total).
   */
  choose(cumulative: Float64Array): number {
    const target = this.uniform() * cumulative.at(-1)!;
    let low = 0, high = cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! > target) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
