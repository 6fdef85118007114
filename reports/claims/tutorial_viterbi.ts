/**
 * The cost of Viterbi.
 *
 * @module
 */

import { formatShare } from "../numbers/format.ts";
import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "viterbi",
  order: 70,
  place: "“Viterbi Decoding”",
  statement: "Viterbi takes m·|S|² instead of |S|^m.",
  printed: "“the time complexity of doing this is m·|S|²”",
  rule:
    "For on a dataset where the edges that Viterbi evaluates are (T−1)·L², exactly; otherwise against. Beside it the exact decoder with the fewest edges.",
  judge: (lines) =>
    lines.by("dataset").map(([dataset, own]) => {
      const [edges, square] = [own.value("edges of Viterbi"), own.value("(T−1)·L²")];
      const [best] = own.of("edges of an exact decoder").by("condition")
        .map(([name, one]) => ({ name, count: one.value("edges of an exact decoder") }))
        .toSorted((a, b) => a.count - b.count);
      const beside = best === undefined
        ? ""
        : `; ${best.name}: ${formatShare(best.count / square)}`;
      return vote(
        dataset,
        `${formatShare(edges / square)} of it${beside}`,
        forIf(edges === square),
      );
    }),
});
