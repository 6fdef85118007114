/**
 * Masks over sentences that have ended.
 *
 * @module
 */

import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "masks",
  order: 60,
  place: "“Forward Belief Propagation”, forward_belief_propagation",
  statement: "Multiplying by a mask leaves sentences that have ended as they are.",
  printed: "“mask all instances that ended and keep the old forward alphas for those instances”",
  rule:
    "For what may be in the pads: for if every log Z of a padded batch has the bits of the sentence alone, otherwise against. Our own batches, and −∞ in place of −10,000, stand beside without a vote.",
  judge: (lines) =>
    lines.by("dataset").flatMap(([dataset, own]) =>
      own.by("condition").map(([condition, one]) => {
        const [changed = 0] = one.values("log Z other than alone");
        const [broken = 0] = one.values("log Z not finite");
        const text = condition.includes("pads")
          ? `${changed} of ${one.sentences} other than alone`
          : `${broken} of ${one.sentences} not finite`;
        const line = vote(`${dataset}, ${condition}`, text, forIf(changed + broken === 0));
        return { ...line, votes: condition.startsWith("printed, pads") };
      })
    ),
});
