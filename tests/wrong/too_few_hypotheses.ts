/**
 * Wrong: keeps half of k hypotheses per node. The best path is always right.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { best, decoded, plain, search } from "./_plain.ts";

/** Half of k hypotheses per node: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "too-few-hypotheses",
  title: "Half of k hypotheses per node",
  prepare: (model) => (lattice, k, work) => {
    const last = search(model, lattice, (candidates) => {
      return candidates.map((hypotheses) => best(hypotheses, Math.ceil(k / 2)));
    }, work);
    return decoded(best(last, k), lattice.length);
  },
};
export default decoder;
