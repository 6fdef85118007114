/**
 * Belief propagation and dual decomposition are equally accurate in the end.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { DIFFERENCE_RULE, everywhere } from "./_accuracies.ts";

/** The claim. */
const bothAgree: Claim = {
  name: "auli2011-both-agree",
  order: 100,
  source: "Auli and Lopez 2011, Table 4",
  statement: "Belief propagation and dual decomposition are equally accurate in the end.",
  rule:
    `LF of belief propagation less that of dual decomposition, 25 iterations. ${DIFFERENCE_RULE}`,
  published: () => "87.70 and 87.71, 88.33 and 88.29",
  judge: (run) =>
    everywhere(
      run,
      ["ewt_ccg_dev", "ewt_ccg_test"],
      ["ast", "reverse"],
      ["bp-25", "dd-25"],
      { metric: "LF", says: "same" },
    ),
};
export default bothAgree;
