/**
 * Oracles: decoders too simple to be wrong, and too slow to be used for anything but tests. They
 * share no code with `decoders/` except `scorePath`, which defines the score.
 *
 * @module
 */

import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";

/** The most label sequences that `allScores` enumerates: L^T. */
export const ENUMERATION_LIMIT = 5_000;

/** Number of label sequences L^T, those of score −∞ included. */
export function sequenceCount(model: Model, lattice: Lattice): number {
  return model.labelCount ** lattice.length;
}

/**
 * Scores of all paths that are not −∞, best first, by enumerating every label sequence.
 *
 * Cost: O(T·L^T).
 *
 * @throws {RangeError} If there are more than `ENUMERATION_LIMIT` label sequences.
 *
 * @example
 * ```ts
 * import { allScores } from "./oracles.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = {
 *   labelCount: 2,
 *   transitions: Float64Array.of(0, 1, -Infinity, 0),
 *   exactSums: true,
 *   float32Exact: true,
 * };
 * assertEquals(allScores(model, { length: 2, emissions: new Float64Array(4) }), [1, 0, 0]);
 * ```
 */
export function allScores(model: Model, lattice: Lattice): number[] {
  const count = sequenceCount(model, lattice);
  if (count > ENUMERATION_LIMIT) {
    throw new RangeError(`Cannot enumerate more than ${ENUMERATION_LIMIT} sequences: ${count}`);
  }
  const scores: number[] = [];
  const labels = new Array<number>(lattice.length);
  for (let sequence = 0; sequence < count; sequence++) {
    let rest = sequence;
    for (let t = 0; t < lattice.length; t++) {
      labels[t] = rest % model.labelCount;
      rest = Math.floor(rest / model.labelCount);
    }
    scores.push(scorePath(model, lattice, labels));
  }
  return bestFirst(scores);
}

/**
 * Score of the best path, −∞ if there is none, by dense dynamic programming:
 * α_t(y) = max over x of (α_{t−1}(x) + e(x, y)) + n_t(y).
 *
 * It is the largest left-to-right score to the last bit, because rounding is monotone: of two
 * prefixes that end in the same label, the better one is not worse after any further addition.
 *
 * Cost: O(T·L²).
 */
export function bestScore(model: Model, lattice: Lattice): number {
  const { labelCount, transitions } = model;
  let previous = lattice.emissions.slice(0, labelCount);
  for (let t = 1; t < lattice.length; t++) {
    const current = new Float64Array(labelCount);
    for (let y = 0; y < labelCount; y++) {
      let best = -Infinity;
      for (let x = 0; x < labelCount; x++) {
        best = Math.max(best, previous[x]! + transitions[x * labelCount + y]!);
      }
      current[y] = best + lattice.emissions[t * labelCount + y]!;
    }
    previous = current;
  }
  return previous.reduce((best, score) => Math.max(best, score), -Infinity);
}

/**
 * Scores of the best min(k, number of finite paths) paths, best first: at each node, extends the
 * k best prefixes of every previous label and sorts the L·k candidates.
 *
 * Cost: O(T·L²·k·log(L·k)).
 */
export function bestScores(model: Model, lattice: Lattice, k: number): number[] {
  const { labelCount, transitions } = model;
  const labels = Array.from({ length: labelCount }, (_, label) => label);
  let prefixes = labels.map((y) => bestFirst([lattice.emissions[y]!]));
  for (let t = 1; t < lattice.length; t++) {
    prefixes = labels.map((y) => {
      const emission = lattice.emissions[t * labelCount + y]!;
      const candidates: number[] = [];
      prefixes.forEach((scores, x) => {
        const transition = transitions[x * labelCount + y]!;
        for (const score of scores) candidates.push(score + transition + emission);
      });
      return bestFirst(candidates).slice(0, k);
    });
  }
  return bestFirst(prefixes.flat()).slice(0, k);
}

/**
 * Scores of the best min(k, number of finite paths) paths, best first, by the simplest oracle that
 * is fast enough: enumeration up to `ENUMERATION_LIMIT` sequences, else dynamic programming.
 */
export function referenceScores(model: Model, lattice: Lattice, k: number): number[] {
  if (sequenceCount(model, lattice) <= ENUMERATION_LIMIT) {
    return allScores(model, lattice).slice(0, k);
  }
  return k === 1 ? bestFirst([bestScore(model, lattice)]) : bestScores(model, lattice, k);
}

/** The finite scores in descending order; numbers alone sort faster than by a comparison. */
function bestFirst(scores: number[]): number[] {
  return [...Float64Array.from(scores.filter((score) => score > -Infinity)).sort().reverse()];
}
