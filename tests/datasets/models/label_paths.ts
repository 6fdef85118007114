/**
 * All paths of a few labels, by definition, and what a tagger must say of them.
 *
 * @module
 */

import { assertAlmostEquals, assertEquals } from "@std/assert";
import type { Answer } from "../../../datasets/models/contract.ts";
import type { InventedPatterns } from "./wapiti_files.ts";

/**
 * All paths of a sentence of that length, best first; what they weigh together; and how probable it
 * is that a path has something.
 */
export function allPaths(
  labels: readonly string[],
  length: number,
  scoreOf: (path: readonly string[]) => number,
) {
  let all: string[][] = [[]];
  for (let t = 0; t < length; t++) all = all.flatMap((path) => labels.map((y) => [...path, y]));
  const paths = all.map((path) => ({ labels: path, score: scoreOf(path) }))
    .sort((a, b) => b.score - a.score);
  const weigh = (some: typeof paths) => some.reduce((sum, { score }) => sum + Math.exp(score), 0);
  const total = weigh(paths);
  const share = (has: (path: readonly string[]) => boolean) =>
    weigh(paths.filter(({ labels }) => has(labels))) / total;
  return { labels, paths, total, share };
}

/**
 * What a path scores by the weights of what is observed at each position: those of labels for names
 * that begin with u, of pairs of labels with b, of both with other letters.
 */
export function observedScore(
  { weights, labels }: Pick<InventedPatterns, "weights" | "labels">,
  observations: readonly (readonly string[])[],
  path: readonly string[],
): number {
  const L = labels.length;
  let sum = 0;
  path.forEach((label, t) => {
    const y = labels.indexOf(label);
    const before = t === 0 ? 0 : labels.indexOf(path[t - 1]!);
    for (const name of observations[t]!) {
      const own = weights[name] ?? [];
      const states = /^b/i.test(name) ? 0 : L;
      if (states > 0) sum += own[y] ?? 0;
      if (t > 0 && !/^u/i.test(name)) sum += own[states + before * L + y] ?? 0;
    }
  });
  return sum;
}

/** Asserts that answers are the k best paths, with their probabilities and all marginals. */
export function assertBest(
  answers: readonly Answer[],
  { labels, paths, total, share }: ReturnType<typeof allPaths>,
  k: number,
  tolerance: number,
): void {
  const best = paths.slice(0, k);
  assertEquals(answers.map((answer) => answer.labels), best.map((path) => [...path.labels]));
  answers.forEach(({ score, probability, marginals }, rank) => {
    assertAlmostEquals(score, best[rank]!.score, tolerance);
    assertAlmostEquals(probability!, Math.exp(best[rank]!.score) / total, tolerance);
    assertEquals(marginals!.length, best[rank]!.labels.length);
    marginals!.forEach((row, t) =>
      labels.forEach((label, y) =>
        assertAlmostEquals(row[y]!, share((path) => path[t] === label), tolerance)
      )
    );
  });
}
