/**
 * Scores that nobody has seen, and that are about as hard to decode.
 *
 * @module
 */

import type { Random } from "../../datasets/random.ts";

/** How often a pair is drawn until one is found. */
const DRAWS = 4;

/** The two best scores of a row: where, −1 if there is none; and its least and best finite one. */
export interface RowFacts {
  readonly best: number;
  readonly second: number;
  readonly low: number;
  readonly high: number;
}

/** Looks at all scores of a row. */
export function factsOf(row: Float64Array): RowFacts {
  let [best, second] = [-1, -1];
  let low = Infinity;
  for (let y = 0; y < row.length; y++) {
    const score = row[y]!;
    if (score === -Infinity) continue;
    if (score < low) low = score;
    if (best < 0 || score > row[best]!) {
      second = best;
      best = y;
    } else if (second < 0 || score > row[second]!) second = y;
  }
  return best < 0 ? { best, second, low: 0, high: 0 } : { best, second, low, high: row[best]! };
}

/**
 * Two places of a row whose scores may be exchanged: allowed ones, different, and not the best.
 * Twice the first place if none is found.
 */
export function drawPair(row: Float64Array, best: number, random: Random): [number, number] {
  for (let draw = 0; draw < DRAWS; draw++) {
    const one = random.integer(row.length);
    const other = random.integer(row.length);
    const isNone = one === best || other === best || row[one] === row[other] ||
      row[one] === -Infinity || row[other] === -Infinity;
    if (!isNone) return [one, other];
  }
  return [0, 0];
}

/**
 * Changes the scores of a row: two are exchanged (`drawPair`) and a constant is added to all, so
 * that the row is no longer as it was, nor what is left of it without its mean or its best score.
 *
 * No score becomes larger than `largest`, and all stay on their grid: constants are differences of
 * scores, and rounding to float32 keeps the leading bits. Sums are exact if they were.
 */
export function changeRow(
  row: Float64Array,
  { best, low, high }: RowFacts,
  largest: number,
  random: Random,
): void {
  const [one, other] = drawPair(row, best, random);
  [row[one], row[other]] = [row[other]!, row[one]!];
  const constant = row[random.integer(row.length)]! - row[random.integer(row.length)]!;
  const fits = Math.max(Math.abs(low + constant), Math.abs(high + constant)) <= largest;
  const shift = fits && Number.isFinite(constant) ? constant : 0;
  for (let y = 0; y < row.length; y++) row[y] = Math.fround(row[y]! + shift);
}
