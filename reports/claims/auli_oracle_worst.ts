/**
 * The larger search space holds far worse derivations.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { inSpace } from "../numbers/parsed_cells.ts";
import { contestOf, DIFFERENCE_RULE } from "./_accuracies.ts";

/** The claim. */
const oracleWorst: Claim = {
  name: "auli2011-oracle-worst",
  order: 30,
  source: "Auli and Lopez 2011, Table 2",
  statement: "The larger search space holds far worse derivations.",
  rule: `F of labelled spans in reverse less that in ast. ${DIFFERENCE_RULE}`,
  published: () => "54.31 → 18.09",
  judge: (run) =>
    contestOf(run, {
      ...{
        subject: "dev, reverse − ast,",
        metric: "SF",
        says: "below",
        published: "54.31 → 18.09",
      },
      own: [inSpace("ewt_ccg_dev", "reverse"), "oracle{goal=worst}"],
      other: [inSpace("ewt_ccg_dev", "ast"), "oracle{goal=worst}"],
    }),
};
export default oracleWorst;
