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

/** Gets a transition between nodes that has another score than before. */
export type ChangedEdge = (from: number, to: number, score: number) => void;

/**
 * Follows a change of the transition from label x to y: the maxima of the groups around x and y
 * become those of a fresh model.
 *
 * A score that has risen is compared with them. One that has fallen may have been the largest: by
 * nesting, it was that of a group only if it was that of the smallest group, so that usually one
 * comparison a side is enough; otherwise the maxima of a row, of a column and of the rows of the
 * groups around x are looked for again. Cost: O(log² L), or O(L log L) if a maximum was lost.
 */
export function reviseGroups(
  { labelCount, groupCount, nodeCount, transitions }: DegenerateModel,
  x: number,
  y: number,
  score: number,
  changed: ChangedEdge,
): void {
  const set = (from: number, to: number, value: number) => {
    const at = from * nodeCount + to;
    if (transitions[at] === value) return false;
    transitions[at] = value;
    changed(from, to, value);
    return true;
  };
  const of = (from: number, to: number) => transitions[from * nodeCount + to]!;
  const groupsOf = (label: number) => Math.min(groupCount, 32 - Math.clz32(label));
  const [around, into] = [groupsOf(x), groupsOf(y)];
  const before = of(x, y);
  set(x, y, score);
  if (score >= before) {
    for (let m = 0; m <= around; m++) {
      const from = m < around ? labelCount + m : x;
      for (let n = 0; n <= into; n++) {
        const to = n < into ? labelCount + n : y;
        if (score > of(from, to)) set(from, to, score);
      }
    }
    return;
  }
  const maxima = new Float64Array(groupCount);
  const findAgain = (from: number) => {
    groupMaxima(transitions, from * nodeCount, labelCount, groupCount, maxima, 0);
    for (let n = 0; n < into; n++) set(from, labelCount + n, maxima[n]!);
  };
  if (into > 0 && of(x, labelCount + into - 1) === before) findAgain(x);
  if (around === 0 || of(labelCount + around - 1, y) !== before) return;
  const column = Float64Array.from({ length: labelCount }, (_, from) => of(from, y));
  const largest = new Float64Array(groupCount);
  groupMaxima(column, 0, labelCount, groupCount, largest, 0);
  for (let m = 0; m < around; m++) {
    if (set(labelCount + m, y, largest[m]!)) findAgain(labelCount + m);
  }
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
