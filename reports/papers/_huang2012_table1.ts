/**
 * Best and worst case of each decoder.
 *
 * @module
 */

import { familyWithDial, fitGrowth } from "../numbers/growth.ts";
import type { PaperCell, PaperTable } from "./contract.ts";
import { exponentVerdict } from "./verdict.ts";
import { published, type PublishedResult } from "../published/published.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { benchCommand, cellKey } from "./_evidence.ts";
import { ourDecoder } from "./_our_decoders.ts";
import { frame } from "./_speeds.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The synthetic families that stand for the cases, as `fitGrowth` names them. */
const FAMILIES: Readonly<Record<string, string>> = {
  best_case: "weak{dial=0}",
  worst_case: "structureless",
};

/** Dense Viterbi's exponent of L, in both cases. */
const VITERBI = 2;

/** Table 1 of Huang et al. 2012. */
const table: PaperTable = {
  name: "huang2012-table1",
  place: "Table 1",
  title: "Best case and worst case complexity",
  note:
    "Published: the stated complexity; ours: the exponent of L that fits the edge evaluations " +
    "at a fixed length (least squares between logarithms), on weak{dial=0} for the best case " +
    "(no transitions, one label a position that stands out) and on structureless for the worst. " +
    "Compared with the largest power of L that is stated; the baseline is dense Viterbi's 2. " +
    "The paper leaves the T·L edges of the first bound out of the iterative decoders' best case, " +
    "and edges are not all of the work: sorting labels is in the times only.",
  compare: (run) => published({ paper: "huang2012", table: "table1" }).map((r) => cell(run, r)),
};

export default table;

function cell(run: RunData, result: PublishedResult): PaperCell {
  const [decoder] = ourDecoder(result).variants;
  const family = FAMILIES[result.metric]!;
  const stated = powerOfLabels(result.value);
  const isOneBest = result.k === "1";
  const growth = isOneBest
    ? fitGrowth(run.summary).find((g) => g.decoder === decoder && g.family === family)
    : undefined;
  const fitted = growth?.inLabels?.exponent;
  const points = pointsOf(run, decoder!, family);
  return {
    ...frame(result),
    line: result.algorithm.replace("k-best-", ""),
    column: `${isOneBest ? "1-best" : "k-best"} ${result.metric.replace("_", " ")}`,
    published: result.value.replace("^2", "²"),
    publishedRatio: undefined,
    ours: fitted,
    ratio: undefined,
    compared: "value",
    verdict: fitted === undefined
      ? "not testable here"
      : decoder === "viterbi"
      ? "baseline"
      : exponentVerdict(stated, fitted, VITERBI),
    reason: fitted !== undefined
      ? `${growth!.inLabels!.points} points; stated exponent ${stated}`
      : isOneBest
      ? `not measured in this run: ${family} with its length set, for ${decoder}`
      : "the growth of the work is measured for one path only",
    rows: fitted === undefined ? [] : points.map(cellKey),
    command: benchCommand(run, { datasets: [], decoders: [decoder!], ks: [1], suite: "sweeps" }),
  };
}

/** The largest power of L in a complexity: 2 in TL^2+KTL, 1 in TL log L, 0 in T+KT. */
function powerOfLabels(complexity: string): number {
  return complexity.includes("L^2") ? 2 : complexity.includes("L") ? 1 : 0;
}

/** The cells that the exponent of L is fitted to: those of the length with the most of them. */
function pointsOf(run: RunData, decoder: string, family: string): SummaryRow[] {
  const byLength = Map.groupBy(
    run.summary.filter((row) => row.decoder === decoder && row.k === 1),
    (row) => familyWithDial(row) === family ? row.dataset_settings.length : undefined,
  );
  byLength.delete(undefined);
  return [...byLength.values()]
    .reduce((most, points) => points.length > most.length ? points : most, []);
}
