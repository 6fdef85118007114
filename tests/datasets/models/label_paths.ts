/**
 * All paths of a few labels, by definition.
 *
 * @module
 */

/** A path with its score. */
export interface ScoredPath {
  readonly labels: string[];
  readonly score: number;
}

/** All paths of a sentence, best first, and what they weigh together. */
export function allPaths(
  labels: readonly string[],
  length: number,
  scoreOf: (path: readonly string[]) => number,
): { paths: ScoredPath[]; total: number } {
  let paths: string[][] = [[]];
  for (let t = 0; t < length; t++) paths = paths.flatMap((path) => labels.map((y) => [...path, y]));
  const scored = paths.map((path) => ({ labels: path, score: scoreOf(path) }))
    .sort((a, b) => b.score - a.score);
  return { paths: scored, total: scored.reduce((sum, { score }) => sum + Math.exp(score), 0) };
}
