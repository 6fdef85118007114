/**
 * Transitions by kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family, type InArena } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };
import * as twins from "./edges.ts";

/** Kernels over rows of transitions: see the functions in `edges.ts`. */
export type EdgeKernels = {
  readonly [Name in keyof typeof twins]: InArena<typeof twins[Name]>;
};

const FAMILY = new Family<EdgeKernels>(BINARY);

/** Opens the kernels of the arena's kind. */
export function openEdges(arena: Arena): EdgeKernels {
  if (arena.kind === "simd") return FAMILY.open(arena);
  return {
    extremes: (...parameters) => twins.extremes(arena, ...parameters),
    blockMaxima: (...parameters) => twins.blockMaxima(arena, ...parameters),
    panelize: (...parameters) => twins.panelize(arena, ...parameters),
    transpose: (...parameters) => twins.transpose(arena, ...parameters),
  };
}
