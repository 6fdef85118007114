/**
 * Training through belief propagation.
 *
 * @module
 */

import { published } from "../published/published.ts";
import type { Metric } from "../numbers/accuracy.ts";
import type { PaperTable } from "./contract.ts";
import { inSpace, RULES, variantOf } from "../numbers/parsed_cells.ts";
import { differenceCell } from "./_accuracy_cells.ts";
import { placeOf } from "./_system_cells.ts";

/** Ours for its lines: pack and decoder. The paper iterates at most ten times. */
const SYSTEMS: Readonly<Record<string, { pack: string; system: string }>> = {
  "baseline": { pack: "ewt_ccg_apart_dev", system: "baseline" },
  "bp-inference": { pack: "ewt_ccg_apart_dev", system: "bp-10" },
  "bp-training": { pack: "ewt_ccg_joint_dev", system: "bp-10" },
};

/** Table 7 of Auli and Lopez 2011. */
const table: PaperTable = {
  name: "auli2011-table7",
  place: "Table 7",
  title: "Training through belief propagation less the baseline",
  note:
    "Differences to the baseline, in percentage points, of models of 3,000 derivations: belief " +
    "propagation in inference alone, and in training too. 600 dev sentences.",
  lines: "system",
  compare: (run) =>
    RULES.flatMap((rule) =>
      published({ paper: "auli2011", table: "table7" }).map((result) => {
        const { system, space } = placeOf(result);
        const { pack, system: ours } = SYSTEMS[system]!;
        const metric = result.metric.toUpperCase() as Metric;
        return differenceCell(run, {
          ...{ result, baseline: `baseline{space=${space}}`, line: `${system}, ${rule}`, metric },
          column: `${space} ${metric}`,
          own: { dataset: inSpace(pack, space), decoder: variantOf(ours, rule) },
          other: {
            dataset: inSpace(SYSTEMS["baseline"]!.pack, space),
            decoder: variantOf("baseline", rule),
          },
        });
      })
    ),
};
export default table;
