/**
 * What the answers of all cells of a dataset are compared with.
 *
 * @module
 */

import { Isolate, IsolateCrash, IsolateTimeout } from "./isolate.ts";
import type { LiveCell } from "./live_cell.ts";
import { BASELINE } from "./plan.ts";

/** The best scores of each sentence by dense Viterbi, as many as any cell asks for. */
export async function referenceScores(
  pack: string,
  cells: readonly LiveCell[],
): Promise<number[][] | undefined> {
  const baseline = cells.filter(({ planned }) => planned.name === BASELINE)
    .reduce((most, cell) => cell.planned.k > most.planned.k ? cell : most);
  const { variant: { url, options }, k } = baseline.planned;
  const isolate = new Isolate({ pack, url, options, k });
  try {
    const { answers } = await isolate.ask({ type: "answer" }, baseline.limits.deadlineMs);
    return answers.map(({ paths }) => paths.map(({ score }) => score));
  } catch (error) {
    // Without a reference the answers stay unchecked, which the verdicts say.
    if (error instanceof IsolateTimeout || error instanceof IsolateCrash) return undefined;
    throw error;
  } finally {
    await isolate.close();
  }
}
