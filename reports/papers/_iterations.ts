/**
 * Tables of mean numbers of iterations.
 *
 * @module
 */

import type { PaperCell } from "./contract.ts";
import { countVerdict } from "./verdict.ts";
import { sampleMark } from "../numbers/marks.ts";
import { published, type PublishedResult } from "../published/published.ts";
import { benchCommand, cellKey, whyMissing } from "./_evidence.ts";
import { ourDecoder } from "./_our_decoders.ts";
import { find, frame, nameOf } from "./_speeds.ts";
import { datasetFor } from "../published/stand_ins.ts";
import type { RunData } from "../numbers/run_data.ts";

/** A cell for each mean of a table; `baseline` is the decoder that ratios refer to. */
export function iterationCells(
  run: RunData,
  paper: string,
  table: string,
  baseline: string,
): PaperCell[] {
  const results = published({ paper, table, metric: "iterations" });
  return results.map((result) => {
    const base = results.find(({ dataset, algorithm }) =>
      dataset === result.dataset && algorithm === baseline
    )!;
    return cell(run, result, base);
  });
}

function cell(run: RunData, result: PublishedResult, base: PublishedResult): PaperCell {
  const [own, reference] = [find(run, result), find(run, base)];
  const { variants } = ourDecoder(result);
  const dataset = datasetFor(result.dataset);
  const isBaseline = result === base;
  const missing = whyMissing(own, nameOf(dataset, variants, result)) ||
    (own!.iterations === undefined ? `not counted: ${cellKey(own!)}` : "");
  const ours = missing === "" ? own!.iterations! : undefined;
  const comparable = ours !== undefined && whyMissing(reference, "") === "" &&
    reference!.sentences === own!.sentences && reference!.iterations !== undefined;
  const ratio = comparable ? ours / reference!.iterations! : undefined;
  const publishedRatio = Number(result.value) / Number(base.value);
  return {
    ...frame(result),
    publishedRatio,
    ours,
    ratio: ratio === undefined ? undefined : { median: ratio, low: undefined, high: undefined },
    sample: ours === undefined ? "" : sampleMark(own!, own!.sentences),
    compared: "value",
    verdict: ours === undefined ? "not testable here" : countVerdict(
      Number(result.value),
      ours,
      isBaseline ? undefined : publishedRatio,
      ratio,
    ),
    reason: missing,
    rows: ours === undefined
      ? []
      : [...new Set([own!, ...(comparable ? [reference!] : [])].map(cellKey))],
    command: benchCommand(run, {
      datasets: [dataset],
      decoders: [...ourDecoder(base).variants, ...variants],
      ks: [Number(base.k), Number(result.k)],
      like: own,
    }),
  };
}
