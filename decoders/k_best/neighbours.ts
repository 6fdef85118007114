/**
 * The best paths that are known, and those one label from them.
 *
 * @module
 */

import { type Lattice, type Model, type Path, scorePath } from "../lattice.ts";
import type { Work } from "../contract.ts";
import { ScoreHeap } from "../chain/score_heap.ts";

/**
 * At most k distinct paths, best first. Among paths of equal score, those that were added first
 * come first and stay.
 *
 * The same labels always have the same score, to the last bit, if all scores are added in the same
 * order: so a path is only compared with those of equal score.
 */
export class BestPaths {
  /** The paths, best first. */
  readonly paths: Path[];
  /** Paths asked for, at least 1. */
  readonly k: number;

  /** Starts with distinct paths, best first: none, or those of another collection. */
  constructor(k: number, paths: readonly Path[] = []) {
    this.k = k;
    this.paths = [...paths];
  }

  /** What a path must exceed to be among the k best: −∞ while there are fewer. */
  get bar(): number {
    return this.paths.length < this.k ? -Infinity : this.paths.at(-1)!.score;
  }

  /** Adds a path if it is new and among the best. Cost: O(k), and O(T) for each of its score. */
  add(path: Path): void {
    if (!(path.score > this.bar)) return;
    const { paths } = this;
    let at = paths.length;
    while (at > 0 && paths[at - 1]!.score < path.score) at--;
    for (let i = at; i > 0 && paths[i - 1]!.score === path.score; i--) {
      if (isSame(paths[i - 1]!.labels, path.labels)) return;
    }
    if (paths.length === this.k) paths.pop();
    paths.splice(at, 0, path);
  }
}

function isSame(one: Int32Array, other: Int32Array): boolean {
  for (let t = 0; t < one.length; t++) if (one[t] !== other[t]) return false;
  return true;
}

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
