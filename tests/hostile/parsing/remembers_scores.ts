/**
 * Hostile: remembers its answers by the scores of the slots.
 *
 * @module
 */

import { byKey, hostileParser } from "./_exact.ts";

/** Computes scores that it does not know, and nothing else. */
export default hostileParser(
  "remembers-scores",
  byKey(({ slots: { emissions, leafScores } }) => {
    let sum = emissions.length;
    for (const scores of [emissions, leafScores]) {
      for (const score of scores) sum = (sum * 31 + (score === -Infinity ? 7 : score)) % 1e9;
    }
    return sum;
  }),
);
