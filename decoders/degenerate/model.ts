/**
 * The degenerate lattice: the labels past the first 2^m of a column merged into one.
 *
 * At level m the first 2^m labels are active, all others form one group whose emission, and whose
 * transitions from and to labels and groups, are maxima over its members. The groups
 * {label ≥ 2^m} are nested, so there are only ⌈log2 L⌉ of them. A group of a single member is that
 * member: it counts as active.
 *
 * Lemma: a path over a degenerate lattice scores at least as much as every path it stands for. So
 * if a best path of the degenerate lattice has no group in it, it is a best path.
 *
 * Source: Kaji et al. 2010, Section 3.1, equations (1)–(4), Lemma 1 (with ≤ for the printed <).
 *
 * @module
 */

import type { Lattice, Model } from "../lattice.ts";

/** A model with its groups: nodes 0 … L−1 are labels, node L+m is the group {label ≥ 2^m}. */
export interface DegenerateModel {
  /** Labels, L. */
  readonly labelCount: number;
  /** Number of groups with two members or more. */
  readonly groupCount: number;
  /** Labels and groups: the row length of `transitions`. */
  readonly nodeCount: number;
  /** Largest transition between any members of two nodes, at `from * nodeCount + to`. */
  readonly transitions: Float64Array;
}

/**
 * Extends a model by its groups.
 *
 * Cost: O((L + log L)²) time and memory, once a model.
 */
export function degenerateModel({ labelCount, transitions }: Model): DegenerateModel {
  let groupCount = 0;
  while (labelCount - 2 ** groupCount >= 2) groupCount++;
  const nodeCount = labelCount + groupCount;
  const extended = new Float64Array(nodeCount * nodeCount);
  for (let x = 0; x < labelCount; x++) {
    const row = extended.subarray(x * nodeCount, (x + 1) * nodeCount);
    row.set(transitions.subarray(x * labelCount, (x + 1) * labelCount));
    groupMaxima(row, 0, labelCount, groupCount, row, labelCount);
  }
  for (let group = groupCount - 1; group >= 0; group--) {
    const row = extended.subarray((labelCount + group) * nodeCount).subarray(0, nodeCount);
    row.fill(-Infinity);
    // The members are those of the next smaller group and the labels between.
    const smaller = group + 1 < groupCount ? [labelCount + group + 1] : [];
    const end = group + 1 < groupCount ? 2 ** (group + 1) : labelCount;
    for (let x = 2 ** group; x < end; x++) smaller.push(x);
    for (const member of smaller) {
      const start = member * nodeCount;
      for (let y = 0; y < nodeCount; y++) {
        if (extended[start + y]! > row[y]!) row[y] = extended[start + y]!;
      }
    }
  }
  return { labelCount, groupCount, nodeCount, transitions: extended };
}

/**
 * The emissions of the groups: `maxima[t * groupCount + m]` is the largest of the labels ≥ 2^m at
 * position t. Cost: O(TL).
 */
export function groupEmissions(
  { labelCount, groupCount }: DegenerateModel,
  { length, emissions }: Lattice,
  maxima: Float64Array,
): void {
  for (let t = 0; t < length; t++) {
    groupMaxima(emissions, t * labelCount, labelCount, groupCount, maxima, t * groupCount);
  }
}

/** maxima[at + m] = the largest of the scores from start + 2^m to start + labelCount. */
function groupMaxima(
  scores: Float64Array,
  start: number,
  labelCount: number,
  groupCount: number,
  maxima: Float64Array,
  at: number,
): void {
  let largest = -Infinity;
  let end = labelCount;
  for (let group = groupCount - 1; group >= 0; group--) {
    const begin = 1 << group;
    for (let y = start + begin; y < start + end; y++) {
      if (scores[y]! > largest) largest = scores[y]!;
    }
    maxima[at + group] = largest;
    end = begin;
  }
}
