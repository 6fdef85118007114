/**
 * How many sentences have converged.
 *
 * @module
 */

import { isParsed } from "./accuracy.ts";
import type { ParsedCell } from "../numbers/parsed_cells.ts";

/** The share of the parsed sentences that came to their end by themselves in so many iterations. */
export function convergedBy({ answers }: ParsedCell, iterations: number): number {
  const parsed = answers.filter(isParsed);
  const settled = parsed.filter((answer) =>
    answer.converged === 1 && answer.iterations <= iterations
  );
  return settled.length / parsed.length;
}
