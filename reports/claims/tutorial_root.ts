/**
 * Paths from ROOT.
 *
 * @module
 */

import { forIf, tutorialClaim, vote } from "./_tutorial.ts";

/** The claim. */
export default tutorialClaim({
  key: "root",
  order: 140,
  place: "“Viterbi Decoding”, viterbi_decode (the assert)",
  statement: "Every path, followed back, begins at ROOT.",
  printed: "“Sanity check that first tag is the <ROOT> token.”",
  rule: "For under a condition where every path does; otherwise against.",
  judge: (lines) =>
    lines.by("dataset").flatMap(([dataset, own]) =>
      own.by("condition").map(([condition, one]) => {
        const lost = one.value("paths that do not begin at ROOT");
        return vote(
          `${dataset}, ${condition}`,
          `${lost} of ${one.sentences} do not`,
          forIf(lost === 0),
        );
      })
    ),
});
