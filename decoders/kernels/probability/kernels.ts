/**
 * Sums over paths by kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family, type InArena } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };
import { denseCounts, edgeCounts } from "./counts.ts";
import {
  dotRows,
  exponentials,
  multiplyRow,
  scaleRow,
  stageRow,
  sumRow,
  weighRow,
} from "./rows.ts";
import { denseSums, listSums } from "./sums.ts";

const TWINS = {
  ...{ denseCounts, edgeCounts, denseSums, listSums },
  ...{ dotRows, exponentials, multiplyRow, scaleRow, stageRow, sumRow, weighRow },
};

/** Kernels over rows of weights: see the functions in `rows.ts`, `sums.ts` and `counts.ts`. */
export type ProbabilityKernels = {
  readonly [Name in keyof typeof TWINS]: InArena<typeof TWINS[Name]>;
};

const FAMILY = new Family<ProbabilityKernels>(BINARY);

/** Opens the kernels of the arena's kind; the arena is one of float64. */
export function openProbability(arena: Arena): ProbabilityKernels {
  if (arena.kind === "simd") return FAMILY.open(arena);
  return {
    denseCounts: (...parameters) => denseCounts(arena, ...parameters),
    edgeCounts: (...parameters) => edgeCounts(arena, ...parameters),
    denseSums: (...parameters) => denseSums(arena, ...parameters),
    listSums: (...parameters) => listSums(arena, ...parameters),
    dotRows: (...parameters) => dotRows(arena, ...parameters),
    exponentials: (...parameters) => exponentials(arena, ...parameters),
    multiplyRow: (...parameters) => multiplyRow(arena, ...parameters),
    scaleRow: (...parameters) => scaleRow(arena, ...parameters),
    stageRow: (...parameters) => stageRow(arena, ...parameters),
    sumRow: (...parameters) => sumRow(arena, ...parameters),
    weighRow: (...parameters) => weighRow(arena, ...parameters),
  };
}
