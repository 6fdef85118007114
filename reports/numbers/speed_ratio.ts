/**
 * Comparing the speeds of two cells of one dataset at one k: by rounds in which both were timed.
 *
 * @module
 */

import { machineId, machineOf, type Manifest } from "../../harness/store/manifest.ts";
import type { Clock, Row } from "../../harness/store/rows.ts";
import { type Estimate, estimateMedian, median, medianRatio } from "./statistics.ts";
import { type ClockColumns, figuresOf, type Round, type SummaryRow } from "./summary_row.ts";
import { isSimd, type VariantColumns } from "./variants.ts";

/** A ratio of two speeds. */
export interface SpeedRatio extends Estimate {
  /** The sentences that both cells were timed on. */
  readonly sentences: number;
}

/**
 * How many times as fast one cell is as another: the median over the rounds in which both were
 * timed on the same sentences of the slow one's time divided by the fast one's, with its interval.
 * A quotient of two ratios to a third decoder would be none of the two cells' own: its noise is
 * that of three, and its sentences may be others on either side.
 *
 * Cells that never ran side by side (in different groups of a task that memory does not hold) have
 * no such rounds: the ratio is that of their medians on the same sentences on one machine, as of
 * two independent samples. Undefined where there is neither.
 */
export function ratioOf(
  fast: Timed,
  slow: Timed,
  clock: Clock = "decode",
): SpeedRatio | undefined {
  const paired = pairedRatioOf(fast, slow, clock);
  if (paired !== undefined) return paired;
  const [own, other] = apart(fast, slow, clock);
  if (own.length === 0) return undefined;
  return {
    ...medianRatio(byProcess(own, elapsed), byProcess(other, elapsed)),
    sentences: own[0]!.sentences,
  };
}

/** The same, of rounds side by side alone. */
export function pairedRatioOf(
  fast: Timed,
  slow: Timed,
  clock: Clock = "decode",
): SpeedRatio | undefined {
  const both = pairs(fast, slow, clock);
  if (both.length === 0) return undefined;
  return {
    ...estimateMedian(byProcess(both, ({ ratio }) => ratio)),
    sentences: both[0]!.sentences,
  };
}

/**
 * The fastest of some cells of one dataset at one k by their ratios, the first of equals;
 * undefined if none was timed. One that was timed on other sentences than the fastest before it is
 * held against it by the ratios of both to the baseline, which was timed on either's; without such
 * ratios it is passed over.
 */
export function fastestOf<Cell extends Timed>(
  cells: readonly Cell[],
  clock: Clock = "decode",
): Cell | undefined {
  return cells.filter((cell) => byClock(cell, clock).length > 0).reduce<Cell | undefined>(
    (best, cell) => best !== undefined && !isFaster(cell, best, clock) ? best : cell,
    undefined,
  );
}

/** Without an interval, which takes most of the time. */
function isFaster(cell: Timed, best: Timed, clock: Clock): boolean {
  const both = pairs(cell, best, clock);
  if (both.length > 0) return median(both.map(({ ratio }) => ratio)) > 1;
  const [own, other] = apart(cell, best, clock);
  if (own.length > 0) return median(other.map(elapsed)) > median(own.map(elapsed));
  const [mine, theirs] = [cell, best].map((one) => figuresOf(one, clock).ratio?.median);
  return mine !== undefined && theirs !== undefined && mine > theirs;
}

/** Milliseconds of a round. */
export function elapsed({ elapsedMs }: Round): number {
  return elapsedMs;
}

/**
 * How many times as large one ratio is as another that was measured elsewhere (at another k, on
 * another task), with the extremes of the two intervals; without one if neither has one. It
 * compares two gains, not two decoders.
 */
export function gainOver(gain: Estimate, other: Estimate): Estimate {
  const { median: a, low: aLow = a, high: aHigh = a } = gain;
  const { median: b, low: bLow = b, high: bHigh = b } = other;
  const isSingle = gain.low === undefined && other.low === undefined;
  return isSingle
    ? { median: a / b, low: undefined, high: undefined }
    : { median: a / b, low: aLow / bHigh, high: aHigh / bLow };
}

/** The machine on which a session was measured, by a text that is the same for the same machine. */
export type MachineOf = (session: number) => string | undefined;

/** The machines of a run's sessions, as its manifest has them. */
export function machinesOf(manifest: Manifest): MachineOf {
  return (session) => {
    const machine = machineOf(manifest, session);
    return machine && machineId(machine);
  };
}

/** What pairing needs to know of a cell. */
export type Timed =
  & VariantColumns
  & { readonly times: readonly Round[] }
  & Partial<ClockColumns>;

/** The timed rounds among the rows of one cell. */
export function roundsOf(rows: readonly Row[], machineOf: MachineOf): Round[] {
  return rows.filter((row) => row.elapsed_ms > 0).map((row) => {
    const process = `${row.session} ${row.group} ${row.process}`;
    return {
      // Every dataset counts its rounds from 0.
      id: `${row.dataset} ${process} ${row.round}`,
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
 * machine down in a round slowed both, and cancels: the ratio is the time of the second cell
 * divided by that of the first. Pairs of several machines are never pooled: those of the first one
 * count.
 */
export function pairs(fast: Timed, slow: Timed, clock: Clock) {
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
  return inCommon(byClock(fast, clock), byClock(slow, clock));
}

/** Of two lists of rounds those on the most sentences that both have on one machine. */
export function inCommon<One extends Round>(
  own: readonly One[],
  others: readonly One[],
): readonly [One[], One[]] {
  const sample = ({ machine, sentences }: Round): string => `${sentences} ${machine}`;
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

/**
 * The factor below which two speeds on one dataset at one k are a tie: that of the baseline against
 * itself there, either way, or, where it was not timed twice at that k, the worst at any k on the
 * dataset. Undefined without a control.
 */
export function tieFactor(
  summary: readonly SummaryRow[],
  at: Pick<SummaryRow, "dataset" | "k">,
): number | undefined {
  const controls = summary.filter(({ role, ratio_to_viterbi: ratio, dataset }) =>
    role === "control" && ratio !== undefined && at.dataset === dataset
  );
  const own = controls.filter(({ k }) => k === at.k);
  const off = (own.length > 0 ? own : controls)
    .map(({ ratio_to_viterbi: ratio }) => Math.max(ratio!, 1 / ratio!));
  return off.length === 0 ? undefined : Math.max(...off);
}
