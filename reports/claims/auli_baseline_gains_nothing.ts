/**
 * The pipeline does not gain from the larger search space.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { inSpace } from "../numbers/parsed_cells.ts";
import { contestOf, DIFFERENCE_RULE } from "./_accuracies.ts";

/** The claim. */
const baselineGainsNothing: Claim = {
  name: "auli2011-baseline-gains-nothing",
  order: 40,
  source: "Auli and Lopez 2011, Table 2",
  statement: "The pipeline does not gain from the larger search space.",
  rule: `F of labelled spans in reverse less that in ast. ${DIFFERENCE_RULE}`,
  published: () => "87.38 → 87.36",
  judge: (run) =>
    contestOf(run, {
      ...{
        subject: "dev, reverse − ast,",
        metric: "SF",
        says: "not above",
        published: "87.38 → 87.36",
      },
      own: [inSpace("ewt_ccg_dev", "reverse"), "pipeline"],
      other: [inSpace("ewt_ccg_dev", "ast"), "pipeline"],
    }),
};
export default baselineGainsNothing;
