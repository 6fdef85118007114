/**
 * Sums over paths by kernels, and by their plain twins.
 *
 * A row has a weight a label and is padded with zeros, which −∞ become, to whole blocks. What is
 * found on the way goes to `FACTS` float64 at the address `facts`.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family, type InArena } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };
import { differenceError, exp, LEAST_EXPONENT } from "./exp.ts";
import { BLOCK } from "../rows.ts";
import { CHUNK } from "./tables.ts";

const TWINS = {
  denseCounts,
  denseSums,
  dotRows,
  edgeCounts,
  exponentials,
  listSums,
  multiplyRow,
  scaleRow,
  shareRow,
  stageRow,
  sumRow,
  weighRow,
};

/** Kernels over rows of weights: see the functions of this file. */
export type ProbabilityKernels = {
  readonly [Name in keyof typeof TWINS]: InArena<typeof TWINS[Name]>;
};

/** The kernels, for arenas of float64, of either kind. */
export const PROBABILITY: Family<ProbabilityKernels> = /* @__PURE__ */ new Family<
  ProbabilityKernels
>(BINARY, TWINS);

/** Room for what kernels find on the way. */
export const FACTS = 3;

/** Lists that are summed over side by side. */
export const LISTS = 4;

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

/** to(y) = one(y)·other(y)·factor for so many labels; nothing is written behind the last one. */
export function shareRow(
  { doubles }: Arena,
  one: number,
  other: number,
  factor: number,
  to: number,
  labelCount: number,
): void {
  for (let y = 0; y < labelCount; y++) {
    doubles[to / 8 + y] = doubles[one / 8 + y]! * doubles[other / 8 + y]! * factor;
  }
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

/** What additions a term of a sum of so many goes through at most. */
export function sumDepth(terms: number): number {
  return Math.min(terms, CHUNK) + Math.ceil(terms / CHUNK);
}

/**
 * to(y) = Σ_x from(x)·E(x, y).
 *
 * @param panels weights of the edges, for each block of next labels L rows (see `placePanels`)
 */
export function denseSums(
  { doubles }: Arena,
  from: number,
  panels: number,
  to: number,
  labelCount: number,
  blocks: number,
): void {
  const chunk = new Float64Array(BLOCK);
  for (let b = 0; b < blocks; b++) {
    const edges = panels / 8 + b * labelCount * BLOCK;
    const target = to / 8 + b * BLOCK;
    doubles.fill(0, target, target + BLOCK);
    for (let first = 0; first < labelCount; first += CHUNK) {
      chunk.fill(0);
      for (let x = first; x < Math.min(first + CHUNK, labelCount); x++) {
        const weight = doubles[from / 8 + x]!;
        for (let i = 0; i < BLOCK; i++) chunk[i]! += weight * doubles[edges + x * BLOCK + i]!;
      }
      for (let i = 0; i < BLOCK; i++) doubles[target + i]! += chunk[i]!;
    }
  }
}

/**
 * to(y) = start + Σ_i source_i·weight_i for the labels of lists, or to(y) + Σ where lists go on.
 * Two labels have the same sources, and two such pairs of equal length lie side by side, edge by
 * edge; sources are addresses, targets offsets in bytes.
 *
 * @param goesOn 1 if lists go on, 0 if not
 * @param groups how many times two pairs there are
 * @param lengths address of an integer a group
 * @param targets address of four a group
 * @param sources address of two an edge of a group, one a pair
 * @param weights address of four float64 an edge of a group
 */
export function listSums(
  { doubles, integers }: Arena,
  start: number,
  goesOn: number,
  groups: number,
  lengths: number,
  targets: number,
  sources: number,
  weights: number,
  to: number,
): void {
  const at = (offset: number) => (to + integers[targets / 4 + offset]!) / 8;
  let first = 0;
  for (let g = 0; g < groups; g++, targets += 4 * LISTS) {
    const length = integers[lengths / 4 + g]!;
    const sums = [0, 1, 2, 3].map((lane) => {
      let sum = 0;
      for (let i = 0; i < length; i++) {
        const source = integers[sources / 4 + 2 * (first + i) + (lane >> 1)]!;
        sum += doubles[(source >>> 0) / 8]! * doubles[weights / 8 + LISTS * (first + i) + lane]!;
      }
      return (goesOn === 1 ? doubles[at(lane)]! : start) + sum;
    });
    sums.forEach((sum, lane) => doubles[at(lane)] = sum);
    first += length;
  }
}

/**
 * counts(x, y) = Σ_t before_t(x)·after_t(y), L rows.
 *
 * @param before address of a row a step
 * @param after address of as many
 */
export function denseCounts(
  { doubles }: Arena,
  before: number,
  after: number,
  steps: number,
  counts: number,
  labelCount: number,
  blocks: number,
): void {
  const width = blocks * BLOCK;
  const start = counts / 8;
  doubles.fill(0, start, start + labelCount * width);
  for (let t = 0; t < steps; t++) {
    for (let x = 0; x < labelCount; x++) {
      const weight = doubles[before / 8 + t * width + x]!;
      const [to, from] = [start + x * width, after / 8 + t * width];
      for (let y = 0; y < width; y++) doubles[to + y]! += weight * doubles[from + y]!;
    }
  }
}

/**
 * counts_i = Σ_t before_t(source_i)·after_t(target_i) for pairs of edges, whose sources and targets
 * are offsets in bytes.
 *
 * @param row bytes of a row
 */
export function edgeCounts(
  { doubles, integers }: Arena,
  before: number,
  after: number,
  steps: number,
  row: number,
  pairs: number,
  sources: number,
  targets: number,
  counts: number,
): void {
  for (let i = 0; i < 2 * pairs; i++) {
    let from = (before + integers[sources / 4 + i]!) / 8;
    let to = (after + integers[targets / 4 + i]!) / 8;
    let sum = 0;
    for (let t = 0; t < steps; t++, from += row / 8, to += row / 8) {
      sum += doubles[from]! * doubles[to]!;
    }
    doubles[counts / 8 + i] = sum;
  }
}
