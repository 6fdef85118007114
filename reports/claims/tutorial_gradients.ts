/**
 * Marginals as gradients.
 *
 * @module
 */

import { formatRatio } from "../numbers/format.ts";
import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "gradients",
  order: 110,
  place: "introduction",
  statement: "The backward recursion gives the marginals, which the gradient is made of.",
  printed:
    "“The backward recursion allows calculating the marginals (which are needed for the gradients).”",
  rule:
    "For on a dataset where every quotient of differences of log Z is the marginal, but for what the step h and the errors allow; against otherwise. Beside it what both passes take.",
  judge: (lines) =>
    lines.by("dataset").map(([dataset, own]) => {
      const beyond = own.value("quotients other than the marginal");
      const times = formatRatio(own.value("edges over those of forward alone"));
      const text = `${beyond} of ${own.value("scores changed")} differ; ${times}× the edges of ` +
        "forward alone";
      return vote(dataset, text, forIf(beyond === 0));
    }),
});
