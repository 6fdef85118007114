/**
 * Sentences per second, with intervals.
 *
 * @module
 */

import { MARKS } from "../numbers/marks.ts";
import { matrix } from "./_matrix.ts";
import { CLOCKS_NOTE, speedCell } from "./_speed_cells.ts";
import { fastestOf } from "../numbers/speed_ratio.ts";
import type { Table } from "./contract.ts";

/** The table “Speed”. */
const speed: Table = {
  name: "speed",
  title: "Speed",
  order: 30,
  note: "Sentences per second: the median over rounds, and how far the farther end of its 95% " +
    `interval is from it. ${CLOCKS_NOTE} ° some rounds are outliers (they count). The exact decoder ` +
    `that decodes fastest on a dataset is bold. ${MARKS}`,
  build: ({ summary }) => matrix(summary, { cell: speedCell, best: (cells) => fastestOf(cells) }),
};

export default speed;
