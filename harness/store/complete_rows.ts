/**
 * Which cells of a run were measured to the end.
 *
 * @module
 */

import type { Row } from "./rows.ts";

/**
 * The rows of the cells that were measured to the end: with a row of the last round for each clock
 * and number of sentences, or with a row without a round, because they were only counted or failed.
 */
export function completeRows(rows: readonly Row[], rounds: number): Row[] {
  const ofCell = ({ key, session, group }: Row) => `${key} ${session} ${group}`;
  const cells = Map.groupBy(rows, ofCell);
  const isLast = ({ round }: Row) => round >= rounds;
  const complete = new Set(
    [...cells].filter(([, of]) =>
      of.some(({ status, round }) => status !== "ok" || round === 0) ||
      slotsIn(of.filter(isLast)).size === slotsIn(of).size
    ).map(([cell]) => cell),
  );
  return rows.filter((row) => complete.has(ofCell(row)));
}

function slotsIn(rows: readonly Row[]): Set<string> {
  return new Set(rows.map(({ clock, timed_sentences }) => `${clock} ${timed_sentences}`));
}
