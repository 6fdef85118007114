/**
 * Wrong: finds the best path and reports its score added from right to left. Right wherever sums
 * are exact.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "./_plain.ts";

/** Score added from right to left: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "backward-score",
  title: "Score added from right to left",
  maxK: 1,
  prepare: (model, options) => {
    const decode = plain.prepare(model, options);
    return ({ length, emissions }, k, work) => ({
      paths: decode({ length, emissions }, k, work).paths.map(({ labels }) => {
        let score = 0;
        for (let t = length - 1; t >= 0; t--) {
          score += emissions[t * model.labelCount + labels[t]!]!;
          if (t > 0) score += model.transitions[labels[t - 1]! * model.labelCount + labels[t]!]!;
        }
        return { score, labels };
      }),
    });
  },
};
export default decoder;
