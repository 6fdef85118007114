/**
 * Hostile: goes on decoding in timers, microtasks and when something is collected.
 *
 * @module
 */

import type { Decoded, Decoder } from "../../../decoders/contract.ts";
import { newWork } from "../../../decoders/contract.ts";
import type { Lattice } from "../../../decoders/lattice.ts";
import { plain } from "../../wrong/plain.ts";

const decoder: Decoder = {
  ...plain,
  ...{ name: "decodes-in-background", title: "Decodes in the background", maxK: 1 },
  prepare(model, options) {
    const right = plain.prepare(model, options);
    const seen = new Map<Float64Array, Lattice>();
    const known = new WeakMap<object, Decoded>();
    const decodeAll = () => {
      for (const lattice of seen.values()) known.set(lattice, right(lattice, 1, newWork()));
    };
    const registry = new FinalizationRegistry(decodeAll);
    setInterval(decodeAll, 0);
    return (lattice, k, work) => {
      seen.set(lattice.emissions, lattice);
      registry.register({}, 0);
      queueMicrotask(decodeAll);
      return known.get(lattice) ?? right(lattice, k, work);
    };
  },
};
export default decoder;
