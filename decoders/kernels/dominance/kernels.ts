/**
 * Forward dominance by kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family, type InArena } from "../family.ts";
import { advantages } from "./advantages.ts";
import BINARY from "./binary.json" with { type: "json" };
import { dominanceSweep } from "./dominance.ts";

/** Kernels of forward dominance. */
export interface DominanceKernels {
  /** See `advantages`. */
  readonly advantages: InArena<typeof advantages>;
  /** See `dominanceSweep`. */
  readonly dominanceSweep: InArena<typeof dominanceSweep>;
}

const FAMILY = new Family<DominanceKernels>(BINARY);

/** Opens the kernels of the arena's kind. */
export function openDominance(arena: Arena): DominanceKernels {
  if (arena.kind === "simd") return FAMILY.open(arena);
  return {
    advantages: (...parameters) => advantages(arena, ...parameters),
    dominanceSweep: (...parameters) => dominanceSweep(arena, ...parameters),
  };
}
