/**
 * Iterative Viterbi A* without some of the updates of its lower bound.
 *
 * Source: Huang et al. 2012, §4.4, Algorithm 4.
 *
 * @module
 */

import type { Table } from "./contract.ts";
import { VARIANT_NOTE, variantTable } from "./_variant_table.ts";

/** The options for the updates. */
const UPDATES = ["beam", "ends", "popped"];

/** The table “Lower-bound updates of iterative Viterbi A*”. */
const lowerBoundUpdates: Table = {
  name: "lower-bound-updates",
  title: "Lower-bound updates of iterative Viterbi A*",
  order: 48,
  note:
    "Iterative Viterbi A* raises its lower bound from a beam (line 1 of Alg. 4 of Huang et al. " +
    "2012; beam), from the best active paths of each pass (line 16; ends) and from its inner search " +
    `(line 19; popped). Time and edge evaluations without some of them. ${VARIANT_NOTE}`,
  build: ({ summary }) =>
    variantTable(summary, {
      decoder: "iterative-viterbi-a-star",
      chosen: (options) => Object.keys(options).every((name) => UPDATES.includes(name)),
      quantities: ["time", "edges"],
    }),
};

export default lowerBoundUpdates;
