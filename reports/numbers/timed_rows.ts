/**
 * Times of rows: those of one machine, by round, and the speeds that follow from them.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import { type Estimate, median } from "./statistics.ts";
import type { SummaryRow } from "./summary_row.ts";

/** The machine on which a session was measured, by a text that is the same for the same machine. */
export type MachineOf = (session: number) => string | undefined;

/** The columns of a speed that can be compared with the baseline's. */
export type ComparableSpeed = Pick<
  SummaryRow,
  "comparable_speed" | "comparable_speed_low" | "comparable_speed_high" | "extrapolated"
>;

/**
 * The first sentences of a dataset may be longer or harder than the rest: speeds on them differ.
 */
export function comparableSpeed(
  speed: Estimate | undefined,
  ratio: Estimate | undefined,
  timedSentences: number,
  baseline: readonly Row[],
  isAway: boolean,
): ComparableSpeed {
  const timed = baseline.filter((row) => row.status === "ok" && row.elapsed_ms > 0);
  const extrapolated = isAway ||
    timedSentences < Math.max(0, ...timed.map((row) => row.timed_sentences));
  const factor = extrapolated ? medianSpeed(timed) : 1;
  const estimate = extrapolated ? ratio : speed;
  const scaled = (value: number | undefined) => value === undefined ? undefined : value * factor;
  return {
    comparable_speed: scaled(estimate?.median),
    comparable_speed_low: scaled(estimate?.low),
    comparable_speed_high: scaled(estimate?.high),
    extrapolated: extrapolated && estimate !== undefined,
  };
}

/** The rows that were measured on one machine, at home if any were. */
export function onOneMachine(
  rows: readonly Row[],
  machineOf: MachineOf,
  home: string | undefined,
): Row[] {
  const machines = rows.map(({ session }) => machineOf(session));
  const one = machines.includes(home) ? home : machines[0];
  return rows.filter((_, index) => machines[index] === one);
}

/** Sentences per second on the largest timed prefix. */
function medianSpeed(rows: readonly Row[]): number {
  const timed = Math.max(...rows.map((row) => row.timed_sentences));
  return 1000 * timed / median([...elapsedByRound(rows, timed).values()]);
}

/** Milliseconds for one pass over the given number of sentences, by session, group and round. */
export function elapsedByRound(rows: readonly Row[], timedSentences: number): Map<string, number> {
  return new Map(
    rows
      .filter((row) => row.elapsed_ms > 0 && row.timed_sentences === timedSentences)
      .map((row) => [`${row.session} ${row.group} ${row.round}`, row.elapsed_ms]),
  );
}
