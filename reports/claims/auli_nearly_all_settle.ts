/**
 * Nearly all sentences converge within 1,000 iterations.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import type { Claim } from "./contract.ts";
import type { RunData } from "../numbers/run_data.ts";
import { cellOf, convergedBy, inSpace } from "../numbers/parsed_cells.ts";

/** The share that is nearly all: the paper misses 2.6%. */
const NEARLY = 0.97;

function judge(run: RunData): Evidence[] {
  return ["ast", "reverse"].flatMap((space) =>
    ["belief-propagation", "dual-decomposition"].flatMap((decoder): Evidence[] => {
      const cell = cellOf(run, inSpace("ewt_ccg_dev", space), `${decoder}{iterations=1000}`);
      if (cell === undefined) return [];
      const share = convergedBy(cell, 1000);
      return [{
        ...{ subject: `dev ${space}, ${decoder}`, votes: true, published: "" },
        ours: `${(100 * share).toFixed(2)}%`,
        outcome: share >= NEARLY ? "for" : "against",
      }];
    })
  );
}

/** The claim. */
const nearlyAllSettle: Claim = {
  name: "auli2011-nearly-all-settle",
  order: 130,
  source: "Auli and Lopez 2011, §5.2, Figure 6",
  statement: "Nearly all sentences converge within 1,000 iterations.",
  rule: "For if at least 97% of the parsed sentences converge, beliefs to 1e-3.",
  published: () => "all but 3 for BP; all but 6 (ast) and 41 (reverse, 2.6%) for DD",
  judge: judge,
};
export default nearlyAllSettle;
