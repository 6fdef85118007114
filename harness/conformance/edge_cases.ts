/**
 * The corners of the space of lattices, by hand.
 *
 * @module
 */

import type { Lattice } from "../../decoders/lattice.ts";
import type { Instance } from "./instance.ts";

const NO = -Infinity;

/** Named instances; k is beyond the number of paths wherever that number is small. */
export const EDGE_CASES: readonly (readonly [name: string, instance: Instance])[] = [
  ["one label, one position", instance([[-3]], [[[2]]], 3)],
  ["one label", instance([[-3]], [[[2], [0], [-1], [5]]], 2)],
  ["one position", instance(square(5, (x, y) => x - y), [[[3, 1, 4, 1, 5]]], 7)],
  ["more paths asked for than there are", instance([[0, 1], [2, 3]], [[[5, 0], [0, 7]]], 100)],
  ["as many paths asked for as there are", instance([[0, 1], [2, 3]], [[[5, 0], [0, 7]]], 4)],
  [
    "ties at the k-th place",
    instance(square(3, (x, y) => Number(x === y)), [rows(5, 3, () => 2)], 10),
  ],
  [
    "as many paths as there are, among forbidden ones",
    instance(square(4, (x, y) => x === y || y === x + 1 ? -1 : NO), [
      rows(5, 4, (t, y) => t === 2 && y < 2 ? NO : (t + y) % 3),
    ], 16),
  ],
  ["all scores equal", instance(square(4, () => 1), [rows(5, 4, () => 1)], 20)],
  ["all scores zero", instance(square(3, () => 0), [rows(4, 3, () => 0)], 81)],
  [
    "negative scores only",
    instance(square(5, (x, y) => -1 - (x * y) % 3), [rows(6, 5, (t, y) => -1 - (t + y) % 4)], 5),
  ],
  ["no path: a position without labels", instance([[0, 1], [2, 3]], [[[0, 1], [NO, NO]]], 2)],
  ["no path: the first position", instance([[0, 1], [2, 3]], [[[NO, NO], [0, 1]]], 2)],
  ["no path: one position", instance([[0]], [[[NO]], [[1]]], 1)],
  ["no path: all transitions forbidden", instance(square(3, () => NO), [rows(3, 3, () => 0)], 3)],
  [
    "no path: the chain of labels is too short",
    instance(square(4, (x, y) => y === x + 1 ? 1 : NO), [rows(5, 4, () => 0)], 3),
  ],
  [
    "exactly one path",
    instance(square(4, (x, y) => y === x + 1 ? 1 : NO), [rows(4, 4, () => -2)], 3),
  ],
  [
    "only the last label is allowed",
    instance(square(9, () => 0), [rows(4, 9, (_, y) => y === 8 ? -5 : NO)], 2),
  ],
  [
    "the best labels lead nowhere",
    instance([[NO, NO, -9], [NO, NO, -9], [NO, NO, -9]], [rows(4, 3, () => 9)], 4),
  ],
  [
    "a late reward turns an early choice over",
    instance(square(6, (x, y) => x === y ? 0 : NO), [
      rows(12, 6, (t, y) => t < 11 ? 5 - y : y === 5 ? 100 : 0),
    ], 6),
  ],
  [
    "short sentences after long ones",
    instance(square(3, (x, y) => (x * 2 + y) % 4), [
      rows(2, 3, (t, y) => t + y),
      rows(9, 3, (t, y) => (t * y) % 3),
      rows(1, 3, (_, y) => -y),
      rows(3, 3, (t, y) => t - y),
      rows(17, 3, (t, y) => (t + y) % 5),
    ], 4),
  ],
  [
    "a sentence without a path between others",
    instance([[0, NO], [1, 2]], [
      [[1, 2], [3, 4], [5, 6]],
      [[0, NO], [NO, 0]],
      [[1, 2], [3, 4], [5, 6]],
    ], 9),
  ],
];

/** Recursion as deep as the sentence is long overflows the stack here. */
export const LONG_SENTENCE: Instance = instance(
  [[1, 0], [0, 2]],
  [rows(20_000, 2, (t, y) => (t * 7 + y * 3) % 5)],
  3,
);

/** Integer scores, given by rows. */
function instance(transitions: number[][], sentences: number[][][], k: number): Instance {
  return {
    model: {
      labelCount: transitions.length,
      transitions: Float64Array.from(transitions.flat()),
      exactSums: true,
      float32Exact: true,
    },
    lattices: sentences.map((emissions): Lattice => ({
      length: emissions.length,
      emissions: Float64Array.from(emissions.flat()),
    })),
    k,
  };
}

function rows(
  count: number,
  labelCount: number,
  score: (t: number, y: number) => number,
): number[][] {
  return Array.from(
    { length: count },
    (_, t) => Array.from({ length: labelCount }, (_, y) => score(t, y)),
  );
}

function square(labelCount: number, score: (x: number, y: number) => number): number[][] {
  return rows(labelCount, labelCount, score);
}
