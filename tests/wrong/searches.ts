/**
 * Searches of wrong decoders: Viterbi on what a bound leaves of the lattice, column generation,
 * sorted sources, groups of labels, and paths from an agenda.
 *
 * @module
 */

import type { Decode, Decoder } from "../../decoders/contract.ts";
import { finiteScores } from "../../decoders/column_generation/finite_scores.ts";
import { degenerateModel, groupEmissions } from "../../decoders/degenerate/model.ts";
import { type Model, scorePath } from "../../decoders/lattice.ts";
import { best, decoded, type Hypothesis, labelsOf, search } from "./plain.ts";

/**
 * Keeps the nodes of which `isKept(bound, lowerBound)` holds, where `bound` is the best score of a
 * path through the node, added from both ends, and `lowerBound` the score of a greedy path, added
 * from left to right: with decimals, the two sums of one and the same path may differ. With
 * `keepsIncumbent`, the greedy path is the answer if nothing better is left.
 */
export function prunedViterbi(
  model: Model,
  isKept: (bound: number, lowerBound: number) => boolean,
  keepsIncumbent: boolean,
): Decode {
  const { labelCount, transitions } = model;
  return (lattice, _k, work) => {
    const { length, emissions } = lattice;
    const suffixes = new Float64Array(length * labelCount).fill(-Infinity);
    suffixes.fill(0, (length - 1) * labelCount);
    for (let t = length - 2; t >= 0; t--) {
      for (let x = 0; x < labelCount; x++) {
        for (let y = 0; y < labelCount; y++) {
          const next = (t + 1) * labelCount + y;
          const score = transitions[x * labelCount + y]! + (emissions[next]! + suffixes[next]!);
          suffixes[t * labelCount + x] = Math.max(suffixes[t * labelCount + x]!, score);
        }
      }
    }
    const [greedy] = search(model, lattice, (candidates) => [best(candidates.flat(), 1)], work);
    const lowerBound = greedy?.score ?? -Infinity;
    const last = search(
      model,
      lattice,
      (candidates, t) =>
        candidates.map((hypotheses) =>
          best(hypotheses, 1).filter(({ score, label }) =>
            isKept(score + suffixes[t * labelCount + label]!, lowerBound)
          )
        ),
      work,
    );
    if (keepsIncumbent && greedy) last.push(greedy);
    return decoded(best(last, 1), length);
  };
}

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

/**
 * Visits the sources of a position in descending order of their prefix scores and stops at
 * the first that cannot raise any label, though a later one may have a better transition.
 */
export const sourcesByPrefix: Decoder["prepare"] =
  ({ labelCount, transitions }) => (lattice, _k, work) => {
    const { length, emissions } = lattice;
    const labels = Array.from({ length: labelCount }, (_, label) => label);
    const largest = labels.map((x) =>
      Math.max(...transitions.subarray(x * labelCount, (x + 1) * labelCount))
    );
    let hypotheses = labels.map((label): Hypothesis => ({
      score: emissions[label]!,
      label,
      previous: undefined,
    }));
    for (let t = 1; t < length; t++) {
      const values = labels.map((label): Hypothesis => ({
        score: -Infinity,
        label,
        previous: undefined,
      }));
      for (const previous of best(hypotheses, labelCount)) {
        const least = Math.min(...values.map(({ score }) => score));
        if (previous.score + largest[previous.label]! <= least) break;
        labels.forEach((label) => {
          const score = previous.score + transitions[previous.label * labelCount + label]!;
          if (score > values[label]!.score) values[label] = { score, label, previous };
        });
        work.nodeExpansions++;
        work.edgeEvaluations += labelCount;
      }
      hypotheses = values.map((value) => ({
        ...value,
        score: value.score + emissions[t * labelCount + value.label]!,
      }));
    }
    work.iterations++;
    return decoded(best(hypotheses, 1), length);
  };

/**
 * Iterative Viterbi A* that splits groups as Algorithm 4 is printed, at the positions where the
 * best path has one. When a path of lower rank has one and the best has none, nothing changes from
 * pass to pass: it would go on forever. It stops at the number of passes that the right rule never
 * exceeds.
 */
export const literalExpansion: Decoder["prepare"] = (model) => {
  const degenerate = degenerateModel(model);
  const { labelCount, groupCount, nodeCount, transitions } = degenerate;
  return (lattice, k, work) => {
    const { length } = lattice;
    const maxima = new Float64Array(length * groupCount);
    groupEmissions(degenerate, lattice, maxima);
    // At level m: labels below 2^m and the group of all others; at the last level all labels.
    const levels = new Array<number>(length).fill(0);
    const most = length * groupCount + 1;
    for (let pass = 0; pass < most; pass++) {
      const emissions = new Float64Array(length * nodeCount).fill(-Infinity);
      levels.forEach((level, t) => {
        const active = level === groupCount ? labelCount : 2 ** level;
        const row = lattice.emissions.subarray(t * labelCount, t * labelCount + active);
        emissions.set(row, t * nodeCount);
        if (level === groupCount) return;
        emissions[t * nodeCount + labelCount + level] = maxima[t * groupCount + level]!;
      });
      const grown = { ...model, labelCount: nodeCount, transitions };
      const last = search(grown, { length, emissions }, (candidates) => {
        return candidates.map((hypotheses) => best(hypotheses, k));
      }, work);
      const paths = best(last, k);
      const hasGroups = paths.map((path) => labelsOf(path, length).some((n) => n >= labelCount));
      if (!hasGroups.includes(true)) return decoded(paths, length);
      labelsOf(paths[0], length).forEach((node, t) => {
        if (node >= labelCount) levels[t]!++;
      });
    }
    throw new Error(`Cannot find the best paths within the possible number of passes: ${most}`);
  };
};

/**
 * Viterbi A* that stores the link to the rest of a path on the node of the lattice, as the
 * pseudo-code of Algorithm 3 can be read. The next path that is pushed at the same node overwrites
 * it. The best two paths are always right.
 */
export const sharedForwardLinks: Decoder["prepare"] = (model) => (lattice, k, work) => {
  const { length } = lattice;
  const columns: Hypothesis[][] = [];
  search(model, lattice, (candidates) => {
    const kept = candidates.map((hypotheses) => best(hypotheses, 1));
    columns.push(kept.flat());
    return kept;
  }, work);
  /** Shared by all paths through a node: that is what is wrong. */
  const forward = new Map<Hypothesis, Hypothesis | undefined>();
  const labelsThrough = (node: Hypothesis, t: number) => {
    const labels = new Int32Array(length);
    labels.set(labelsOf(node, t + 1));
    for (let at = forward.get(node); at; at = forward.get(at)) labels[++t] = at.label;
    return labels;
  };
  const agenda: { node: Hypothesis; t: number; score: number }[] = [];
  const push = (node: Hypothesis, t: number, next?: Hypothesis) => {
    forward.set(node, next);
    const score = scorePath(model, lattice, labelsThrough(node, t));
    if (score > -Infinity) agenda.push({ node, t, score });
  };
  for (const node of columns.at(-1)!) push(node, length - 1);
  const paths = [];
  while (agenda.length > 0 && paths.length < k) {
    agenda.sort((a, b) => a.score - b.score);
    const { node, t, score } = agenda.pop()!;
    paths.push({ score, labels: labelsThrough(node, t) });
    for (let at = node, before = t - 1; at.previous; at = at.previous, before--) {
      forward.set(at.previous, at);
      for (const other of columns[before]!) if (other !== at.previous) push(other, before, at);
    }
  }
  return { paths };
};
