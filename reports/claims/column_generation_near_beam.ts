/**
 * Column generation against the beam that is nearly exact.
 *
 * @module
 */

import { beamWidth } from "../numbers/variants.ts";
import type { Claim, Evidence } from "./contract.ts";
import { formatRatio, formatShare } from "../numbers/format.ts";
import { published, publishedValue } from "../published/published.ts";
import { outcomeOf, subjectOf, timedDatasets } from "./_contest.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import type { RunData } from "../numbers/run_data.ts";

/** Share of exact answers from which a beam is nearly exact. */
const NEARLY_EXACT = 0.99;

/** The claim. */
const columnGenerationNearBeam: Claim = {
  name: "column-generation-near-beam",
  order: 110,
  source: "Belanger et al., Tables 1 and 2",
  statement: "Column generation is about as fast as a beam that is wide enough to be nearly exact.",
  rule:
    `Speed of column-generation over the narrowest timed beam with at least ${
      formatShare(NEARLY_EXACT)
    } exact answers, on each dataset: for if the ratio is above the smaller of the two that the ` +
    "same rule gives for the paper's tables by more than the error of measurement, against if below.",
  published: () => publishedPairs().map(({ text }) => text).join(", "),
  judge,
};

export default columnGenerationNearBeam;

function judge({ summary }: RunData): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  const near = Math.min(...publishedPairs().map(({ ratio }) => ratio));
  return timedDatasets(summary).flatMap((cells): Evidence[] => {
    const column = cells.find(({ decoder }) => decoder === "column-generation");
    const beam = cells.filter((row) => (row.exact_share ?? 0) >= NEARLY_EXACT)
      .filter((row) => beamWidth(row) !== undefined)
      .sort((a, b) => beamWidth(a)! - beamWidth(b)!)[0];
    if (column === undefined || beam === undefined) return [];
    const ratio = ratioOf(column, beam);
    if (ratio === undefined) return [];
    return [{
      ...subjectOf(column),
      published: "",
      ours: `${formatRatio(ratio.median)}× ${beam.decoder} (${
        formatShare(beam.exact_share!)
      } exact)`,
      outcome: outcomeOf(ratio, tie, near),
    }];
  });
}

/** The same comparison in each of the paper's tables. */
function publishedPairs(): { ratio: number; text: string }[] {
  const fields = { paper: "belanger", metric: "speed" };
  return published({ ...fields, algorithm: "column-generation" }).flatMap(({ dataset, value }) => {
    const speeds = published({ ...fields, dataset }).filter(({ algorithm }) =>
      algorithm.startsWith("beam-")
    );
    const exact = (algorithm: string): number =>
      publishedValue({ paper: "belanger", dataset, algorithm, metric: "exact" })! / 100;
    const beam = speeds.find(({ algorithm }) => exact(algorithm) >= NEARLY_EXACT);
    if (beam === undefined) return [];
    const ratio = Number(value) / Number(beam.value);
    return [{ ratio, text: `${dataset} ${formatRatio(ratio)}× ${beam.algorithm}` }];
  });
}
