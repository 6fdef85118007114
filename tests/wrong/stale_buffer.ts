/**
 * Wrong: sizes its buffer by the first lattice that it sees. What is written beyond the end of a
 * typed array vanishes without an error.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { best, decoded, plain, search } from "./_plain.ts";

/** Buffer sized by the first lattice: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "stale-buffer",
  title: "Buffer sized by the first lattice",
  maxK: 1,
  prepare: (model) => {
    let buffer: Float64Array | undefined;
    return ({ length, emissions }, _k, work) => {
      buffer ??= new Float64Array(emissions.length);
      for (let index = 0; index < emissions.length; index++) buffer[index] = emissions[index]!;
      const last = search(model, { length, emissions: buffer }, (candidates) => {
        return candidates.map((hypotheses) => best(hypotheses, 1));
      }, work);
      return decoded(best(last, 1), length);
    };
  },
};
export default decoder;
