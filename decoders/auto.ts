/**
 * The fastest exact decoder for the case at hand.
 *
 * @module
 */

import blockSkip from "./block_skip.ts";
import type { Decode, Decoder } from "./contract.ts";
import dominance from "./dominance.ts";
import type { Model } from "./lattice.ts";

const SWEEP = { bound: "pair", filter: "auto", kernel: "simd" };
const BLOCKS = { order: "clustered" };

/**
 * Picks a decoder: for k = 1 forward dominance with SIMD, which looks at each position how many labels
 * can matter and takes a dense step where too many can; for k > 1 `block-skip`, whose scores of all
 * labels leave little to do for each further path.
 *
 * Exact, because both are. Ties: those of the decoder that is picked. Cost: that decoder's. What is
 * not picked is not prepared.
 *
 * Source: our own.
 */
const auto: Decoder<Record<never, never>> = {
  name: "auto",
  title: "Automatic choice",
  source: "Trellis",
  exact: true,
  maxK: Infinity,
  options: {},
  prepare(model: Model): Decode {
    let best: Decode | undefined;
    let list: Decode | undefined;
    const sweep = () => best ??= dominance.prepare(model, SWEEP);
    const decode: Decode = (lattice, k, work) =>
      k === 1
        ? sweep()(lattice, k, work)
        : (list ??= blockSkip.prepare(model, BLOCKS))(lattice, k, work);
    decode.place = (lattice) => sweep().place!(lattice);
    return decode;
  },
};
export default auto;
