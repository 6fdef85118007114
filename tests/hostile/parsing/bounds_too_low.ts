/**
 * Hostile: claims of the first derivation of a sentence's length that no other has a better score.
 *
 * @module
 */

import { hostileParser } from "./_exact.ts";

/** Its bound is half a unit below the score. */
export default hostileParser("bounds-too-low", ({ unit }) => (sentence, compute) => {
  const { parsed: { proof: _, ...rest }, work } = compute(sentence);
  return { parsed: { ...rest, bound: rest.objective - unit / 2 }, work };
});
