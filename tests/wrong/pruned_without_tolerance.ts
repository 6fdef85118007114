/**
 * Wrong: prunes strictly below the lower bound, but with no tolerance for sums that were rounded
 * in another order. Right wherever sums are exact.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "./_plain.ts";
import { prunedViterbi } from "./_pruned.ts";

/** Pruning without a rounding tolerance: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "pruned-without-tolerance",
  title: "Pruning without a rounding tolerance",
  maxK: 1,
  prepare: (model) => prunedViterbi(model, (bound, lowerBound) => bound >= lowerBound, false),
};
export default decoder;
