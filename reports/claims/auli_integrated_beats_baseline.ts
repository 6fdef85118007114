/**
 * Integrated models beat the pipeline.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { DIFFERENCE_RULE, everywhere } from "./_accuracies.ts";

/** The claim. */
const integratedBeatsBaseline: Claim = {
  name: "auli2011-integrated-beats-baseline",
  order: 60,
  source: "Auli and Lopez 2011, Table 4",
  statement: "Integrated models beat the pipeline.",
  rule:
    `LF of belief propagation and dual decomposition, 25 iterations, less that of the pipeline by the same rule. ${DIFFERENCE_RULE}`,
  published: () => "+0.32 to +0.46 in ast, +0.93 to +1.15 in reverse",
  judge: (run) =>
    ["bp-25", "dd-25"].flatMap((system) =>
      everywhere(
        run,
        ["ewt_ccg_dev", "ewt_ccg_test"],
        ["ast", "reverse"],
        [system, "baseline"],
        { metric: "LF", says: "above" },
      )
    ),
};
export default integratedBeatsBaseline;
