/**
 * What is timed in a round: cells on sentences by clocks.
 *
 * @module
 */

import type { PlannedCell } from "../plan/plan.ts";
import type { Clock } from "../store/rows.ts";

/** Sentences that a cell is timed on at least, if the sample has them: at k = 1 and above. */
const LEAST = { single: 16, kBest: 8 } as const;

/** What must be known of a cell to choose what is timed. */
export interface Timeable {
  readonly planned: Pick<PlannedCell, "role" | "k">;
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

/** The least number of the sentences that a cell is timed on. */
export function leastSentences({ planned: { k }, sentences }: Timeable): number {
  return Math.min(sentences, k === 1 ? LEAST.single : LEAST.kBest);
}

/**
 * The number of sentences that a cell is timed on: all, if the cell and the baseline of its k can
 * pass over them in their time, and else the least prefix. Nothing between, so that any two cells
 * have sentences in common.
 */
export function timedSentences<Cell extends Timeable>(
  cell: Cell,
  cells: readonly Cell[],
): number {
  return cell.fits && baselineOf(cell, cells).fits ? cell.sentences : leastSentences(cell);
}

/**
 * Each cell that is alive on its sentences, by each of its clocks. Where a cell of a k is timed on
 * the least prefix alone, all others of that k are timed on it besides.
 */
export function timedSlots<Cell extends Timeable>(cells: readonly Cell[]): Slot<Cell>[] {
  const alive = cells.filter(({ isAlive }) => isAlive);
  const sizes = new Map(alive.map((cell) => [cell, timedSentences(cell, alive)]));
  const limited = new Set(
    alive.filter((cell) => sizes.get(cell)! < cell.sentences).map(({ planned }) => planned.k),
  );
  return alive.flatMap((cell) => {
    const own = [sizes.get(cell)!];
    if (limited.has(cell.planned.k)) own.push(leastSentences(cell));
    return [...new Set(own)].flatMap((sentences) =>
      cell.clocks.map((clock) => ({ cell, sentences, clock }))
    );
  });
}

/** The baseline with the same k; the cell itself if there is none that has not failed. */
function baselineOf<Cell extends Timeable>(cell: Cell, cells: readonly Cell[]): Cell {
  const { k } = cell.planned;
  return cells.find(({ isAlive, planned: { role, k: others } }) =>
    isAlive && role === "baseline" && others === k
  ) ?? cell;
}
