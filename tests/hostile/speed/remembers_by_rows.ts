/**
 * Hostile: knows the sentence before by its rows, and computes only what has changed since.
 *
 * @module
 */

import { byRows } from "./_by_rows.ts";

export default byRows("remembers-by-rows", true);
