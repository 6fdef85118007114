/**
 * Adaptive supertagging is about ten times as fast as its reverse.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import type { Claim } from "./contract.ts";
import type { RunData } from "../numbers/run_data.ts";
import { inSpace } from "../numbers/parsed_cells.ts";

function judge({ summary }: RunData): Evidence[] {
  const [ast, reverse] = ["ast", "reverse"].map((space) =>
    summary.find(({ dataset, decoder, role }) =>
      dataset === inSpace("ewt_ccg_dev", space) && decoder === "pipeline" && role !== "control"
    )?.sentences_per_second
  );
  if (ast === undefined || reverse === undefined) return [];
  const ratio = ast / reverse;
  const [isNear, isFar] = [ratio >= 5 && ratio <= 20, ratio < 2 || ratio > 50];
  return [{
    ...{ subject: "dev", votes: true, published: "11" },
    ours: ratio.toFixed(1),
    outcome: isNear ? "for" : isFar ? "against" : "tie",
  }];
}

/** The claim. */
const adaptiveIsFaster: Claim = {
  name: "auli2011-adaptive-is-faster",
  order: 150,
  source: "Auli and Lopez 2011, Table 6",
  statement: "Adaptive supertagging is about ten times as fast as its reverse.",
  rule:
    "Speed of the pipeline in ast over that in reverse, medians of one run: for from 5 to 20, against below 2 or above 50.",
  published: () => "65.8 and 5.9 sentences/s: 11",
  judge: judge,
};
export default adaptiveIsFaster;
