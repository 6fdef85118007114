/**
 * How many paths iterative Viterbi A* asks its inner search for.
 *
 * Source: Huang et al. 2012, §4.4.
 *
 * @module
 */

import type { Table } from "./contract.ts";
import { VARIANT_NOTE, variantTable } from "./_variant_table.ts";

/** The table “Candidates of iterative Viterbi A*”. */
const candidates: Table = {
  name: "candidates",
  title: "Candidates of iterative Viterbi A*",
  order: 47,
  note:
    "Iterative Viterbi A* asks its inner search for k′ = n·k paths, which may raise the lower " +
    "bound: n = 2 in Huang et al. 2012, §4.4, and by default. Time and edge evaluations of other n. " +
    VARIANT_NOTE,
  build: ({ summary }) =>
    variantTable(summary, {
      decoder: "iterative-viterbi-a-star",
      chosen: (options) => Object.keys(options).join() === "candidates",
      quantities: ["time", "edges"],
    }),
};

export default candidates;
