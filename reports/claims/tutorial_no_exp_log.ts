/**
 * Viterbi without exp and log.
 *
 * @module
 */

import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "no-exp-log",
  order: 80,
  place: "“Viterbi Decoding”",
  statement: "Viterbi may leave out exp and log: the best path is the same.",
  printed: "“it doesn’t matter for finding the maximizing sequence”",
  rule:
    "For on a dataset where no path found with exp and log is worth less than Viterbi’s as long as every e^q is in range, and the five best paths by score are in order by probability; against otherwise; a tie if no sentence is in range. What happens out of range is shown.",
  judge: (lines) =>
    lines.by("dataset").map(([dataset, own]) => {
      const [inside, outside] = ["all e^q in range", "some e^q out of range"].map((condition) => {
        const [, one] = own.by("condition").find(([name]) => name === condition)!;
        return { sentences: one.sentences, worse: one.value("paths worth less") };
      });
      const disordered = own.value("five best paths in another order");
      const text = `in range ${inside!.worse} of ${inside!.sentences} worth less, out of range ` +
        `${outside!.worse} of ${outside!.sentences}; ${disordered} in another order`;
      const isTie = inside!.sentences === 0 && disordered === 0;
      return vote(dataset, text, isTie ? "tie" : forIf(inside!.worse + disordered === 0));
    }),
});
