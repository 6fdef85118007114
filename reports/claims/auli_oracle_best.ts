/**
 * The larger search space holds better derivations.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { inSpace } from "../numbers/parsed_cells.ts";
import { contestOf, DIFFERENCE_RULE } from "./_accuracies.ts";

/** The claim. */
const oracleBest: Claim = {
  name: "auli2011-oracle-best",
  order: 20,
  source: "Auli and Lopez 2011, Table 2",
  statement: "The larger search space holds better derivations.",
  rule: `F of labelled spans in reverse less that in ast. ${DIFFERENCE_RULE}`,
  published: () => "94.35 → 97.65",
  judge: (run) =>
    contestOf(run, {
      ...{
        subject: "dev, reverse − ast,",
        metric: "SF",
        says: "above",
        published: "94.35 → 97.65",
      },
      own: [inSpace("ewt_ccg_dev", "reverse"), "oracle"],
      other: [inSpace("ewt_ccg_dev", "ast"), "oracle"],
    }),
};
export default oracleBest;
