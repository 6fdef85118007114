/**
 * Expected uses of edges: the twins of kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { BLOCK } from "../rows.ts";

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
