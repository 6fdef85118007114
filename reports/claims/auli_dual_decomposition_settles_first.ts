/**
 * Dual decomposition converges faster than belief propagation.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import type { Claim } from "./contract.ts";
import type { RunData } from "../numbers/run_data.ts";
import { cellOf, convergedBy, inSpace } from "../numbers/parsed_cells.ts";

/** Iterations that the claim is judged at. */
const BY = 25;

function judge(run: RunData): Evidence[] {
  return ["ast", "reverse"].flatMap((space) => {
    const dataset = inSpace("ewt_ccg_dev", space);
    const dual = cellOf(run, dataset, "dual-decomposition{iterations=1000}");
    return ["tolerance=2", "", "tolerance=6"].flatMap((tolerance): Evidence[] => {
      const options = ["iterations=1000", tolerance].filter(Boolean).join(",");
      const beliefs = cellOf(run, dataset, `belief-propagation{${options}}`);
      if (dual === undefined || beliefs === undefined) return [];
      const [dd, bp] = [100 * convergedBy(dual, BY), 100 * convergedBy(beliefs, BY)];
      const limit = `1e-${tolerance === "" ? 3 : tolerance.slice(-1)}`;
      return [{
        ...{ subject: `dev ${space}, ${limit},`, votes: true, published: "" },
        ours: `DD ${dd.toFixed(1)}%, BP ${bp.toFixed(1)}%`,
        outcome: Math.abs(dd - bp) < 0.1 ? "tie" : dd > bp ? "for" : "against",
      }];
    });
  });
}

/** The claim. */
const dualDecompositionSettlesFirst: Claim = {
  name: "auli2011-dual-decomposition-settles-first",
  order: 120,
  source: "Auli and Lopez 2011, Figure 6",
  statement: "Dual decomposition converges faster than belief propagation.",
  rule:
    "Share of the parsed sentences that have converged within 25 iterations: for if that of dual decomposition is higher than that of belief propagation, with a change of beliefs below 1e-2, 1e-3 or 1e-6 as the limit; a tie within a tenth of a point.",
  published: () => "DD much faster",
  judge: judge,
};
export default dualDecompositionSettlesFirst;
