/**
 * Dual decomposition begins as the pipeline and improves with its iterations.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { DIFFERENCE_RULE, everywhere } from "./_accuracies.ts";

/** The claim. */
const dualDecompositionRises: Claim = {
  name: "auli2011-dual-decomposition-rises",
  order: 90,
  source: "Auli and Lopez 2011, Table 4",
  statement: "Dual decomposition begins as the pipeline and improves with its iterations.",
  rule:
    `LF after 25 iterations less that after one, by the best derivation; the first iteration is the pipeline by construction. ${DIFFERENCE_RULE}`,
  published: () => "87.40 → 87.71, 87.38 → 88.29",
  judge: (run) =>
    everywhere(
      run,
      ["ewt_ccg_dev", "ewt_ccg_test"],
      ["ast", "reverse"],
      ["dd-25", "dd-1"],
      { metric: "LF", says: "above" },
      ["viterbi"],
    ),
};
export default dualDecompositionRises;
