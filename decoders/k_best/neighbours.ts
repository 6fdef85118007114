/**
 * The paths that differ from a given one in a single label.
 *
 * @module
 */

import type { BestPaths } from "./best_paths.ts";
import type { Work } from "../contract.ts";
import { type Lattice, type Model, type Path, scorePath } from "../lattice.ts";
import { ScoreHeap } from "../chain/score_heap.ts";

/**
 * Adds to `known` the best paths that differ from `path` in one label.
 *
 * There are up to T·(L−1) of them, all distinct, so the neighbours of a good path give a lower
 * bound on the k best at the price of two edges each. Only those that can be among the k best are
 * made. They are chosen by the difference to the path's score and then scored as `scorePath` does.
 *
 * @param labels of a position that are tried; entries that are no labels are left out
 */
export function addNeighbours(
  known: BestPaths,
  path: Path,
  model: Model,
  lattice: Lattice,
  labels: (position: number) => Int32Array,
  work: Work,
): void {
  const { labelCount, transitions } = model;
  const { length, emissions } = lattice;
  const bar = known.bar;
  // The best neighbours, the worst of them on top (negated).
  const chosen = new ScoreHeap();
  for (let t = 0; t < length; t++) {
    const tried = labels(t);
    const row = t * labelCount;
    const left = t > 0 ? path.labels[t - 1]! * labelCount : -1;
    const right = t < length - 1 ? path.labels[t + 1]! : -1;
    const scoreOf = (label: number) =>
      emissions[row + label]! + (left < 0 ? 0 : transitions[left + label]!) +
      (right < 0 ? 0 : transitions[label * labelCount + right]!);
    const others = path.score - scoreOf(path.labels[t]!);
    for (const label of tried) {
      if (label >= labelCount || label === path.labels[t]) continue;
      const score = others + scoreOf(label);
      if (!(score > bar)) continue;
      if (chosen.size < known.k) chosen.push(-score, row + label);
      else if (-score < chosen.topScore) chosen.replaceTop(-score, row + label);
    }
    work.edgeEvaluations += tried.length * (Number(left >= 0) + Number(right >= 0));
  }
  for (; chosen.size > 0; chosen.pop()) {
    const labels = path.labels.slice();
    labels[Math.floor(chosen.topItem / labelCount)] = chosen.topItem % labelCount;
    known.add({ score: scorePath(model, lattice, labels), labels });
  }
}
