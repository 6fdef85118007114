/**
 * All exact decoders give the same scores.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { formatCount } from "../numbers/format.ts";

/** The claim. */
const sameScores: Claim = {
  name: "same-scores",
  order: 10,
  source: "Huang et al. 2012, §5.2; Kaji et al. 2010; Belanger et al.",
  statement: "All exact decoders find paths of the same score.",
  rule: "Every path is scored again and compared with dense k-best Viterbi by ===, at every k, " +
    "sweeps included: a dataset is for if all verified cells of exact decoders are correct, against " +
    "if one is wrong. Cells that were not verified are passed over. All data have a vote: the claim " +
    "is about all lattices.",
  published: () => "the same accuracy, in words",
  judge({ summary }) {
    const verified = summary.filter(({ exact, role, status, verdict }) =>
      exact && role !== "control" && (verdict === "wrong" || status === "ok") &&
      verdict !== "unchecked"
    );
    return [...Map.groupBy(verified, ({ dataset }) => dataset)].map(([subject, cells]) => {
      const wrong = cells.filter(({ verdict }) => verdict === "wrong");
      const names = [...new Set(wrong.map(({ decoder }) => decoder))].join(", ");
      return {
        subject,
        votes: true,
        published: "",
        ours: wrong.length === 0
          ? `${formatCount(cells.length)} cells correct`
          : `${formatCount(wrong.length)} of ${formatCount(cells.length)} cells wrong: ${names}`,
        outcome: wrong.length === 0 ? "for" : "against",
      };
    });
  },
};

export default sameScores;
