/**
 * Our iteration counts as evidence about the published ones.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import { formatRatio } from "../numbers/format.ts";
import { iterationPairs, ITERATIONS_NEAR } from "../published/iteration_pairs.ts";
import { paperTitle } from "../published/published.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

/** A line for each pair: for if the counts are about the same, against otherwise. */
export function iterationEvidence(summary: readonly SummaryRow[]): Evidence[] {
  return iterationPairs(summary).map(({ row, published, ratio }) => ({
    subject: `${row.dataset} ${row.decoder}`,
    votes: true,
    published: `${published.value} (${published.dataset}, ${paperTitle(published.paper)})`,
    ours: formatRatio(row.iterations!),
    outcome: Math.abs(ratio - 1) <= ITERATIONS_NEAR ? "for" : "against",
  }));
}
