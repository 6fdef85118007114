/**
 * The timed rounds of cells, and how those of two cells are paired.
 *
 * @module
 */

import type { Clock, Row } from "../../harness/store/rows.ts";
import type { Round } from "./summary_row.ts";
import { isSimd, type VariantColumns } from "./variants.ts";

/** The machine on which a session was measured, by a text that is the same for the same machine. */
export type MachineOf = (session: number) => string | undefined;

/** What pairing needs to know of a cell. */
export type Timed = VariantColumns & { readonly times: readonly Round[] };

/** A round of two cells on the same sentences. */
export interface Pair {
  /** The process of both. */
  readonly process: string;
  /** Sentences timed. */
  readonly sentences: number;
  /** Time of the second cell divided by that of the first. */
  readonly ratio: number;
}

/** The timed rounds among the rows of one cell. */
export function roundsOf(rows: readonly Row[], machineOf: MachineOf): Round[] {
  return rows.filter((row) => row.elapsed_ms > 0).map((row) => {
    const process = `${row.session} ${row.group} ${row.process}`;
    return {
      id: `${process} ${row.round}`,
      process,
      machine: machineOf(row.session),
      clock: row.clock,
      sentences: row.timed_sentences,
      elapsedMs: row.elapsed_ms,
    };
  });
}

/**
 * The rounds of a cell by one clock. A decoder that puts its scores nowhere else has the same
 * figures from memory as from the place where it wants them; of one that does, they are unknown
 * where they were not measured.
 */
export function byClock(cell: Timed, clock: Clock): readonly Round[] {
  const own = cell.times.filter((round) => round.clock === clock);
  if (own.length > 0 || clock === "decode") return own;
  const isPlaced = isSimd(cell) || cell.times.some((round) => round.clock === "memory64");
  return isPlaced ? [] : byClock(cell, "decode");
}

/** The rounds on the most sentences on one machine: at home, if any were timed there. */
export function onMostSentences(rounds: readonly Round[], home?: string): Round[] {
  const machine = rounds.some((round) => round.machine === home) ? home : rounds[0]?.machine;
  return largest(rounds.filter((round) => round.machine === machine));
}

/**
 * Pairs the rounds of two cells of one dataset at one k: those of the same process number and
 * round, which ran side by side, on the most sentences that both were timed on. What slowed the
 * machine down in a round slowed both, and cancels. Pairs of several machines are never pooled:
 * those of the first one count.
 */
export function pairs(fast: Timed, slow: Timed, clock: Clock): Pair[] {
  const key = ({ id, sentences }: Round): string => `${id} ${sentences}`;
  const others = new Map(byClock(fast, clock).map((round) => [key(round), round]));
  const both = byClock(slow, clock).flatMap((round) => {
    const own = others.get(key(round));
    return own === undefined ? [] : [{ ...round, ratio: round.elapsedMs / own.elapsedMs }];
  });
  return largest(both.filter(({ machine }) => machine === both[0]!.machine));
}

/**
 * The rounds of two cells on the most sentences that both were timed on on one machine, for cells
 * that did not run side by side: memory does not hold all cells of a large task at once. Nothing
 * cancels in them.
 */
export function apart(fast: Timed, slow: Timed, clock: Clock): readonly [Round[], Round[]] {
  const sample = ({ machine, sentences }: Round): string => `${sentences} ${machine}`;
  const [own, others] = [byClock(fast, clock), byClock(slow, clock)];
  const theirs = new Set(others.map(sample));
  const [most] = largest(own.filter((round) => theirs.has(sample(round))));
  const isCommon = (round: Round): boolean => most !== undefined && sample(round) === sample(most);
  return [own.filter(isCommon), others.filter(isCommon)];
}

/** Some value of rounds, process by process. */
export function byProcess<Item extends { readonly process: string }>(
  items: readonly Item[],
  value: (item: Item) => number,
): number[][] {
  return [...Map.groupBy(items, ({ process }) => process).values()]
    .map((own) => own.map((item) => value(item)));
}

function largest<Item extends { readonly sentences: number }>(items: readonly Item[]): Item[] {
  const most = Math.max(...items.map(({ sentences }) => sentences));
  return items.filter(({ sentences }) => sentences === most);
}
