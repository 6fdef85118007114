/**
 * Our iteration counts paired with the published ones.
 *
 * @module
 */

import { pairedTask, published, type PublishedResult } from "./published.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

/** Our decoders by the names under which their iterations are published. */
const OURS: Readonly<Record<string, string>> = {
  "iterative-viterbi": "iterative-viterbi",
  "iterative-viterbi{expansion=column}": "iterative-viterbi",
  "iterative-viterbi{expansion=uniform}": "iterative-viterbi{expansion=uniform}",
};

/** How far a count may be from the published one and be about the same, as a share. */
export const ITERATIONS_NEAR = 0.15;

/** One of our cells and one published number. */
export interface IterationPair {
  /** Ours, with its iterations. */
  readonly row: SummaryRow;
  /** Theirs. */
  readonly published: PublishedResult;
  /** Ours divided by theirs. */
  readonly ratio: number;
}

/** Pairs the cells of real tasks with the published ones of as many labels, by dataset. */
export function iterationPairs(summary: readonly SummaryRow[]): IterationPair[] {
  const printed = published({ metric: "iterations" });
  return summary.filter((row) => row.family === "real" && row.iterations !== undefined)
    .flatMap((row) =>
      printed.filter((result) =>
        result.dataset === pairedTask(row.labels) && Number(result.k) === row.k &&
        (OURS[result.algorithm] ?? result.algorithm) === row.decoder
      ).map((result) => ({
        row,
        published: result,
        ratio: row.iterations! / Number(result.value),
      }))
    );
}
