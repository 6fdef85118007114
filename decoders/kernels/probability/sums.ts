/**
 * Sums over the edges into each label: the twins of kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { BLOCK } from "../rows.ts";
import { CHUNK } from "./tables.ts";

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
 * to(y) = start + Σ_i from(source_i)·weight_i for the labels of lists. Four lists of equal length
 * lie side by side, edge by edge; sources and targets are offsets in bytes.
 *
 * @param groups how many times four lists there are
 * @param lengths address of an integer a group
 * @param targets address of four a group
 * @param sources address of four an edge of a group
 * @param weights address of as many float64
 */
export function listSums(
  { doubles, integers }: Arena,
  from: number,
  start: number,
  groups: number,
  lengths: number,
  targets: number,
  sources: number,
  weights: number,
  to: number,
): void {
  let first = 0;
  for (let g = 0; g < groups; g++) {
    const length = integers[lengths / 4 + g]!;
    for (let lane = 0; lane < 4; lane++) {
      let sum = start;
      for (let chunk = 0; chunk < length; chunk += CHUNK) {
        let part = 0;
        for (let i = chunk; i < Math.min(chunk + CHUNK, length); i++) {
          const edge = first + 4 * i + lane;
          const source = (from + integers[sources / 4 + edge]!) / 8;
          part += doubles[source]! * doubles[weights / 8 + edge]!;
        }
        sum += part;
      }
      doubles[(to + integers[targets / 4 + 4 * g + lane]!) / 8] = sum;
    }
    first += 4 * length;
  }
}
