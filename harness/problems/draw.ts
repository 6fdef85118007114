/**
 * Which sentences of a dataset a sample takes, and in which order.
 *
 * @module
 */

/** Shifts the points so that each lies inside its part, whatever the number of parts. */
const SHIFT = 1 / 3;

/**
 * Draws sentences over the quantiles of length: with the sentences sorted by length, ties by index,
 * the i-th drawn is the one at the quantile v(i) + 1/3 modulo 1, where v is the van der Corput
 * sequence to base 2 (0, 1/2, 1/4, 3/4, 1/8, …). So every prefix of a sample is spread evenly: of
 * the first 2^j points each of 2^j equal parts has one, a third or two thirds into it.
 *
 * @param sentences how many to draw; all if there are fewer
 * @param longest only sentences of at most so many positions
 * @returns indices of the dataset, in the order in which they are decoded
 *
 * Source: J. G. van der Corput, Verteilungsfunktionen I, 1935.
 *
 * @example
 * ```ts
 * import { drawSentences } from "./draw.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(drawSentences([10, 20, 30, 40, 50, 60, 70, 80], 4), [2, 6, 4, 0]);
 * assertEquals(drawSentences([10, 20, 30, 40, 50, 60, 70, 80], 4, 30), [1, 2, 0]);
 * ```
 */
export function drawSentences(
  lengths: ArrayLike<number>,
  sentences: number,
  longest = Infinity,
): number[] {
  const sorted = Array.from(lengths, (length, index) => ({ length, index }))
    .filter(({ length }) => length <= longest)
    .sort((a, b) => a.length - b.length || a.index - b.index);
  const count = Math.min(sentences, sorted.length);
  const ranks = new Set<number>();
  for (let point = 0; ranks.size < count; point++) {
    ranks.add(Math.floor(((vanDerCorput(point) + SHIFT) % 1) * sorted.length));
  }
  return Array.from(ranks, (rank) => sorted[rank]!.index);
}

/** The binary digits of a whole number, mirrored at the point. */
function vanDerCorput(index: number): number {
  let value = 0;
  for (let digit = 0.5; index > 0; digit /= 2) {
    if (index % 2 === 1) value += digit;
    index = Math.floor(index / 2);
  }
  return value;
}
