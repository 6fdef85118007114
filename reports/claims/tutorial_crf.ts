/**
 * The three papers' claims on CRFs.
 *
 * @module
 */

import { formatShare } from "../numbers/format.ts";
import { isPaperTask } from "../published/stand_ins.ts";
import { faster } from "../papers/judges.ts";
import { forIf, StudyLines, tutorialClaim, vote } from "./_tutorial.ts";

/** A decoder of each paper. */
const DECODERS = {
  "iterative-viterbi-a-star": "Huang et al.",
  "iterative-viterbi": "Kaji et al.",
  "column-generation": "Belanger et al.",
};
/** Claims of the papers about the speed of these. */
const CLAIMS = ["iterative-viterbi", "column-generation"];

/** The claim. */
export default tutorialClaim({
  key: "crf",
  order: 150,
  place: "ours",
  statement:
    "What the three papers claim of perceptrons holds for CRFs: their decoders beat Viterbi.",
  printed: "not in the tutorial: it decodes with Viterbi alone",
  rule:
    "For on a dataset if the decoder of a paper evaluates fewer edges than Viterbi, otherwise against. If cells of suite crf are in the same run, times vote as in the papers' claims; all of these are then in claims.md (deno task bench --suite crf).",
  judge: (_lines, run) => {
    const counted = (run.studies.get("tutorial") ?? []).filter((line) =>
      line["claim"] === "viterbi"
    );
    const counts = new StudyLines(counted).by("dataset").flatMap(([dataset, own]) =>
      Object.entries(DECODERS).flatMap(([decoder, paper]) =>
        own.values("edges of an exact decoder", decoder).map((edges) => {
          const share = edges / own.value("edges of Viterbi");
          const text = `${formatShare(share)} of Viterbi’s edges`;
          return vote(`${dataset}, ${decoder} (${paper})`, text, forIf(share < 1));
        })
      )
    );
    const summary = run.summary
      .filter(({ dataset }) => dataset.endsWith("_crf") && isPaperTask(dataset));
    const timed = CLAIMS.flatMap((fast) =>
      faster({ fast, slow: "viterbi" }).evidence({ ...run, summary })
        .map((one) => ({ ...one, subject: `${fast}-beats-viterbi: ${one.subject}` }))
    );
    return [...counts, ...timed];
  },
});
