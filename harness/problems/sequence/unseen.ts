/**
 * Sentences that no decoder can have seen: of the sizes of others and about as hard, with contents
 * of their own.
 *
 * @module
 */

import { Random } from "../../../datasets/random.ts";
import type { Lattice } from "../../../decoders/lattice.ts";

/** Makes contents of the rows of given sentences. */
export class UnseenLattices {
  readonly #labelCount: number;
  readonly #lattices: readonly Lattice[];
  /** From the longest to the shortest. */
  readonly #byLength: readonly Lattice[];
  readonly #largest: number;

  /** Copies nothing. */
  constructor(lattices: readonly Lattice[], labelCount: number) {
    this.#labelCount = labelCount;
    this.#lattices = lattices;
    this.#byLength = lattices.toSorted((a, b) => b.length - a.length);
    this.#largest = lattices.reduce(
      (largest, { emissions }) => Math.max(largest, ...rangeOf(emissions)),
      0,
    );
  }

  /**
   * A sentence of the length of another, the same for the same seed and turn.
   *
   * It is a part of a sentence that is at least as long, so that neighbours fit one another as well
   * as before and decoders that prune have much the same to do. In each row two labels exchange
   * their scores, a constant is added to all, and all are rounded to float32. So neither a
   * sentence, nor a row, nor what is left of a row without its mean or its largest score was there
   * before; and the best path is not known.
   *
   * No score is larger than the largest of the sample, and all are on its grid: constants are
   * differences of scores, and rounding keeps the leading bits. Sums are exact if they were.
   */
  lattice(seed: number, sentence: number, turn: number): Lattice {
    const { length } = this.#lattices[sentence]!;
    const random = new Random(seed, turn * this.#lattices.length + sentence);
    const shorter = this.#byLength.findIndex((other) => other.length < length);
    const long = shorter < 0 ? this.#lattices.length : shorter;
    const whole = this.#byLength[random.integer(long)]!;
    const first = random.integer(whole.length - length + 1) * this.#labelCount;
    const size = length * this.#labelCount;
    const emissions = whole.emissions.slice(first, first + size);
    for (let at = 0; at < size; at += this.#labelCount) {
      const row = emissions.subarray(at, at + this.#labelCount);
      exchange(row, random);
      this.#shift(row, random);
    }
    return { length, emissions };
  }

  #shift(row: Float64Array, random: Random): void {
    const constant = row[random.integer(row.length)]! - row[random.integer(row.length)]!;
    const [low, high] = rangeOf(row, constant);
    const fits = Math.max(low, high) <= this.#largest;
    const shift = fits && Number.isFinite(constant) ? constant : 0;
    for (let y = 0; y < row.length; y++) row[y] = Math.fround(row[y]! + shift);
  }
}

/** Exchanges the scores of two labels that are allowed. */
function exchange(row: Float64Array, random: Random): void {
  if (row.length === 1) return;
  const one = random.integer(row.length);
  const other = (one + 1 + random.integer(row.length - 1)) % row.length;
  const scores = [row[one]!, row[other]!] as const;
  if (scores.includes(-Infinity)) return;
  [row[other], row[one]] = scores;
}

/** Magnitudes of the least and the largest finite score, shifted; 0 if there is none. */
function rangeOf(row: Float64Array, shift = 0): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (let y = 0; y < row.length; y++) {
    const score = row[y]!;
    if (score > high) high = score;
    if (score < low && score !== -Infinity) low = score;
  }
  return high === -Infinity ? [0, 0] : [Math.abs(low + shift), Math.abs(high + shift)];
}
