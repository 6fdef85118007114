/**
 * Max-marginals: what every label of every position is worth, and how sure the best path is.
 *
 * @module
 */

import { Claims } from "../chain/claims.ts";
import { ScoreCheck } from "./score_check.ts";
import { BlockTables } from "../kernels/blocks/block_tables.ts";
import { placeTransitions } from "../kernels/edges/transitions.ts";
import { type KernelKind, openArena } from "../kernels/arena.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Lattice, Model, Path } from "../lattice.ts";
import { Placement } from "../kernels/scores/placement.ts";
import { checkKernel } from "./estimate.ts";

/** The best path of a lattice, and the best paths through every label. */
export interface MaxMarginals {
  /** The best path. */
  readonly path: Path;
  /**
   * T×L, in the scores' unit: μ_t(y) at index `t * labelCount + y`, the score of the best path with
   * label y at position t; −∞ if there is none.
   */
  readonly scores: Float64Array;
}

/**
 * Prepares a function that finds the max-marginals of lattices; nothing for a lattice without a
 * path.
 *
 * μ_t(y) = α_t(y) + β_t(y) − n_t(y), where α_t(y) is the best score of a prefix that ends in y, as
 * in dense Viterbi, and β_t(y) that of a suffix that begins with y, both with the score n of y
 * itself.
 *
 * Exact: a path through y is a prefix into y and a suffix out of y, chosen apart from each other. α
 * comes from `blockSweep`, which finds all of dense Viterbi's scores without most of its edges, and
 * β from the same on transposed transitions and the sentence read backwards. Where sums round, μ is
 * exact up to their rounding; `path` and its score are dense Viterbi's to the last bit.
 *
 * Ties: `path` is that of dense Viterbi, the smallest label from the last position backwards. Cost:
 * two decodings by `block-skip`, and 3TL. Memory O(TL + L²). Preparation: O(L²).
 *
 * Source: max-marginals are folklore (min-marginals of dynamic programming); the sweep is our own.
 *
 * @param kernel loops in WebAssembly with SIMD, or in TypeScript; both give the same scores
 * @throws RangeError or TypeError naming position and label for shapes and scores that will not do,
 * as `logPartition`, and for those that refute what the model says of its sums
 *
 * @example
 * ```ts
 * import { labelMargins, maxMarginals } from "./max_marginals.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = { labelCount: 2, transitions: Float64Array.of(0, 1, 2, 3) };
 * const found = maxMarginals(model)({ length: 2, emissions: Float64Array.of(5, 0, 0, 7) })!;
 * assertEquals(found.path.labels, Int32Array.of(0, 1));
 * assertEquals(found.scores, Float64Array.of(13, 10, 5, 13));
 * assertEquals(labelMargins(found), Float64Array.of(3, 8));
 * ```
 */
export function maxMarginals(
  model: Model,
  kernel: KernelKind = "simd",
): (lattice: Lattice) => MaxMarginals | undefined {
  const { labelCount } = model;
  checkKernel(kernel);
  const check = new ScoreCheck(model);
  const claims = new Claims(model);
  const arena = openArena(kernel, model.float32Exact);
  const placement = new Placement(arena, labelCount);
  const transitions = placeTransitions(arena, model);
  const prefixes = new BlockTables(transitions);
  const suffixes = new BlockTables(transitions.reversed);
  const width = blocksOf(labelCount) * BLOCK;
  const sweep = (tables: BlockTables, lattice: Lattice) =>
    tables.sweep(placement.addressOf(lattice), lattice.length);

  return (lattice) => {
    check.check(lattice);
    claims.check(lattice);
    const { length, emissions } = lattice;
    if (!sweep(prefixes, lattice) || !sweep(suffixes, reversed(lattice, labelCount))) {
      return undefined;
    }
    const found = arena.scores;
    const scores = new Float64Array(length * labelCount);
    for (let t = 0; t < length; t++) {
      const alpha = prefixes.alpha / arena.scoreBytes + t * width;
      const beta = suffixes.alpha / arena.scoreBytes + (length - 1 - t) * width;
      for (let y = 0; y < labelCount; y++) {
        const score = emissions[t * labelCount + y]!;
        // −∞ − (−∞) is not a number.
        scores[t * labelCount + y] = score === -Infinity
          ? score
          : found[alpha + y]! + (found[beta + y]! - score);
      }
    }
    return { path: prefixes.bestPath(length), scores };
  };
}

/**
 * How far the best path is ahead of all paths with another label at a position: T margins,
 *
 *     min over y ≠ ŷ_t of ( μ_t(ŷ_t) − μ_t(y) ) ≥ 0,
 *
 * in the scores' unit; +∞ where every path has that label.
 *
 * They certify the path: if no margin is 0 there is no other best path, and a change of the scores
 * that moves each path's score by less than half of a margin does not change the label there. Where
 * sums round, only margins beyond their rounding do: a tie may look like some 1e-16. A token with a
 * small one is a token to look at. Cost: O(TL).
 */
export function labelMargins({ path: { labels }, scores }: MaxMarginals): Float64Array {
  const labelCount = scores.length / labels.length;
  return Float64Array.from(labels, (best, t) => {
    let other = -Infinity;
    for (let y = 0; y < labelCount; y++) {
      const score = scores[t * labelCount + y]!;
      if (y !== best && score > other) other = score;
    }
    // Where sums round, a tie may look like less.
    return Math.max(0, scores[t * labelCount + best]! - other);
  });
}

/** The sentence read backwards. */
function reversed({ length, emissions }: Lattice, labelCount: number): Lattice {
  const rows = new Float64Array(emissions.length);
  for (let t = 0; t < length; t++) {
    const row = emissions.subarray(t * labelCount, (t + 1) * labelCount);
    rows.set(row, (length - 1 - t) * labelCount);
  }
  return { length, emissions: rows };
}
