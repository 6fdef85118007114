/**
 * Viterbi A* that pushes deviations as they are needed, and all at once as the paper does.
 *
 * Source: Huang et al. 2012, Algorithm 3.
 *
 * @module
 */

import type { Table } from "./contract.ts";
import { VARIANT_NOTE, variantTable } from "./_variant_table.ts";

/** The table “Deviations of Viterbi A*”. */
const deviations: Table = {
  name: "deviations",
  title: "Deviations of Viterbi A*",
  order: 46,
  note:
    "Viterbi A* pushes deviations from a popped path as they are needed (lazy, the default) or " +
    "all at once as Alg. 3 of Huang et al. 2012 does (eager): time, edge evaluations and peak memory " +
    `of the process, which holds the lattices, too. ${VARIANT_NOTE}`,
  build: ({ summary }) =>
    variantTable(summary, {
      decoder: "viterbi-a-star",
      chosen: (options) => "deviations" in options,
      quantities: ["time", "edges", "memory"],
    }),
};

export default deviations;
