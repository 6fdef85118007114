/**
 * The k best of the paths that have been found.
 *
 * @module
 */

import type { Path } from "../lattice.ts";

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
  /** At least 1. */
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
