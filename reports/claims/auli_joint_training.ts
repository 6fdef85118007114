/**
 * Training through belief propagation does not help.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { inSpace, RULES, variantOf } from "../numbers/parsed_cells.ts";
import { contestOf, DIFFERENCE_RULE } from "./_accuracies.ts";

/** The claim. */
const jointTraining: Claim = {
  name: "auli2011-joint-training",
  order: 160,
  source: "Auli and Lopez 2011, Table 7",
  statement: "Training through belief propagation does not help.",
  rule:
    `LF of the models that were trained together less that of those trained apart, both by belief propagation with at most ten rounds. ${DIFFERENCE_RULE}`,
  published: () => "86.8 → 86.3, 87.2 → 85.6",
  judge: (run) =>
    ["ast", "reverse"].flatMap((space) =>
      RULES.flatMap((rule) =>
        contestOf(run, {
          ...{ metric: "LF", says: "not above" },
          subject: `dev ${space}, together − apart, ${rule},`,
          own: [inSpace("ewt_ccg_joint_dev", space), variantOf("bp-10", rule)],
          other: [inSpace("ewt_ccg_apart_dev", space), variantOf("bp-10", rule)],
        })
      )
    ),
};
export default jointTraining;
