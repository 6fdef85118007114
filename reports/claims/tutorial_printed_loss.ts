/**
 * The loss as printed.
 *
 * @module
 */

import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** More than rounding does to a sum of 81 probabilities. */
const MOST = 1e-12;

/** The claim. */
export default tutorialClaim({
  key: "printed-loss",
  order: 100,
  place: "introduction (formula) and “Calculating the Nominator”, score_sentence",
  statement: "The loss is the negative log-likelihood.",
  printed: "NLL = Σ log Z − Σ ( Σ_t θ₁f(y_t) + Σ_t θ₂f(y_t, y_{t+1}) )",
  rule:
    `For a numerator with which Σ e^−NLL over all paths of small random models is 1 within ${MOST}; against otherwise.`,
  judge: (lines) =>
    lines.by("condition").map(([numerator, own]) => {
      const change = own.value("largest |Σ e^−NLL − 1|");
      return vote(numerator, `off 1 by up to ${change.toExponential(1)}`, forIf(change <= MOST));
    }),
});
