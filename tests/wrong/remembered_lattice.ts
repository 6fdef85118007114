/**
 * Wrong: remembers its answers by the lattice object, which the caller may fill anew.
 *
 * @module
 */

import type { Decoded, Decoder } from "../../decoders/contract.ts";
import type { Lattice } from "../../decoders/lattice.ts";
import { plain } from "./_plain.ts";

/** Answers remembered by object: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "remembered-lattice",
  title: "Answers remembered by object",
  maxK: 1,
  prepare: (model, options) => {
    const decode = plain.prepare(model, options);
    const answers = new WeakMap<Lattice, Decoded>();
    return (lattice, k, work) => {
      const remembered = answers.get(lattice);
      const decoded = decode(lattice, k, work);
      if (!remembered) answers.set(lattice, decoded);
      return remembered ?? decoded;
    };
  },
};
export default decoder;
