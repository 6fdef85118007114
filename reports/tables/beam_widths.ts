/**
 * Beam search by its width, beside the exact decoders, on real tasks.
 *
 * Source: Belanger et al., Tables 1 and 2.
 *
 * @module
 */

import { beamWidth, isDefault } from "../numbers/variants.ts";
import { formatCount, formatNumber, formatRatio, formatShare } from "../numbers/format.ts";
import { NOT_OK } from "./_cells.ts";
import { publishedValue } from "../published/published.ts";
import { taskOf } from "../published/stand_ins.ts";
import { CLOCKS_NOTE, ratioCell, speedCell } from "./_cells.ts";
import { BASELINE } from "../../harness/store/key.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The table “Beam widths”. */
const beamWidths: Table = {
  name: "beam-widths",
  title: "Beam widths",
  order: 52,
  note: "Beam search by its width beside the exact decoders, real tasks, k = 1: sentences per " +
    "second, speed as a multiple of Viterbi's, share of the sentences whose path is a best one, " +
    "mean over the sentences of the best score less the decoder's, and share of the tokens " +
    "labelled as in the corpus. The last two columns are those of Belanger et al., Table 2, for the " +
    `task that the dataset stands for: another corpus and machine, so compare ratios. ${CLOCKS_NOTE}`,
  build: ({ summary }) => ({
    columns: [
      { name: "dataset", align: "left" },
      { name: "labels", align: "right" },
      { name: "decoder", align: "left" },
      { name: "sentences/s", align: "right" },
      { name: "× Viterbi", align: "right" },
      { name: "exact", align: "right" },
      { name: "mean gap", align: "right" },
      { name: "token accuracy", align: "right" },
      { name: "published × Viterbi", align: "right" },
      { name: "published exact", align: "right" },
    ],
    rows: tasksWithBeams(summary).flatMap((task) => task.map(line)),
  }),
};

export default beamWidths;

/** Exact decoders with their defaults, Viterbi first, then beams from narrow to wide. */
function tasksWithBeams(summary: readonly SummaryRow[]): SummaryRow[][] {
  const real = summary.filter((row) => row.family === "real" && row.k === 1);
  const tasks = [...Map.groupBy(real, (row) => row.dataset).values()];
  return tasks.filter((task) => new Set(task.flatMap((row) => beamWidth(row) ?? [])).size > 2)
    .map((task) => [
      ...task.filter(({ role }) => role === "baseline"),
      ...task.filter((row) => row.exact && isDefault(row) && row.role === "rival"),
      ...task.filter((row) => beamWidth(row) !== undefined)
        .sort((a, b) => beamWidth(a)! - beamWidth(b)!),
    ]);
}

function line(row: SummaryRow): Cell[] {
  const { dataset, labels, decoder, exact_share: exact, mean_gap: gap } = row;
  const missing = NOT_OK[row.status];
  const task = taskOf(row.dataset_base);
  const width = beamWidth(row);
  const algorithm = width === undefined ? decoder : `beam-${width}`;
  const printed = (metric: string, algorithm: string): number | undefined =>
    task === undefined
      ? undefined
      : publishedValue({ paper: "belanger", dataset: task, algorithm, metric });
  const speed = printed("speed", algorithm);
  const baseline = printed("speed", BASELINE);
  const publishedExact = printed("exact", algorithm);
  return [
    { text: dataset },
    { text: formatCount(labels), value: labels },
    { text: decoder },
    missing ?? speedCell(row),
    missing ?? ratioCell(row),
    optional(exact, formatShare),
    optional(gap, formatNumber),
    optional(row.token_accuracy, formatShare),
    optional(speed && baseline && speed / baseline, (ratio) => `${formatRatio(ratio)}×`),
    optional(publishedExact && publishedExact / 100, formatShare),
  ];
}

function optional(value: number | undefined, format: (value: number) => string): Cell {
  return value === undefined ? { text: "" } : { text: format(value), value };
}
