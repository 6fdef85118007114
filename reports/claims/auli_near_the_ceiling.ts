/**
 * The best derivation of the larger search space is nearly as good as with perfect supertags.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import { accuracyDifference } from "../numbers/accuracy.ts";
import type { Claim } from "./contract.ts";
import type { RunData } from "../numbers/run_data.ts";
import { cellOf, inSpace } from "../numbers/parsed_cells.ts";
import { DIFFERENCE_RULE, differenceText } from "./_accuracies.ts";

/** Points that are near. */
const NEAR = 1;

function judge(run: RunData): Evidence[] {
  const [reverse, gold] = ["reverse", "gold"].map((space) =>
    cellOf(run, inSpace("ewt_ccg_dev", space), "oracle")
  );
  const difference = reverse && gold && accuracyDifference(reverse, gold, "SF");
  if (difference === undefined) return [];
  return [{
    ...{ subject: "dev", votes: true, published: "−0.08" },
    ours: `${differenceText(difference)} on ${difference.sentences} sentences`,
    outcome: difference.low! > -NEAR ? "for" : difference.high! < -NEAR ? "against" : "tie",
  }];
}

/** The claim. */
const nearTheCeiling: Claim = {
  name: "auli2011-near-the-ceiling",
  order: 170,
  source: "Auli and Lopez 2011, §3",
  statement:
    "The best derivation of the larger search space is nearly as good as with perfect supertags.",
  rule:
    `F of labelled spans of the oracle in reverse less that with right supertags alone: for if it is at most a point below. ${DIFFERENCE_RULE}`,
  published: () => "97.65 and 97.73",
  judge: judge,
};
export default nearTheCeiling;
