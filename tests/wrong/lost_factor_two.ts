/**
 * Wrong: column generation with the bounds of Algorithm 2, but without the factor 2 of the
 * transitions in them. Right wherever no transition is positive.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { columnGeneration, twiceReducedCost } from "./_column_generation.ts";
import { plain } from "./_plain.ts";

/** Column generation with bounds that are too small: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "lost-factor-two",
  title: "Column generation without the factor 2",
  maxK: 1,
  prepare: (model) =>
    columnGeneration(model, (pairs, slack) => {
      const { labelCount, transitions, before, forward, after, backward } = pairs;
      const best = Math.max(...before.map((score, x) => score - backward[x]!));
      const isTarget = after.map((score, y) => {
        const largest = Math.max(...before.map((_, x) => transitions[x * labelCount + y]!));
        return score - forward[y]! + best + largest > -slack;
      });
      const twice = twiceReducedCost(pairs);
      return (x, y) => isTarget[y]! && twice(x, y) > -slack;
    }),
};
export default decoder;
