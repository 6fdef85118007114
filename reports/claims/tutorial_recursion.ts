/**
 * The recursion with α̂.
 *
 * @module
 */

import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "recursion",
  order: 40,
  place: "“Forward Belief Propagation”",
  statement:
    "The recursion with α̂, which takes in the next emission, is equivalent to the one with α.",
  printed: "“Why this is equivalent becomes apparent when we look at the full partition function”",
  rule:
    "For on a dataset where log Z by α and by α̂ are within their errors of each other and of logPartition at every sentence, otherwise against.",
  judge: (lines) =>
    lines.by("dataset").map(([dataset, own]) => {
      const beyond = own.value("log Z by α and by α̂ beyond their errors") +
        own.value("log Z by either beyond its error of ours");
      const largest = own.value("largest difference");
      return vote(
        dataset,
        `${beyond} of ${own.sentences} beyond, at most ${largest.toExponential(1)} apart`,
        forIf(beyond === 0),
      );
    }),
});
