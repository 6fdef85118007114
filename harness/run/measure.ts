/**
 * The measuring steps: cells on the same sentences are opened, warmed up and timed in rounds.
 *
 * @module
 */

import type { Random } from "../../datasets/random.ts";
import type { LiveCell } from "./live_cell.ts";
import type { Slot } from "./slots.ts";
import type { Subject } from "./subject.ts";

/** Cells that are opened, checked and warmed up side by side; what is timed runs alone. */
const LANES = 2;

/** What a slot gave in a round. */
export interface TimedSlot extends Slot<LiveCell> {
  /** Milliseconds for one pass over the sentences. */
  readonly elapsedMs: number;
  readonly passes: number;
}

/** Is told of each item before work on it begins, with the share of items that are behind. */
export type Begin<T> = (item: T, share: number) => void;

/** Opens cells in their first process and checks their answers, or opens them in a later one. */
export async function openCells(
  cells: readonly LiveCell[],
  subject: Subject,
  process: number,
  begin: Begin<LiveCell> = () => {},
): Promise<void> {
  await sideBySide(cells, (cell) => cell.open(subject, process), begin);
}

/** Warms cells up for what they are timed by, the slots of a cell one after another. */
export async function warmUpSlots(
  slots: readonly Slot<LiveCell>[],
  begin: Begin<LiveCell> = () => {},
): Promise<void> {
  const byCell = Map.groupBy(slots, ({ cell }) => cell);
  await sideBySide([...byCell.keys()], async (cell) => {
    for (const slot of byCell.get(cell)!) await cell.warmUp(slot);
  }, begin);
}

/**
 * Times each slot once. They follow one another in a random order, one at a time, so that slow
 * changes of the machine hit all alike; those of cells that failed are left out.
 */
export async function timeRound(
  slots: readonly Slot<LiveCell>[],
  random: Random,
): Promise<TimedSlot[]> {
  const measured: TimedSlot[] = [];
  for (const slot of random.shuffle([...slots])) {
    const timed = await slot.cell.time(slot);
    if (timed !== undefined) measured.push({ ...slot, ...timed });
  }
  return measured;
}

/**
 * Looks at each cell that is alive with sentences that nobody has seen, and once more, alone, at
 * those that were slower there; see `Distrust.look`.
 */
export async function lookUnseen(
  cells: readonly LiveCell[],
  subject: Subject,
  begin: Begin<LiveCell>,
): Promise<void> {
  const alive = cells.filter(({ isAlive }) => isAlive);
  await sideBySide(alive, (cell) => cell.lookUnseen(subject), begin);
  for (const cell of alive.filter(({ isSuspect }) => isSuspect)) {
    begin(cell, 1);
    await cell.lookUnseen(subject, true);
  }
}

/**
 * Does the work for each item, in their order, for so many at a time as there are cores: at most
 * two.
 */
async function sideBySide<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  begin: Begin<T>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const item = items[next]!;
      begin(item, next++ / items.length);
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(LANES, navigator.hardwareConcurrency) }, lane));
}
