/**
 * Sentences where a decoder reads them fastest.
 *
 * @module
 */

import type { Decode } from "../../../decoders/contract.ts";
import type { Lattice } from "../../../decoders/lattice.ts";

/**
 * What puts a sentence into a decoder's own memory, if it has one, and gives what is decoded then:
 * a new object each time, so that who remembers objects gains nothing. A decoder that can place
 * sentences and not reserve rows knows a place by the object: there it stays the same.
 */
export function placingOf(
  decode: Decode,
  labelCount: number,
): (sentence: Lattice) => () => Lattice {
  if (decode.reserve !== undefined) {
    return ({ length, emissions }) => {
      const block = decode.reserve!(length, false);
      const { scores, stride } = block;
      for (let t = 0; t < length; t++) {
        scores.set(emissions.subarray(t * labelCount, (t + 1) * labelCount), t * stride);
      }
      return () => block.lattice(0, length);
    };
  }
  if (decode.place !== undefined) {
    return (lattice) => {
      decode.place!(lattice);
      return () => lattice;
    };
  }
  return ({ length, emissions }) => () => ({ length, emissions });
}
