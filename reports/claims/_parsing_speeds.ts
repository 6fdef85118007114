/**
 * Evidence about speeds.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import { formatRatio } from "../numbers/format.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import type { RunData } from "../numbers/run_data.ts";
import { inSpace, variantOf } from "../numbers/parsed_cells.ts";

/** Whether one system is faster than another on dev; none if they were not timed. */
export function speedEvidence(
  { summary }: RunData,
  space: string,
  fast: string,
  slow: string,
): Evidence[] {
  const dataset = inSpace("ewt_ccg_dev", space);
  const [own, other] = [fast, slow].map((system) =>
    summary.find(({ dataset: own, decoder, role }) =>
      own === dataset && decoder === variantOf(system) && role !== "control"
    )
  );
  const ratio = own && other && ratioOf(own, other);
  const tie = tieFactor(summary);
  if (ratio === undefined || tie === undefined) return [];
  const { median, low = median, high = median } = ratio;
  return [{
    ...{ subject: `dev ${space}, ${fast} over ${slow}`, votes: true, published: "" },
    ours: `${formatRatio(median)}×`,
    outcome: median > tie && low > 1 ? "for" : median < 1 / tie && high < 1 ? "against" : "tie",
  }];
}
