/**
 * Integrated models are better in the larger search space.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { inSpace, RULES, variantOf } from "../numbers/parsed_cells.ts";
import { contestOf, DIFFERENCE_RULE } from "./_accuracies.ts";

/** The claim. */
const largerSpacePays: Claim = {
  name: "auli2011-larger-space-pays",
  order: 70,
  source: "Auli and Lopez 2011, Table 4",
  statement: "Integrated models are better in the larger search space.",
  rule: `LF in reverse less that in ast. ${DIFFERENCE_RULE}`,
  published: () => "87.70 → 88.33 (BP), 87.71 → 88.29 (DD)",
  judge: (run) =>
    ["ewt_ccg_dev", "ewt_ccg_test"].flatMap((pack) =>
      ["bp-25", "dd-25"].flatMap((system) =>
        RULES.flatMap((rule) =>
          contestOf(run, {
            ...{ metric: "LF", says: "above" },
            subject: `${pack.replace("ewt_ccg_", "")}, ${system}, ${rule}, reverse − ast,`,
            own: [inSpace(pack, "reverse"), variantOf(system, rule)],
            other: [inSpace(pack, "ast"), variantOf(system, rule)],
          })
        )
      )
    ),
};
export default largerSpacePays;
