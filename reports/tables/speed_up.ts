/**
 * Speed as a multiple of dense Viterbi's, paired within rounds.
 *
 * @module
 */

import { MARKS } from "../numbers/marks.ts";
import { matrix } from "./_matrix.ts";
import { CLOCKS_NOTE, ratioCell } from "./_speed_cells.ts";
import { BASELINE } from "../../harness/plan/role.ts";
import { fastestOf } from "../numbers/speed_ratio.ts";
import type { Table } from "./contract.ts";

/** The table “Speed-up over Viterbi”. */
const speedUp: Table = {
  name: "speed-up",
  title: "Speed-up over Viterbi",
  order: 20,
  note: "Time of dense Viterbi divided by time of the decoder, same sentences and same k: the " +
    "median over pairs of rounds, and how far the farther end of its 95% interval is from it. " +
    "The control is dense Viterbi once more: what it differs from 1.00× by is the error of " +
    `measurement. ${CLOCKS_NOTE} Both are over Viterbi from the same memory. The exact decoder that ` +
    `decodes fastest on a dataset is bold, unless it is Viterbi. ${MARKS}`,
  build: ({ summary }) =>
    matrix(summary, {
      cell: ratioCell,
      control: true,
      best: (cells) => fastestOf(cells),
      hidden: BASELINE,
    }),
};

export default speedUp;
