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
  denseCounts,
  denseSums,
  dotRows,
  edgeCounts,
  exponentials,
  listSums,
  multiplyRow,
  scaleRow,
  stageRow,
  sumRow,
  weighRow,
};

/** Kernels over rows of weights: see the functions in `rows.ts`, `sums.ts` and `counts.ts`. */
export type ProbabilityKernels = {
  readonly [Name in keyof typeof TWINS]: InArena<typeof TWINS[Name]>;
};

const FAMILY = /* @__PURE__ */ new Family<ProbabilityKernels>(BINARY, TWINS);

/** Opens the kernels of the arena's kind; the arena is one of float64. */
export function openProbability(arena: Arena): ProbabilityKernels {
  return FAMILY.open(arena);
}
