/**
 * Sentences from the memory of a caller, whose copying and converting is on the clock.
 *
 * @module
 */

import { type Decode, takesFloat32 } from "../../../decoders/contract.ts";
import type { Emissions, Lattice } from "../../../decoders/lattice.ts";
import type { Memories } from "../contract.ts";

/**
 * What a caller has to do whose scores lie in a Float64Array, i.e. nothing, or in a Float32Array:
 * nothing if the decoder takes that, and else to convert them. Lattice objects are new each time: a
 * decoder that remembers objects gains nothing.
 */
export function memoriesOf(decode: Decode): Memories<Lattice> {
  const isNarrow = takesFloat32(decode);
  return {
    clocks: ["memory64", "memory32"],
    from({ length, emissions: scores }, clock) {
      if (clock === "memory64") return () => ({ length, emissions: scores });
      const emissions = new Float32Array(scores);
      if (!isNarrow) return () => ({ length, emissions: new Float64Array(emissions) });
      return () => ({ length, emissions } as Lattice<Emissions> as Lattice);
    },
  };
}
