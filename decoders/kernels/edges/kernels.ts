/**
 * Transitions in other orders, and their extremes, by kernels and by their plain twins.
 *
 * All take the address of L rows, padded with −∞ to whole blocks. Cost: O(L²).
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family, type InArena } from "../family.ts";
import { BLOCK } from "../rows.ts";
import BINARY from "./binary.json" with { type: "json" };

const twins = { blockMaxima, extremes, panelize, transpose };

/** Kernels over rows of transitions: see the functions below. */
export type EdgeKernels = {
  readonly [Name in keyof typeof twins]: InArena<typeof twins[Name]>;
};

/** The kernels, for arenas of either kind. */
export const EDGES: Family<EdgeKernels> = /* @__PURE__ */ new Family<EdgeKernels>(BINARY, twins);

/** The largest edge into each label, and the largest and the smallest one out of it, as rows. */
function extremes(
  { scores, scoreBytes }: Arena,
  edges: number,
  labelCount: number,
  blocks: number,
  incoming: number,
  outgoing: number,
  least: number,
): void {
  const width = blocks * BLOCK;
  const rows = [incoming, outgoing, least].map((address) => address / scoreBytes);
  for (const row of rows) scores.fill(-Infinity, row, row + width);
  const [into, out, smallest] = rows as [number, number, number];
  for (let x = 0; x < labelCount; x++) {
    let [most, low] = [-Infinity, Infinity];
    for (let y = 0; y < labelCount; y++) {
      const score = scores[edges / scoreBytes + x * width + y]!;
      if (score > most) most = score;
      if (score < low) low = score;
      if (score > scores[into + y]!) scores[into + y] = score;
    }
    scores[out + x] = most;
    scores[smallest + x] = low;
  }
}

/** The largest edge from each label into each block; `stride` bytes from label to label. */
function blockMaxima(
  { scores, scoreBytes }: Arena,
  edges: number,
  labelCount: number,
  blocks: number,
  maxima: number,
  stride: number,
): void {
  for (let x = 0; x < labelCount; x++) {
    for (let b = 0; b < blocks; b++) {
      const from = edges / scoreBytes + (x * blocks + b) * BLOCK;
      let most = -Infinity;
      for (let i = from; i < from + BLOCK; i++) if (scores[i]! > most) most = scores[i]!;
      scores[(maxima + x * stride) / scoreBytes + b] = most;
    }
  }
}

/**
 * Copies the rows of `count` labels from `first` on into panels: for each block of next labels, L
 * rows of 16 scores. `edges` is the address of the first of these rows. The score before the panels
 * is raised to the largest one.
 */
function panelize(
  { scores, scoreBytes }: Arena,
  edges: number,
  first: number,
  count: number,
  labelCount: number,
  blocks: number,
  panels: number,
): void {
  for (let x = 0; x < count; x++) {
    for (let b = 0; b < blocks; b++) {
      const from = edges / scoreBytes + (x * blocks + b) * BLOCK;
      const to = panels / scoreBytes + (b * labelCount + first + x) * BLOCK;
      scores.copyWithin(to, from, from + BLOCK);
    }
  }
  const top = panels / scoreBytes - 1;
  const end = edges / scoreBytes + count * blocks * BLOCK;
  for (let i = edges / scoreBytes; i < end; i++) {
    if (scores[i]! > scores[top]!) scores[top] = scores[i]!;
  }
}

/** Writes the transposed rows to another address. */
function transpose(
  { scores, scoreBytes }: Arena,
  edges: number,
  labelCount: number,
  blocks: number,
  target: number,
): void {
  const width = blocks * BLOCK;
  const [from, to] = [edges / scoreBytes, target / scoreBytes];
  for (let y = 0; y < labelCount; y++) {
    for (let x = 0; x < width; x++) {
      scores[to + y * width + x] = x < labelCount ? scores[from + x * width + y]! : -Infinity;
    }
  }
}
