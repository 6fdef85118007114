/**
 * Wrong: adds the prefix scores up in the caller's emissions.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { best, decoded, plain, search } from "./_plain.ts";

/** Prefix scores in the caller's array: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "changed-emissions",
  title: "Prefix scores in the caller's array",
  maxK: 1,
  prepare: (model) => (lattice, _k, work) => {
    const last = search(model, lattice, (candidates, t) =>
      candidates.map((hypotheses, label) => {
        const kept = best(hypotheses, 1);
        lattice.emissions[t * model.labelCount + label] = kept[0]?.score ?? -Infinity;
        return kept;
      }), work);
    return decoded(best(last, 1), lattice.length);
  },
};
export default decoder;
