/**
 * Hostile: remembers its answers by the array of the scores.
 *
 * @module
 */

import { byKey, remembering } from "./_remembering.ts";

/** Computes what comes in an array that it does not know, and nothing else. */
export default remembering("remembers-by-object", byKey(({ emissions }) => emissions));
