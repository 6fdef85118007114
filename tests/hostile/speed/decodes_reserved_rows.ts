/**
 * Hostile: decodes what is in its rows whenever it is asked for them.
 *
 * @module
 */

import { ahead, reserving } from "./_ahead.ts";

/** What it finds there is what was decoded before. */
export default ahead("decodes-reserved-rows", (own) => {
  let found = 0;
  return reserving(own.labelCount, (rows) => {
    found += rows.reduce((sum, score) => sum + score, 0);
    Reflect.set(own, "found", found);
  });
});
