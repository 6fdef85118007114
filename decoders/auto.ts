/**
 * The fastest exact decoder for the case at hand.
 *
 * @module
 */

import { blockDecode } from "./block_skip.ts";
import type { Decoder } from "./contract.ts";
import { sweepDecode } from "./dominance.ts";
import { type PlacedDecode, simdPlacement } from "./placed/placement.ts";

const SWEEP = { bound: "rented", ends: "auto", ties: "left" } as const;

/**
 * Picks a decoder, with SIMD: for k = 1 forward dominance, which looks at each position how many
 * labels can matter and takes a dense step where too many can; for k > 1 `block-skip`, whose scores
 * of all labels leave little to do for each further path.
 *
 * Exact, because both are. Ties: those of the decoder that is picked. Cost: that decoder's. What is
 * not picked is not prepared; a lattice is placed once for both.
 *
 * Source: our own.
 */
const auto: Decoder = {
  name: "auto",
  title: "Automatic choice",
  source: "Trellis",
  exact: true,
  maxK: Infinity,
  adaptive: true,
  options: {},
  prepare(model) {
    const placement = simdPlacement(model);
    let best: PlacedDecode | undefined;
    let list: PlacedDecode | undefined;
    return placement.offeredBy((lattice, k, work) =>
      k === 1
        ? (best ??= sweepDecode(model, SWEEP, placement))(lattice, k, work)
        : (list ??= blockDecode(model, placement))(lattice, k, work)
    );
  },
};
export default auto;
