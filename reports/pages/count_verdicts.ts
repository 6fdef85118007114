/**
 * Counting the verdicts on cells of the papers' tables.
 *
 * @module
 */

import type { PaperCell, PaperVerdict } from "../papers/contract.ts";

/** From good to bad, then what says nothing. */
const VERDICTS: readonly PaperVerdict[] = [
  "within factor",
  "same direction",
  "differs",
  "not testable here",
  "baseline",
];

/** How many cells have which verdict: "3 within factor, 1 differs". */
export function countVerdicts(cells: readonly PaperCell[]): string {
  return VERDICTS.flatMap((verdict) => {
    const count = cells.filter((cell) => cell.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  }).join(", ");
}
