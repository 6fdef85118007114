/**
 * Wrong: its chart has no layer of unary rules.
 *
 * @module
 */

import { UNARY } from "../../../decoders/parsing/model.ts";
import { plain } from "./_plain.ts";

export default plain("no-unary-rules", "Chart without unary rules", {
  // A binary rule with a symbol that nothing makes is never used.
  model: (model) => ({
    ...model,
    symbolCount: model.symbolCount + 1,
    rootScores: Float64Array.of(...model.rootScores, -Infinity),
    right: model.right.map((symbol) => symbol === UNARY ? model.symbolCount : symbol),
  }),
});
