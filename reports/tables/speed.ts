/**
 * Sentences per second, with intervals.
 *
 * @module
 */

import { MARKS } from "../numbers/marks.ts";
import { matrix } from "./_matrix.ts";
import { PREFIX_MARK, speedCell } from "./_speed_cells.ts";
import type { Table } from "./contract.ts";

/** The table “Speed”. */
const speed: Table = {
  name: "speed",
  title: "Speed",
  order: 30,
  note: "Sentences per second: the median over rounds, and how far the farther end of its 95% " +
    `interval is from it. ${PREFIX_MARK} ° some rounds are outliers (they count). The fastest ` +
    `exact decoder of a line is bold. ${MARKS}`,
  build: (summary) => matrix(summary, { cell: speedCell, best: "largest" }),
};

export default speed;
