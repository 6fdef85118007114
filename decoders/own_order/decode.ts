/**
 * Decoding in each position's own order, in TypeScript or in kernels.
 *
 * @module
 */

import { FLOAT64_BITS } from "../chain/grid.ts";
import type { Decode, Work } from "../contract.ts";
import { type KernelKind, openArena } from "../kernels/arena.ts";
import type { Emissions, Lattice, Model } from "../lattice.ts";
import { ownOrderPaths } from "./k_best.ts";
import { KernelOwnOrder } from "./kernel.ts";
import { type Offsets, offsetsOf } from "./offsets.ts";
import type { OwnOrder, Tolerance } from "./own_order.ts";
import { PlainOwnOrder } from "./pass.ts";
import { ownOrderDecode } from "./search.ts";

/** 2^−48: the rounding of a few sums in units of their terms; ample. */
const ROUNDING = 2 ** -48;

/** The best path; see `ownOrderDecode`. `simd` has the same answers and counts as `plain`. */
export function bestInOwnOrder(model: Model, kernel: KernelKind): Decode {
  const offsets = offsetsOf(model);
  const columns = ownOrderOf(model, offsets, kernel);
  const find = ownOrderDecode(model, columns, toleranceOf(model, offsets, columns));
  const decode = (lattice: Lattice<Emissions>, _k: number, work: Work) => find(lattice, work);
  return columns instanceof KernelOwnOrder ? columns.placedDecode(decode) : decode;
}

/** The k best paths; see `ownOrderPaths`. The search for paths stays in TypeScript. */
export function pathsInOwnOrder(model: Model, kernel: KernelKind): Decode {
  const offsets = offsetsOf(model);
  const columns = ownOrderOf(model, offsets, kernel);
  const tolerance = toleranceOf(model, offsets, columns);
  const findBest = ownOrderDecode(model, columns, tolerance);
  const findPaths = ownOrderPaths(model, columns, tolerance);
  return (lattice, k, work) => k === 1 ? findBest(lattice, work) : findPaths(lattice, k, work);
}

/**
 * Columns of a model's sentences. Kernels copy the transitions; where these do not fit into their
 * memory, from 23,000 labels on in float64, it is the plain form. Emissions are float32 there if
 * both they and the offsets can be.
 */
function ownOrderOf(model: Model, offsets: Offsets, kernel: KernelKind): OwnOrder {
  const { outgoing, incoming, both } = offsets;
  const isSingle = [outgoing, incoming, both].every((scores) =>
    scores.every((score) => Math.fround(score) === score)
  );
  const arena = openArena(kernel, model.float32Exact === true && isSingle);
  const isPlain = arena.kind === "plain" ||
    !arena.hasRoomFor(model.labelCount ** 2 * arena.scoreBytes);
  return isPlain ? new PlainOwnOrder(model, offsets) : new KernelOwnOrder(arena, model, offsets);
}

function toleranceOf({ exactSums }: Model, offsets: Offsets, columns: OwnOrder): Tolerance {
  return (length) => {
    const terms = length + 2;
    const magnitude = terms * (columns.largest + offsets.magnitude);
    // One bit for the rounding of what is compared.
    const units = (magnitude + 1) * 2 ** columns.exponent;
    if (exactSums && units < 2 ** (FLOAT64_BITS - 1)) return 0;
    return ROUNDING * terms * magnitude + Number.MIN_VALUE;
  };
}
