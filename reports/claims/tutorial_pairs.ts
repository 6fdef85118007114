/**
 * Pairs of tags.
 *
 * @module
 */

import { formatShare } from "../numbers/format.ts";
import { tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "pairs",
  order: 130,
  place: "“Feature Extraction”",
  statement: "It helps to model pairs of tags.",
  printed: "“we want each next output tag to depend on the previous tag”",
  rule:
    "For if the 95% interval of the difference of token accuracies, with transitions less without, is above 0 (paired bootstrap over test sentences); against if it is below; a tie if it holds 0.",
  flags: "--data DIR",
  judge: (lines) =>
    lines.by("dataset").map(([dataset, own]) => {
      const accuracy = (name: string) => own.value("accuracy", `features, ${name}`);
      const [low, high] = [accuracy("difference, low"), accuracy("difference, high")];
      const points = (share: number) => (100 * share).toFixed(2);
      const text = `${formatShare(accuracy("with transitions"))} against ` +
        `${formatShare(accuracy("without"))}: ${points(accuracy("difference"))} points ` +
        `[${points(low)}, ${points(high)}]`;
      const outcome = low > 0 ? "for" : high < 0 ? "against" : "tie";
      return vote(`${dataset}, features`, text, outcome);
    }),
});
