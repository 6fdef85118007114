/**
 * Integrated models give more right supertags than the pipeline.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { DIFFERENCE_RULE, everywhere } from "./_accuracies.ts";

/** The claim. */
const supertagsImprove: Claim = {
  name: "auli2011-supertags-improve",
  order: 110,
  source: "Auli and Lopez 2011, Table 4",
  statement: "Integrated models give more right supertags than the pipeline.",
  rule:
    `Right supertags of both, 25 iterations, less those of the pipeline by the same rule. ${DIFFERENCE_RULE}`,
  published: () => "94.21 → 94.44, 93.99 → 94.71",
  judge: (run) =>
    ["bp-25", "dd-25"].flatMap((system) =>
      everywhere(
        run,
        ["ewt_ccg_dev", "ewt_ccg_test"],
        ["ast", "reverse"],
        [system, "baseline"],
        { metric: "ST", says: "above" },
      )
    ),
};
export default supertagsImprove;
