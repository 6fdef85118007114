/**
 * Wrong: prunes with `<=` and keeps no incumbent, so nothing is left when the greedy path is best.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "./_plain.ts";
import { prunedViterbi } from "./_pruned.ts";

/** Pruning with <= and no incumbent: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "pruned-without-incumbent",
  title: "Pruning with <= and no incumbent",
  maxK: 1,
  prepare: (model) => prunedViterbi(model, (bound, lowerBound) => bound > lowerBound, false),
};
export default decoder;
