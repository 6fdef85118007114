/**
 * Wrong: column generation with the reduced cost (11), which knows the left side alone, and no test
 * whether a label outside the last domain ends a better path.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { columnGeneration } from "./_column_generation.ts";
import { plain } from "./_plain.ts";

/** Column generation that looks in one direction: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "one-directional-reduced-cost",
  title: "Column generation in one direction",
  maxK: 1,
  prepare: (model) =>
    columnGeneration(
      model,
      ({ labelCount, transitions, before, forward }, slack) => (x, y) =>
        before[x]! + transitions[x * labelCount + y]! - forward[y]! > -slack,
    ),
};
export default decoder;
