/**
 * All paths of a few labels, by definition, and what a tagger must say of them.
 *
 * @module
 */

import { assertAlmostEquals, assertEquals } from "@std/assert";
import type { Answer } from "../../../datasets/models/contract.ts";

/** All paths of a sentence. */
export interface LabelPaths {
  readonly labels: readonly string[];
  /** Best first. */
  readonly paths: readonly { readonly labels: readonly string[]; readonly score: number }[];
  /** What they weigh together. */
  readonly total: number;
  /** How probable it is that a path has something. */
  readonly share: (has: (path: readonly string[]) => boolean) => number;
}

/** All paths of a sentence of that length. */
export function allPaths(
  labels: readonly string[],
  length: number,
  scoreOf: (path: readonly string[]) => number,
): LabelPaths {
  let all: string[][] = [[]];
  for (let t = 0; t < length; t++) all = all.flatMap((path) => labels.map((y) => [...path, y]));
  const paths = all.map((path) => ({ labels: path, score: scoreOf(path) }))
    .sort((a, b) => b.score - a.score);
  const weigh = (some: typeof paths) => some.reduce((sum, { score }) => sum + Math.exp(score), 0);
  const total = weigh(paths);
  const share: LabelPaths["share"] = (has) =>
    weigh(paths.filter(({ labels }) => has(labels))) / total;
  return { labels, paths, total, share };
}

/** Asserts that answers are the k best paths, with their probabilities, and marginals if any. */
export function assertBest(
  answers: readonly Answer[],
  { labels, paths, total, share }: LabelPaths,
  k: number,
  tolerance: number,
): void {
  const best = paths.slice(0, k);
  assertEquals(answers.map((answer) => answer.labels), best.map((path) => [...path.labels]));
  answers.forEach(({ score, probability, marginals = [] }, rank) => {
    assertAlmostEquals(score, best[rank]!.score, tolerance);
    assertAlmostEquals(probability!, Math.exp(best[rank]!.score) / total, tolerance);
    marginals.forEach((row, t) =>
      labels.forEach((label, y) =>
        assertAlmostEquals(row[y]!, share((path) => path[t] === label), tolerance)
      )
    );
  });
}
