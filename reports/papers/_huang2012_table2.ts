/**
 * Sizes of the datasets.
 *
 * @module
 */

import type { PaperCell, PaperTable } from "./contract.ts";
import { isWithin } from "./verdict.ts";
import { published, type PublishedResult } from "../published/published.ts";
import { benchCommand, cellKey } from "./_evidence.ts";
import { frame } from "./_speeds.ts";
import { datasetFor } from "../published/stand_ins.ts";
import { BASELINE } from "../../harness/plan/role.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { RunData } from "../numbers/run_data.ts";

/** How far two sizes may be apart, as a factor. */
const NEAR: Readonly<Record<string, number>> = {
  labels: 1.01,
  train_sentences: 2,
  test_sentences: 2,
  mean_length: 2,
};

const RESULTS = published({ paper: "huang2012", table: "table2" });

/** Table 2 of Huang et al. 2012. */
const table: PaperTable = {
  name: "huang2012-table2",
  place: "Table 2",
  title: "Datasets",
  note:
    "Not a result, but what to know beside the others. Our test sentences are those that this " +
    "run decoded, a part of those that there are; their mean length is that of the same sentences. " +
    "Our train sentences are those that the page of the pack names.",
  lines: "task",
  compare: (run) => RESULTS.map((result) => cell(run, result)),
};

export default table;

function cell(run: RunData, result: PublishedResult): PaperCell {
  const dataset = datasetFor(result.dataset);
  const decoded = run.summary.filter((row) =>
    row.dataset === dataset && row.decoder === BASELINE && row.sentences > 0
  );
  const row = decoded.toSorted((a, b) => b.sentences - a.sentences)[0];
  const ours = row && sizeOf(run, row, result.metric);
  return {
    ...frame(result),
    line: result.dataset,
    column: result.metric.replace("_", " "),
    publishedRatio: undefined,
    ours,
    ratio: undefined,
    compared: "value",
    verdict: ours === undefined
      ? "not testable here"
      : isWithin(Number(result.value), ours, NEAR[result.metric]!)
      ? "within factor"
      : "differs",
    reason: ours !== undefined
      ? ""
      : row === undefined
      ? `not measured in this run: ${dataset}`
      : `not known of the pack of this run: ${dataset}`,
    rows: ours === undefined ? [] : [cellKey(row!)],
    command: benchCommand(run, { datasets: [dataset], decoders: [], ks: [row?.k ?? 1], like: row }),
  };
}

function sizeOf(run: RunData, row: SummaryRow, metric: string): number | undefined {
  if (metric === "labels") return row.labels;
  if (metric === "test_sentences") return row.sentences;
  const { gold_tokens: tokens, pack } = run.rows.find(({ dataset, decoder, k }) =>
    dataset === row.dataset && decoder === row.decoder && k === row.k
  )!;
  if (metric === "train_sentences") return run.trainSentences.get(pack);
  return tokens > 0 ? tokens / row.sentences : undefined;
}
