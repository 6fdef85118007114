/**
 * What is timed in a round: cells on sentences by clocks.
 *
 * @module
 */

import type { PlannedCell } from "../plan/contract.ts";
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
