/**
 * Wrong: prunes strictly below the lower bound with no tolerance for rounding, and thinks that the
 * incumbent makes up for it. A path that beats the incumbent in the last place is lost.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "./_plain.ts";
import { prunedViterbi } from "./_pruned.ts";

/** Pruning with an incumbent but no rounding tolerance: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "incumbent-without-tolerance",
  title: "Pruning with an incumbent but no rounding tolerance",
  maxK: 1,
  prepare: (model) => prunedViterbi(model, (bound, lowerBound) => bound >= lowerBound, true),
};
export default decoder;
