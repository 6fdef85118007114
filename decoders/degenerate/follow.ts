/**
 * The paths of a pass over a degenerate lattice.
 *
 * @module
 */

import type { DegenerateColumns } from "./columns.ts";
import type { DegenerateModel } from "./model.ts";

/**
 * Writes the path of the last pass, of that direction, with the best score, or with the best score
 * over labels only; that into the node `end`, if it is not negative. The labels of groups are nodes
 * ≥ labelCount. Ties: the smaller node. Cost: an edge for each node that is left, which no counter
 * counts, for these edges were evaluated before.
 */
export function followPath(
  { labelCount, nodeCount, transitions }: DegenerateModel,
  { length, counts, nodes, sums, labelSums }: DegenerateColumns,
  isForward: boolean,
  overLabels: boolean,
  end: number,
  path: Int32Array,
): void {
  const scores = overLabels ? labelSums : sums;
  const stride = isForward ? nodeCount : 1;
  const step = isForward ? -1 : 1;
  let t = isForward ? length - 1 : 0;
  path[t] = end < 0 ? bestNode(counts[t]!, nodes, scores, t * labelCount) : end;
  for (let i = 1; i < length; i++) {
    const into = path[t]! * (isForward ? 1 : nodeCount);
    t += step;
    const start = t * labelCount;
    let best = -Infinity;
    let source = 0;
    for (let slot = start, last = start + counts[t]!; slot < last; slot++) {
      const node = nodes[slot]!;
      const score = scores[slot]! + transitions[node * stride + into]!;
      if (score > best) {
        best = score;
        source = node;
      }
    }
    path[t] = source;
  }
}

function bestNode(count: number, nodes: Int32Array, scores: Float64Array, start: number): number {
  let best = -Infinity;
  let node = 0;
  for (let slot = start; slot < start + count; slot++) {
    if (scores[slot]! > best) {
      best = scores[slot]!;
      node = nodes[slot]!;
    }
  }
  return node;
}
