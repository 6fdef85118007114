/**
 * Our iteration counts paired with the published ones.
 *
 * @module
 */

import { published, type PublishedResult } from "./published.ts";
import { taskOf } from "./stand_ins.ts";
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

/** Pairs the cells of stand-ins with the published ones of their tasks, by dataset. */
export function iterationPairs(summary: readonly SummaryRow[]): IterationPair[] {
  const printed = published({ metric: "iterations" });
  return summary.filter((row) => row.iterations !== undefined)
    .flatMap((row) =>
      printed.filter((result) =>
        result.dataset === taskOf(row.dataset_base) && Number(result.k) === row.k &&
        (OURS[result.algorithm] ?? result.algorithm) === row.decoder
      ).map((result) => ({
        row,
        published: result,
        ratio: row.iterations! / Number(result.value),
      }))
    );
}
