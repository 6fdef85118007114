/**
 * What is timed, when, and for how long: rounds, slots and batches.
 *
 * @module
 */

import type { Role } from "../store/key.ts";
import type { Clock } from "../store/rows.ts";
import type { FirstUse } from "../store/side_tables.ts";

/** Sentences that a cell is timed on at least, if the sample has them: at k = 1 and above. */
const LEAST = { single: 16, kBest: 8 } as const;
/** So many times as fast as the sentences before may later ones be, as code is compiled. */
const FASTER = 1.5;
/** Warm-up lasts the time of so many batches at least: code is compiled again and again, … */
const LEAST_BATCH_TIMES = 8;
/** … and until the last two batches lie within this share of the longer one, … */
const AGREEMENT = 0.1;
/** … and ends after so many, or their time, whether they agree or not. */
const MOST_BATCHES = 40;
/** Batches whose median is the time of a round, and those that are timed at most. */
const BATCHES = { needed: 3, most: 6 } as const;
/** The same where a pass is as long as a batch. */
const PASSES = { needed: 1, most: 2 } as const;

/**
 * The rounds of each process, counted from 1 over all of them: as even as it gets, the earlier
 * processes take what is left over. A process without a round is none.
 *
 * @example
 * ```ts
 * import { roundsByProcess } from "./schedule.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(roundsByProcess(5, 2), [[1, 2, 3], [4, 5]]);
 * assertEquals(roundsByProcess(1, 3), [[1]]);
 * assertEquals(roundsByProcess(0, 2), [[]]);
 * ```
 */
export function roundsByProcess(rounds: number, processes: number): number[][] {
  const count = Math.max(1, Math.min(rounds, processes));
  const of = Array.from({ length: count }, (): number[] => []);
  for (let round = 1; round <= rounds; round++) {
    of[Math.floor((round - 1) * count / rounds)]!.push(round);
  }
  return of;
}

/**
 * The rounds of a slow cell: the first and the last of all, and the first of each process between.
 * A process is fast or slow as a whole: a second round in one tells little, and takes long. A cell
 * is complete when its last round is there.
 */
export function slowRounds(rounds: number, processes: number): Set<number> {
  const firsts = roundsByProcess(rounds, processes).flatMap((own) => own.slice(0, 1));
  return new Set([1, ...firsts.slice(1, -1), rounds]);
}

/** What must be known of a cell to choose what is timed. */
export interface Timeable {
  readonly planned: { readonly role: Role; readonly k: number };
  readonly isAlive: boolean;
  /** Sentences of the sample. */
  readonly sentences: number;
  /** Whether a pass over all of them is within the cell's time. */
  readonly fits: boolean;
  /** The clocks by which it can be timed. */
  readonly clocks: readonly Clock[];
}

/** A measurement to make in a round: a cell on the first so many sentences by a clock. */
export interface Slot<Cell = Timeable> {
  readonly cell: Cell;
  readonly sentences: number;
  readonly clock: Clock;
}

/** The least number of sentences that a cell with that k is timed on, if there are as many. */
export function leastSentences(k: number): number {
  return k === 1 ? LEAST.single : LEAST.kBest;
}

/**
 * The number of sentences that a cell is timed on: all of its own, if it can pass over them in its
 * time, and else the least prefix. Nothing between, so that any two cells have sentences in common.
 */
export function timedSentences({ planned: { k }, sentences, fits }: Timeable): number {
  return fits ? sentences : Math.min(sentences, leastSentences(k));
}

/**
 * Each cell that is alive on its sentences, by each of its clocks. Where a cell of a k is timed on
 * the least prefix alone, all others of that k are timed on it besides.
 */
export function timedSlots<Cell extends Timeable>(cells: readonly Cell[]): Slot<Cell>[] {
  const alive = cells.filter(({ isAlive }) => isAlive);
  return alive.flatMap((cell) => {
    const others = alive.filter(({ planned }) => planned.k === cell.planned.k).map(timedSentences);
    const own = timedSentences(cell);
    const common = Math.min(own, ...others);
    return [...new Set([own, common])].flatMap((sentences) =>
      cell.clocks.map((clock) => ({ cell, sentences, clock }))
    );
  });
}

/**
 * The cells that a later process has anything to time of, by how long they took in the first: those
 * of which all is slow are left out where it has no round for them.
 */
export function dueCells<
  Cell extends Timeable & { isSlow(slot: Pick<Slot, "sentences" | "clock">): boolean },
>(cells: readonly Cell[], own: readonly number[], slow: ReadonlySet<number>): Cell[] {
  const slots = timedSlots(cells);
  return cells.filter((cell) =>
    cell.isAlive &&
    (own.some((round) => slow.has(round)) ||
      slots.some((slot) => slot.cell === cell && !cell.isSlow(slot)))
  );
}

/** A point of a first-use curve: sentences that are done, and the time since `prepare` began. */
export type FirstUsePoint = Pick<FirstUse, "sentences" | "elapsed_ms">;

/**
 * Whether the next point of a first-use curve is far beyond the plan's time, by the time of a
 * sentence between the last two: code is still being compiled, so that the next ones take less.
 */
export function isOutOfReach(
  points: readonly FirstUsePoint[],
  goal: number,
  atMostMs: number,
): boolean {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined) return false;
  const sentenceMs = (last.elapsed_ms - before.elapsed_ms) / (last.sentences - before.sentences);
  return last.elapsed_ms + (goal - last.sentences) * sentenceMs / FASTER > atMostMs;
}

/** The median of some numbers, the larger of the middle ones if they are even. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/**
 * How many batches of so many passes a round needs: several, so that what stops one of them counts
 * for nothing, unless a pass is as long as a batch. More are timed where the core was slow.
 */
export function batchesOf(passes: number): { readonly needed: number; readonly most: number } {
  return passes > 1 ? BATCHES : PASSES;
}

/** Passes that fill a batch, and milliseconds of one. */
export interface Warm {
  readonly passes: number;
  readonly passMs: number;
}

/**
 * Warms a decoder up and says how long a pass takes at least, and how many make a batch of about
 * `batchMs`. Warm-up takes the time of eight batches at least, and goes on until two in a row agree
 * within 10%, so that compilation is over, or until it has taken long enough.
 *
 * @param time gives the milliseconds of so many passes
 * @param most passes at most
 */
export async function warmUp(
  time: (passes: number) => Promise<number>,
  batchMs: number,
  most: number,
): Promise<Warm> {
  const passesOf = (passMs: number) =>
    Math.max(1, Math.min(most, Math.ceil(batchMs / Math.max(passMs, batchMs / most))));
  let passes = 1;
  let fastestMs = Infinity;
  let beforeMs = NaN;
  let elapsedMs = 0;
  for (let batch = 0; batch < MOST_BATCHES && elapsedMs <= MOST_BATCHES * batchMs; batch++) {
    const passMs = await time(passes) / passes;
    fastestMs = Math.min(fastestMs, passMs);
    // With the first one a decoder may prepare something.
    if (batch > 0) elapsedMs += passes * passMs;
    const apartMs = Math.abs(passMs - beforeMs);
    const isSteady = apartMs <= AGREEMENT * Math.max(passMs, beforeMs);
    if (isSteady && elapsedMs >= LEAST_BATCH_TIMES * batchMs) break;
    const wanted = passesOf(passMs);
    // Times of one pass and of many do not compare.
    beforeMs = wanted > 2 * passes || 2 * wanted < passes ? NaN : passMs;
    passes = wanted;
  }
  // Whatever else the machine did in the meantime made a pass seem longer, none shorter.
  return { passes: passesOf(fastestMs), passMs: fastestMs };
}
