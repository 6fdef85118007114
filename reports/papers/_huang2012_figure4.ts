/**
 * Speed of the k-best decoders by k.
 *
 * @module
 */

import type { PaperCell, PaperTable } from "./contract.ts";
import { isWithin, NEAR_ONE } from "./verdict.ts";
import { publishedValue } from "../published/published.ts";
import { sampleMark } from "../numbers/marks.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import type { Estimate } from "../numbers/statistics.ts";
import { benchCommand, cellKey, whyMissing } from "./_evidence.ts";
import { ourDecoder } from "./_our_decoders.ts";
import { nameOf } from "./_speeds.ts";
import { datasetFor } from "../published/stand_ins.ts";
import type { RunData } from "../numbers/run_data.ts";

const TASK = "conll2003";
const BASELINE = "viterbi-a-star";
/** The decoders of the figure besides the baseline, by their names in `published/`. */
const LINES = ["k-best-viterbi", "k-best-a-star-best", "iterative-viterbi-a-star"];
/** The points on the figure's axis. */
const KS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
/** Speeds within this factor have met: about the width of a point in the figure. */
const MET = 1.25;

/** What the paper says of a ratio of speeds. */
type Statement = "> 1" | "< 1" | "≈ 1" | "nothing stated";

/** Figure 4 of Huang et al. 2012. */
const table: PaperTable = {
  name: "huang2012-figure4",
  place: "Figure 4",
  title: "Speed of k-best decoding by k",
  note: `Speed relative to Viterbi A* at the same k, on ${TASK}. The paper prints the ` +
    "curves without numbers; what it states in words (§5.2) is compared: both Viterbi A* decoders " +
    "are faster than k-best Viterbi and A* (best) at every k; the iterative one is ahead below " +
    `k = 30, and the two have met from k = 90 on, here: are within ${MET}× (“within factor”).`,
  chart: "speed-by-k",
  compare: (run) => LINES.flatMap((algorithm) => KS.map((k) => cell(run, algorithm, k))),
};

export default table;

function cell(run: RunData, algorithm: string, k: number): PaperCell {
  const dataset = datasetFor(TASK);
  const cells = run.summary.filter((row) => row.dataset === dataset && row.k === k);
  const [own, reference] = [algorithm, BASELINE]
    .map((algorithm) => ourDecoder({ algorithm, k: String(k) }));
  const [ours, base] = [own!.find(cells), reference!.find(cells)];
  const statement = stated(algorithm, k);
  const ratio = ours && base && ratioOf(ours, base);
  const missing = statement === "nothing stated"
    ? "the paper says nothing about this point in words"
    : whyMissing(ours, nameOf(dataset, own!.variants, { k: String(k) })) ||
      whyMissing(base, nameOf(dataset, reference!.variants, { k: String(k) })) ||
      (ratio === undefined ? `no rounds in common: ${cellKey(ours!)}, ${cellKey(base!)}` : "");
  return {
    place: { paper: "huang2012", table: "figure4", dataset: TASK, algorithm, k: String(k) },
    metric: "speed",
    unit: "sentences/s",
    line: algorithm,
    column: `k = ${k}`,
    published: statement,
    publishedRatio: undefined,
    ours: ours?.sentences_per_second,
    ratio,
    sample: ours === undefined ? "" : sampleMark(ours),
    compared: "ratio",
    verdict: missing !== ""
      ? "not testable here"
      : verdict(statement, ratio!, tieFactor(run.summary) ?? NEAR_ONE),
    reason: missing || (own!.variants.length > 1 ? `taken: ${ours!.decoder}` : ""),
    rows: [ours, base].flatMap((row) => row === undefined ? [] : [cellKey(row)]),
    command: benchCommand(run, {
      datasets: [dataset],
      decoders: [...reference!.variants, ...own!.variants],
      ks: [k],
      like: ours,
    }),
  };
}

function stated(algorithm: string, k: number): Statement {
  if (algorithm !== "iterative-viterbi-a-star") return "< 1";
  const at = (metric: string): number => publishedValue({ paper: "huang2012", metric })!;
  if (k < at("faster_below_k")) return "> 1";
  return k >= at("converged_from_k") ? "≈ 1" : "nothing stated";
}

function verdict(statement: Statement, { median }: Estimate, tie: number): PaperCell["verdict"] {
  if (statement === "≈ 1") return isWithin(median, 1, MET) ? "within factor" : "differs";
  const isThere = statement === "> 1" ? median > tie : median < 1 / tie;
  return isThere ? "same direction" : "differs";
}
