/**
 * Integrated models beat the pipeline with predicted parts of speech too.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { DIFFERENCE_RULE, everywhere } from "./_accuracies.ts";

/** The claim. */
const predictedPos: Claim = {
  name: "auli2011-predicted-pos",
  order: 190,
  source: "Auli and Lopez 2011, Table 5",
  statement: "Integrated models beat the pipeline with predicted parts of speech too.",
  rule:
    `LF of one round of belief propagation and of 25 iterations of dual decomposition less that of the pipeline by the same rule. ${DIFFERENCE_RULE}`,
  published: () => "+0.91, +0.99 (BP), +0.82, +0.94 (DD)",
  judge: (run) =>
    ["bp-1", "dd-25"].flatMap((system) =>
      everywhere(
        run,
        ["ewt_ccg_auto_dev", "ewt_ccg_auto_test"],
        ["reverse"],
        [system, "baseline"],
        { metric: "LF", says: "above" },
      )
    ),
};
export default predictedPos;
