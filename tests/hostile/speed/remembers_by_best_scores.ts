/**
 * Hostile: remembers labels by the best scores of the rows, rounded, and adds up the scores of
 * those labels anew.
 *
 * @module
 */

import { labelsByKey, remembering } from "../_remembering.ts";

/** Takes for known what has about the same best scores. */
export default remembering(
  "remembers-by-best-scores",
  labelsByKey(({ length, emissions }, { labelCount }) =>
    Array.from({ length }, (_, t) => {
      const row = emissions.slice(t * labelCount, (t + 1) * labelCount);
      const best = Math.max(...row);
      return `${row.indexOf(best)} ${Math.round(best)}`;
    }).join()
  ),
);
