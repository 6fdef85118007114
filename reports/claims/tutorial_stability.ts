/**
 * The shift of logsumexp.
 *
 * @module
 */

import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "stability",
  order: 30,
  place: "“Implementation in log-space”, logsumexp",
  statement: "Logarithms with a shift by the largest term make Z stable.",
  printed: "“If we take the constant c to be the maximum value …, the summation becomes stable.”",
  rule:
    "For on a dataset where some log Z is not finite without the shift, or plain products are 0 or ∞ before the end of the chain, and every log Z is finite with it; against where one is not with it; a tie where nothing needs the shift. Against for a row of −∞ alone if the printed function makes it NaN.",
  judge: (lines) =>
    lines.by("dataset").flatMap(([dataset, own]) => {
      const empty = own.values("results that are not numbers");
      if (empty.length > 0) {
        const [broken] = empty as [number];
        return [vote("a row of −∞", broken > 0 ? "NaN" : "a number", forIf(broken === 0))];
      }
      const ways = own.of("log Z not finite").by("condition");
      const count = (way: string) =>
        ways.filter(([name]) => name.startsWith(way))
          .reduce((sum, [, one]) => sum + one.value("log Z not finite"), 0);
      const [without, shifted] = [count("without the shift"), count("with the shift")];
      const limit = own.value("positions before plain products are 0 or ∞");
      const needed = without > 0 || limit < own.value("positions of the longest chain looked at");
      return [vote(
        dataset,
        `plain products last ${limit} positions; log Z not finite ${without} times without the ` +
          `shift, ${shifted} with it`,
        shifted > 0 ? "against" : needed ? "for" : "tie",
      )];
    }),
});
