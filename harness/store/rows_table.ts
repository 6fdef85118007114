/**
 * Writing and reading `rows.csv`.
 *
 * @module
 */

import { ROWS } from "./rows.ts";

export const { write: writeRows, append: appendRows, read: readRows } = ROWS;
