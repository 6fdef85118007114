/**
 * −10,000 for what is forbidden.
 *
 * @module
 */

import { formatNumber } from "../numbers/format.ts";
import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "forbidding",
  order: 50,
  place: "“Implementing a Linear-Chain CRF”, the constructor",
  statement: "A score of −10,000 forbids, as e^−10,000 is nearly 0.",
  printed: "“this becomes 0 in the CRF equation: … exp −10000 ≈ 0”",
  rule:
    "For under a condition where log Z with −10,000 and with −∞ are within their errors of each other at every sentence; otherwise against. Decay: steps of rate 0.1 with a weight decay of 1e-3.",
  judge: (lines) =>
    lines.by("dataset").flatMap(([dataset, own]) =>
      own.by("condition").map(([condition, one]) => {
        const changed = one.value("log Z changed beyond its error");
        const mass = one.value("largest forbidden mass");
        return vote(
          `${dataset}, ${condition}`,
          `${changed} of ${one.sentences} changed; forbidden mass up to ${formatNumber(mass)}`,
          forIf(changed === 0),
        );
      })
    ),
});
