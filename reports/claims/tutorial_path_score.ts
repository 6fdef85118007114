/**
 * The score that decoding returns.
 *
 * @module
 */

import { formatNumber, formatShare } from "../numbers/format.ts";
import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "path-score",
  order: 90,
  place: "“Viterbi Decoding”, viterbi_decode (best_path_scores becomes a LongTensor)",
  statement: "Decoding returns the scores of the best paths.",
  printed: "“Return the scores and the paths”",
  rule: "Against on a dataset where the cast to an integer changes a score; otherwise for.",
  judge: (lines) =>
    lines.by("dataset").map(([dataset, own]) => {
      const changed = own.value("scores that the cast changes");
      const share = formatShare(changed / own.sentences);
      const most = formatNumber(own.value("largest change of a score"));
      return vote(dataset, `${share} changed, by up to ${most}`, forIf(changed === 0));
    }),
});
