/**
 * Time in parallel.
 *
 * @module
 */

import { formatRatio, formatShare } from "../numbers/format.ts";
import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "scan",
  order: 10,
  place: "“Sequence Batching”",
  statement: "The time dimension of a CRF cannot be parallelised.",
  printed: "“We can’t parallelize the time-dimension in CRFs unfortunately.”",
  rule:
    "Against on a dataset where, by two ends and (up to 64 labels) by a tree, every score of scan is Viterbi’s to the last bit, every log Z by a scan is within its error, and the depth that was counted is at most ⌈log₂ T⌉ (tree) or one step more than half of that from the left for each sentence (two ends); otherwise for.",
  judge: (lines) =>
    lines.by("dataset").map(([dataset, own]) => {
      const ways = own.by("condition").map(([way, one]) => {
        const depth = one.value("depth");
        const before = one.value("depth from the left");
        const limit = way === "tree" ? one.value("⌈log₂ T⌉") : before / 2 + one.sentences;
        const wrong = one.value("scores other than Viterbi's") +
          one.value("log Z beyond its error");
        const products = one.value("products over those from the left");
        return {
          holds: wrong === 0 && depth <= limit && depth < before,
          text: `${way}: ${formatShare(depth / before)} of the depth at ` +
            `${formatRatio(products)}× the products, ${wrong} answers differ`,
        };
      });
      return vote(
        dataset,
        ways.map(({ text }) => text).join("; "),
        forIf(!ways.every(({ holds }) => holds)),
      );
    }),
});
