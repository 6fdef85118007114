/**
 * What the answers of all cells of a dataset are compared with.
 *
 * @module
 */

import { askOnce } from "./_ask_once.ts";
import type { LiveCell } from "./live_cell.ts";

/** The best scores of each sentence by dense Viterbi, as many as any cell asks for. */
export async function referenceScores(
  pack: string,
  cells: readonly LiveCell[],
): Promise<number[][] | undefined> {
  const baseline = cells.filter(({ planned }) => planned.role === "baseline")
    .reduce((most, cell) => cell.planned.k > most.planned.k ? cell : most);
  const { variant: { url, options }, k } = baseline.planned;
  const { deadlineMs } = baseline.limits;
  // Without a reference the answers stay unchecked, which the verdicts say.
  const answer = await askOnce({ pack, url, options, k }, { type: "answer" }, deadlineMs);
  return answer?.answers.map(({ paths }) => paths.map(({ score }) => score));
}
