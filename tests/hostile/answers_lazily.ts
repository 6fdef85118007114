/**
 * Hostile: returns an object that decodes when somebody reads its paths, which nobody does while
 * the clock runs.
 *
 * @module
 */

import type { Decoded } from "../../decoders/contract.ts";
import { type Memory, remembering } from "./_remembering.ts";

/** Promises an answer. */
export default remembering("answers-lazily", () => (lattice, compute) => {
  let memory: Memory | undefined;
  const decoded: Decoded = {
    get paths() {
      memory ??= compute(lattice);
      return memory.decoded.paths;
    },
  };
  const edgeEvaluations = lattice.emissions.length;
  return { decoded, work: { iterations: 1, nodeExpansions: lattice.length, edgeEvaluations } };
});
