/**
 * Hostile: takes the most frequent label everywhere when the same sentence comes twice in a row,
 * as it does only where sentences are timed one by one.
 *
 * @module
 */

import { remembering, scored } from "../_remembering.ts";

/** Guesses where it hopes that nobody looks. */
export default remembering("guesses-alone", (model) => {
  let last = 0;
  return (lattice, compute) => {
    const isAgain = lattice.length === last;
    last = lattice.length;
    if (!isAgain) return compute(lattice);
    const work = { iterations: 1, nodeExpansions: 1, edgeEvaluations: 1 };
    return { decoded: scored(model, lattice, new Int32Array(lattice.length)), work };
  };
});
