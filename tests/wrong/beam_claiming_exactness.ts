/**
 * Wrong: a beam of width 2 that says it is exact.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { best, decoded, plain, search } from "./plain.ts";

const WIDTH = 2;

/** Beam that says it is exact: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "beam-claiming-exactness",
  title: "Beam that says it is exact",
  maxK: 1,
  prepare: (model) => (lattice, _k, work) => {
    const last = search(model, lattice, (candidates) => {
      return [best(candidates.flatMap((hypotheses) => best(hypotheses, 1)), WIDTH)];
    }, work);
    return decoded(best(last, 1), lattice.length);
  },
};
export default decoder;
