/**
 * The measuring loop: cells on the same sentences, checked, then timed in interleaved rounds.
 *
 * @module
 */

import type { Random } from "../../datasets/random.ts";
import type { LiveCell } from "./live_cell.ts";
import type { Subject } from "./subject.ts";

/** Cells that are opened and checked side by side; what is timed runs alone. */
const LANES = 2;

/** How long to measure, and whom to tell what is being done. */
export interface Rounds {
  /** Without any, cells are checked and closed. */
  readonly rounds: number;
  /** Draws the order of the cells in each round. */
  readonly random: Random;
  /** @param share of the whole that is behind: checks, warm-ups and rounds count alike */
  say(what: string, share: number): void;
}

/** A measurement to make in each round: a cell on the first so many sentences. */
interface Slot {
  readonly cell: LiveCell;
  readonly sentences: number;
}

/** What a slot gave in a round. */
export interface TimedSlot extends Slot {
  /** Milliseconds for one pass over the sentences. */
  readonly elapsedMs: number;
  readonly passes: number;
}

/** Opens all cells and checks their answers. */
export async function checkCells(
  cells: readonly LiveCell[],
  subject: Subject,
  { rounds, say }: Pick<Rounds, "rounds" | "say">,
): Promise<void> {
  let begun = 0;
  await sideBySide(cells, async (cell) => {
    const share = begun++ / cells.length / stages(rounds);
    say(`checking ${cell.planned.name}, k = ${cell.planned.k}`, share);
    await cell.open(subject);
    await (rounds === 0 ? cell.close() : cell.fit());
  });
}

/**
 * Warms the cells up and times them in rounds.
 *
 * Within a round the cells follow one another in a random order, one at a time, so that slow
 * changes of the machine hit all alike. A slow cell is timed on fewer sentences, and so are all
 * where the baseline is slow; the baseline is timed on the sentences of each of its rivals, so that
 * ratios compare the same ones.
 *
 * @param onRound is given what was timed, cells that failed left out
 */
export async function timeCells(
  cells: readonly LiveCell[],
  { rounds, random, say }: Rounds,
  onRound: (round: number, timed: readonly TimedSlot[]) => void | Promise<void>,
): Promise<void> {
  const slots = rounds === 0 ? [] : timedSlots(cells);
  for (const [at, { cell, sentences }] of slots.entries()) {
    say(`warming up ${cell.planned.name}`, (1 + at / slots.length) / stages(rounds));
    await cell.warmUp(sentences);
  }
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`, (1 + round) / stages(rounds));
    const measured: TimedSlot[] = [];
    for (const slot of random.shuffle([...slots])) {
      const timed = await slot.cell.time(slot.sentences);
      if (timed !== undefined) measured.push({ ...slot, ...timed });
    }
    await onRound(round, measured);
  }
}

/** Checking is a stage, and so are warming up and each round where there are any. */
function stages(rounds: number): number {
  return rounds === 0 ? 1 : 2 + rounds;
}

/**
 * On how many of the first sentences a cell is timed: as many as it and its baseline can afford.
 */
export function timedSentences(cell: LiveCell, cells: readonly LiveCell[]): number {
  return cell.timedSentences(baselineOf(cell, cells));
}

/** Each cell on its sentences, and the baseline besides on those of each of its rivals. */
function timedSlots(cells: readonly LiveCell[]): Slot[] {
  const slots = new Map<string, Slot>();
  for (const cell of cells.filter(({ isAlive }) => isAlive)) {
    const sentences = timedSentences(cell, cells);
    for (const timed of [cell, baselineOf(cell, cells)]) {
      slots.set(`${timed.key} ${sentences}`, { cell: timed, sentences });
    }
  }
  return [...slots.values()];
}

/** The baseline with the same k; the cell itself if there is none that has not failed. */
function baselineOf(cell: LiveCell, cells: readonly LiveCell[]): LiveCell {
  const { k } = cell.planned;
  return cells.find(({ isAlive, planned: { role, k: others } }) =>
    isAlive && role === "baseline" && others === k
  ) ?? cell;
}

/**
 * Does the work for each item, in their order, for so many at a time as there are cores: at most
 * two.
 */
async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(LANES, navigator.hardwareConcurrency) }, lane));
}
