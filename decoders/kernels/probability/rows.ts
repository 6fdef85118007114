/**
 * Rows of weights: the twins of kernels.
 *
 * A row has a weight a label and is padded with zeros, which −∞ become, to whole blocks. What is
 * found on the way goes to `FACTS` float64 at the address `facts`.
 *
 * @module
 */

import { differenceError, exp, LEAST_EXPONENT } from "./exp.ts";
import type { Arena } from "../arena.ts";
import { BLOCK } from "../rows.ts";

/** Room for what kernels find on the way. */
export const FACTS = 3;

/** Float64 of a quad: so many sums run side by side. */
const LANES = 8;

/** What additions a term of `sumRow` or `dotRows` goes through at most. */
export function rowDepth(width: number): number {
  return width / LANES + 3;
}

/** Turns scores, at most `shift`, into weights e^(score − shift). */
export function exponentials(
  { doubles }: Arena,
  scores: number,
  bytes: number,
  shift: number,
): void {
  for (let i = scores / 8; i < (scores + bytes) / 8; i++) doubles[i] = exp(doubles[i]! - shift);
}

/**
 * Turns scores into weights e^(score − m), m the largest one. Gives m, the smallest finite
 * score − m, and how far those that are not below `LEAST_EXPONENT` are rounded at most. Only m, and
 * the row stays as it is, if that is −∞.
 */
export function weighRow({ doubles }: Arena, scores: number, bytes: number, facts: number): void {
  const end = (scores + bytes) / 8;
  let most = -Infinity;
  for (let i = scores / 8; i < end; i++) if (doubles[i]! > most) most = doubles[i]!;
  doubles[facts / 8] = most;
  if (most === -Infinity) return;
  let [least, worst] = [0, 0];
  for (let i = scores / 8; i < end; i++) {
    const score = doubles[i]!;
    const below = score - most;
    doubles[i] = exp(below);
    if (below < least && below !== -Infinity) least = below;
    if (below >= LEAST_EXPONENT) worst = Math.max(worst, differenceError(score, most));
  }
  doubles[facts / 8 + 1] = least;
  doubles[facts / 8 + 2] = worst;
}

/** to = from · weights, label by label; gives the largest product and the smallest positive one. */
export function multiplyRow(
  { doubles }: Arena,
  from: number,
  weights: number,
  to: number,
  bytes: number,
  facts: number,
): void {
  let [most, least] = [0, Infinity];
  for (let o = 0; o < bytes / 8; o++) {
    const product = doubles[from / 8 + o]! * doubles[weights / 8 + o]!;
    doubles[to / 8 + o] = product;
    if (product > most) most = product;
    if (product > 0 && product < least) least = product;
  }
  doubles[facts / 8] = most;
  doubles[facts / 8 + 1] = least;
}

/** Multiplies a row by a number. */
export function scaleRow({ doubles }: Arena, row: number, bytes: number, factor: number): void {
  for (let i = row / 8; i < (row + bytes) / 8; i++) doubles[i]! *= factor;
}

/** The sum of a row, in eight parts. */
export function sumRow({ doubles }: Arena, row: number, bytes: number): number {
  const parts = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let o = 0; o < bytes / 8; o++) parts[o % LANES]! += doubles[row / 8 + o]!;
  return total(parts);
}

/** The sum of the products of two rows, in eight parts. */
export function dotRows({ doubles }: Arena, one: number, other: number, bytes: number): number {
  const parts = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let o = 0; o < bytes / 8; o++) {
    parts[o % LANES]! += doubles[one / 8 + o]! * doubles[other / 8 + o]!;
  }
  return total(parts);
}

/**
 * Copies a row, and writes the sum of each of its blocks after the copy, of which they are a part
 * to those who sum over sources.
 */
export function stageRow({ doubles }: Arena, row: number, bytes: number, staged: number): void {
  const count = bytes / 8;
  doubles.copyWithin(staged / 8, row / 8, row / 8 + count);
  for (let b = 0; b < count / BLOCK; b++) {
    const lane = (i: number) => {
      const from = (vector: number) => doubles[row / 8 + b * BLOCK + 2 * vector + i]!;
      return ((from(0) + from(1)) + (from(2) + from(3))) +
        ((from(4) + from(5)) + (from(6) + from(7)));
    };
    doubles[staged / 8 + count + b] = lane(0) + lane(1);
  }
}

/** What additions a term of a block's sum goes through. */
export const BLOCK_DEPTH = 4;

/** Adds lanes as vectors are added: two lanes each of four vectors. */
function total(parts: readonly number[]): number {
  const [a0, a1, b0, b1, c0, c1, d0, d1] = parts as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ];
  return ((a0 + b0) + (c0 + d0)) + ((a1 + b1) + (c1 + d1));
}
