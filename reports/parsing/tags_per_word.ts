/**
 * How many tags a search space permits.
 *
 * @module
 */

import type { ParsedCell } from "../numbers/parsed_cells.ts";

/** Permitted slots a word, over the sentences that have a forest. */
export function tagsPerWord({ answers }: ParsedCell): number {
  const searched = answers.filter(({ slots }) => slots > 0);
  return searched.reduce((sum, { slots }) => sum + slots, 0) /
    searched.reduce((sum, { words }) => sum + words, 0);
}
