/**
 * Tables of speeds, and of shares of exact answers beside them.
 *
 * @module
 */

import type { PaperCell } from "./contract.ts";
import { NEAR_ONE, ratioVerdict, shareVerdict } from "./verdict.ts";
import { published, type PublishedResult } from "../published/published.ts";
import { sampleMark } from "../numbers/marks.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import { BASELINE } from "../../harness/plan/role.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { benchCommand, cellKey, whyMissing } from "./_evidence.ts";
import { ourDecoder } from "./_our_decoders.ts";
import { datasetFor } from "../published/stand_ins.ts";
import type { RunData } from "../numbers/run_data.ts";

/** A table of speeds. */
export interface SpeedTable {
  /** File of `published/`. */
  readonly paper: string;
  /** The table there. */
  readonly table: string;
  /** The decoder, as named there, that its ratios refer to. */
  readonly baseline: string;
}

/** Why a number that is there does not tell. */
const TOO_NOISY = "within the error of measurement of this run";

/** A cell for each speed of a table, task by task within each decoder. */
export function speedCells(run: RunData, table: SpeedTable): PaperCell[] {
  return published({ paper: table.paper, table: table.table, metric: "speed" })
    .map((result) => speedCell(run, result, table.baseline));
}

/** A cell for each share of exact answers of a table. */
export function shareCells(run: RunData, paper: string, table: string): PaperCell[] {
  return published({ paper, table, metric: "exact" }).map((result) => shareCell(run, result));
}

/** One published speed, relative to the baseline on the same task at the same k. */
function speedCell(run: RunData, result: PublishedResult, baseline: string): PaperCell {
  const theirs = { ...result, algorithm: baseline };
  const [ours, base] = [find(run, result), find(run, theirs)];
  const [own, reference] = [ourDecoder(result), ourDecoder(theirs)];
  const dataset = datasetFor(result.dataset);
  const [base0] = published({ ...placeOf(theirs), metric: "speed" });
  const publishedRatio = Number(result.value) / Number(base0!.value);
  const isBaseline = result.algorithm === baseline;
  const ratio = ours && base && ratioOf(ours, base);
  const missing = whyMissing(ours, nameOf(dataset, own.variants, result)) ||
    whyMissing(base, nameOf(dataset, reference.variants, theirs)) ||
    (ours!.sentences_per_second === undefined ? `not timed: ${cellKey(ours!)}` : "") ||
    (ratio === undefined ? `no rounds in common with the baseline: ${cellKey(base!)}` : "");
  const verdict = missing !== ""
    ? "not testable here"
    : isBaseline
    ? "baseline"
    : ratioVerdict(publishedRatio, ratio!, tieFactor(run.summary) ?? NEAR_ONE);
  const chosen = own.variants.length > 1 && ours !== undefined ? `taken: ${ours.decoder}` : "";
  return {
    ...frame(result),
    publishedRatio,
    ours: missing === "" ? ours!.sentences_per_second : undefined,
    ratio: missing === "" ? ratio : undefined,
    sample: missing === "" ? sampleMark(ours!) : "",
    compared: "ratio",
    verdict,
    reason: missing || (verdict === "not testable here" ? TOO_NOISY : chosen),
    rows: missing === "" ? [...new Set([ours!, base!].map(cellKey))] : [],
    command: benchCommand(run, {
      datasets: [dataset],
      decoders: [...reference.variants, ...own.variants],
      ks: [Number(result.k)],
      like: ours,
    }),
  };
}

function shareCell(run: RunData, result: PublishedResult): PaperCell {
  const ours = find(run, result);
  const { variants } = ourDecoder(result);
  const dataset = datasetFor(result.dataset);
  const missing = whyMissing(ours, nameOf(dataset, variants, result));
  const share = missing === "" ? 100 * ours!.exact_share! : undefined;
  return {
    ...frame(result),
    publishedRatio: undefined,
    ours: share,
    ratio: undefined,
    sample: missing === "" ? sampleMark(ours!, ours!.sentences) : "",
    compared: "value",
    verdict: share === undefined
      ? "not testable here"
      : result.algorithm === BASELINE
      ? "baseline"
      : shareVerdict(Number(result.value), share),
    reason: missing,
    rows: missing === "" ? [cellKey(ours!)] : [],
    command: benchCommand(run, {
      datasets: [dataset],
      decoders: variants,
      ks: [Number(result.k)],
      like: ours,
    }),
  };
}

/** What a cell says of the published number, its line the decoder and its column the task. */
export function frame(
  result: PublishedResult,
): Pick<PaperCell, "place" | "metric" | "unit" | "line" | "column" | "published"> {
  return {
    place: placeOf(result),
    metric: result.metric,
    unit: result.unit,
    line: result.algorithm,
    column: result.dataset,
    published: result.value,
  };
}

/** Our cell for a published result; undefined if the run has none. */
export function find(run: RunData, result: PublishedResult): SummaryRow | undefined {
  const dataset = datasetFor(result.dataset);
  const cells = run.summary.filter((row) => row.dataset === dataset && row.k === Number(result.k));
  return ourDecoder(result).find(cells);
}

/** The cells that a missing number would come from. */
export function nameOf(dataset: string, variants: readonly string[], { k }: { k: string }): string {
  return `${dataset}/${variants.join(" or ")}/${k}`;
}

function placeOf({ paper, table, dataset, algorithm, k }: PublishedResult): PaperCell["place"] {
  return { paper, table, dataset, algorithm, k };
}
