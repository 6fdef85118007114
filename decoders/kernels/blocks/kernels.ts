/**
 * Block skipping by kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };
import { blockFollow, blockSweep } from "./sweep.ts";

/** Kernels of block skipping. `tables` is the address of the tables. */
export interface BlockKernels {
  /** See `blockSweep`. */
  blockSweep(tables: number, own: number, length: number, limit: number): number;
  /** See `blockFollow`. */
  blockFollow(tables: number, length: number): void;
}

const FAMILY = new Family<BlockKernels>(BINARY);

/** Opens the kernels of the arena's kind. */
export function openBlocks(arena: Arena): BlockKernels {
  if (arena.kind === "simd") return FAMILY.open(arena);
  return {
    blockSweep: (tables, own, length, limit) => blockSweep(arena, tables, own, length, limit),
    blockFollow: (tables, length) => blockFollow(arena, tables, length),
  };
}
