/**
 * A plain column generation: the frame of two wrong decoders. Messages are computed anew in each
 * iteration, and each pair of labels with a positive reduced cost is added.
 *
 * @module
 */

import type { Decode } from "../../decoders/contract.ts";
import { finiteScores } from "../../decoders/chain/finite_scores.ts";
import { type Model, scorePath } from "../../decoders/lattice.ts";

/** What is known of two neighbouring positions; labels index the arrays. */
export interface Pairs {
  /** L. */
  readonly labelCount: number;
  /** e(x, y) at index `x * labelCount + y`. */
  readonly transitions: Float64Array;
  /** n + α at the left position. */
  readonly before: readonly number[];
  /** α at the right position. */
  readonly forward: readonly number[];
  /** n + β at the right position. */
  readonly after: readonly number[];
  /** β at the left position. */
  readonly backward: readonly number[];
}

/** Decodes with a function that says which pairs (x, y) improve, by more than `slack`. */
export function columnGeneration(
  model: Model,
  isImproving: (pairs: Pairs, slack: number) => (x: number, y: number) => boolean,
): Decode {
  const { labelCount } = model;
  const finite = finiteScores(model);
  const labels = Array.from({ length: labelCount }, (_, label) => label);
  return (lattice, _k, work) => {
    const { length, emissions, transitions: { outgoing }, tolerance } = finite(lattice);
    const emission = (t: number, y: number) => emissions[t * labelCount + y]!;
    const transition = (x: number, y: number) => outgoing[x * labelCount + y]!;
    const positions = Array.from({ length }, (_, t) => t);
    const domains = positions.map((t) =>
      new Set([labels.reduce((best, y) => emission(t, y) > emission(t, best) ? y : best)])
    );
    const forward = positions.map(() => labels.map(() => 0));
    const backward = positions.map(() => labels.map(() => 0));
    const before = (t: number) => labels.map((x) => forward[t]![x]! + emission(t, x));
    const after = (t: number) => labels.map((y) => emission(t, y) + backward[t]![y]!);
    for (let hasGrown = true; hasGrown;) {
      hasGrown = false;
      work.iterations++;
      for (let t = 1; t < length; t++) {
        const scores = before(t - 1);
        forward[t] = labels.map((y) =>
          Math.max(...[...domains[t - 1]!].map((x) => scores[x]! + transition(x, y)))
        );
      }
      for (let t = length - 2; t >= 0; t--) {
        const scores = after(t + 1);
        backward[t] = labels.map((x) =>
          Math.max(...[...domains[t + 1]!].map((y) => transition(x, y) + scores[y]!))
        );
      }
      for (let t = 0; t + 1 < length; t++) {
        work.nodeExpansions += labelCount;
        work.edgeEvaluations += labelCount * labelCount;
        const improves = isImproving({
          labelCount,
          transitions: outgoing,
          before: before(t),
          forward: forward[t + 1]!,
          after: after(t + 1),
          backward: backward[t]!,
        }, 8 * tolerance);
        for (const x of labels) {
          for (const y of labels) {
            if ((domains[t]!.has(x) && domains[t + 1]!.has(y)) || !improves(x, y)) continue;
            domains[t]!.add(x);
            domains[t + 1]!.add(y);
            hasGrown = true;
          }
        }
      }
    }
    const path = new Int32Array(length);
    for (let t = length - 1; t >= 0; t--) {
      const score = (x: number) =>
        forward[t]![x]! + emission(t, x) + (t + 1 < length ? transition(x, path[t + 1]!) : 0);
      path[t] = [...domains[t]!].reduce((best, x) => score(x) > score(best) ? x : best);
    }
    const score = scorePath(model, lattice, path);
    return { paths: score === -Infinity ? [] : [{ score, labels: path }] };
  };
}

/** The averaged reduced cost (12): 2R(x, y). */
export function twiceReducedCost(
  { labelCount, transitions, before, forward, after, backward }: Pairs,
): (x: number, y: number) => number {
  return (x, y) =>
    before[x]! - backward[x]! + 2 * transitions[x * labelCount + y]! + (after[y]! - forward[y]!);
}
