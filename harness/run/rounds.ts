/**
 * Which rounds are measured in which process.
 *
 * @module
 */

/** Rounds of a cell whose single pass is much longer than a round should be. */
const SLOW_ROUNDS = 3;

/**
 * The rounds of each process, counted from 1 over all of them: as even as it gets, the earlier
 * processes take what is left over. A process without a round is none.
 *
 * @example
 * ```ts
 * import { roundsByProcess } from "./rounds.ts";
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
 * The rounds of a slow cell: the first, the middle and the last, so that it is timed in up to three
 * processes and a cell is complete when its last round is there.
 */
export function slowRounds(rounds: number): Set<number> {
  if (rounds <= SLOW_ROUNDS) return new Set(Array.from({ length: rounds }, (_, i) => i + 1));
  return new Set([1, Math.ceil((1 + rounds) / 2), rounds]);
}
