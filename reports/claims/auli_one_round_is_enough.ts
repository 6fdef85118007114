/**
 * Belief propagation is as accurate after one round as after 25.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { DIFFERENCE_RULE, everywhere } from "./_accuracies.ts";

/** The claim. */
const oneRoundIsEnough: Claim = {
  name: "auli2011-one-round-is-enough",
  order: 80,
  source: "Auli and Lopez 2011, §5.1",
  statement: "Belief propagation is as accurate after one round as after 25.",
  rule: `LF after one round less that after 25. ${DIFFERENCE_RULE}`,
  published: () => "87.70 and 87.70, 88.35 and 88.33",
  judge: (run) =>
    everywhere(
      run,
      ["ewt_ccg_dev", "ewt_ccg_test"],
      ["ast", "reverse"],
      ["bp-1", "bp-25"],
      { metric: "LF", says: "same" },
    ),
};
export default oneRoundIsEnough;
