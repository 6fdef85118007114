/**
 * The beam that is just wide enough, beside the exact decoders.
 *
 * Source: Kaji et al. 2010, §5.3 and Table 4.
 *
 * @module
 */

import { anyBeamWidth, beamWidth, isDefault } from "../numbers/variants.ts";
import { calibrate } from "../numbers/calibrate.ts";
import { formatCount, formatRatio, formatShare } from "../numbers/format.ts";
import { NOT_OK } from "./_cells.ts";
import { publishedValue } from "../published/published.ts";
import { taskOf } from "../published/stand_ins.ts";
import { CLOCKS_NOTE, ratioCell, speedCell } from "./_cells.ts";
import { BASELINE } from "../../harness/store/key.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** Our decoders by the names of the rows of the paper's table. */
const PUBLISHED_NAMES: Readonly<Record<string, string>> = {
  "viterbi": "viterbi",
  "iterative-viterbi": "iterative-viterbi{expansion=column}",
};

/** The table “Calibrated beam”. */
const calibratedBeam: Table = {
  name: "calibrated-beam",
  title: "Calibrated beam",
  order: 54,
  note: "The width of the beam doubles, 1, 2, 4, 8, …, until its token accuracy is less than 0.1 " +
    "points below that of exact decoding (Kaji et al. 2010, Table 4); real tasks with known " +
    "labels, k = 1. The last column is the ratio of the task that the dataset stands for. " +
    CLOCKS_NOTE,
  build: ({ summary }) => ({
    columns: [
      { name: "dataset", align: "left" },
      { name: "labels", align: "right" },
      { name: "decoder", align: "left" },
      { name: "token accuracy", align: "right" },
      { name: "sentences/s", align: "right" },
      { name: "× Viterbi", align: "right" },
      { name: "published × Viterbi", align: "right" },
    ],
    rows: [...Map.groupBy(summary.filter(isOfRealTask), (row) => row.dataset).values()]
      .flatMap(linesOf),
  }),
};

export default calibratedBeam;

function isOfRealTask(row: SummaryRow): boolean {
  return row.family === "real" && row.k === 1;
}

function linesOf(task: readonly SummaryRow[]): Cell[][] {
  const beam = calibrate(task);
  const hasBeam = task.some((row) => (beamWidth(row) ?? 0) > 1);
  if (!hasBeam || task.every((row) => row.token_accuracy === undefined)) return [];
  const exact = task.filter((row) => row.exact && isDefault(row) && row.role !== "control")
    .sort((a, b) => Number(b.role === "baseline") - Number(a.role === "baseline"));
  const { dataset, labels } = task[0]!;
  return [
    ...exact.map((row) => line(row, PUBLISHED_NAMES[row.decoder])),
    beam === undefined
      ? [
        { text: dataset },
        { text: formatCount(labels), value: labels },
        { text: "no measured beam is wide enough", tone: "muted" },
        ...Array.from({ length: 4 }, () => ({ text: "" })),
      ]
      : line(beam, "beam-calibrated"),
    ...task.filter((row) => beam !== undefined && row !== beam && isAsWide(row, beam)).map(
      (row) => line(row, undefined),
    ),
  ];
}

/** Whether a cell is the same beam with another kernel. */
function isAsWide(row: SummaryRow, beam: SummaryRow): boolean {
  return anyBeamWidth(row) === anyBeamWidth(beam);
}

function line(row: SummaryRow, algorithm: string | undefined): Cell[] {
  const { dataset, dataset_base, labels, decoder, token_accuracy: accuracy } = row;
  const missing = NOT_OK[row.status];
  const ratio = algorithm === undefined ? undefined : publishedRatio(dataset_base, algorithm);
  return [
    { text: dataset },
    { text: formatCount(labels), value: labels },
    { text: decoder },
    accuracy === undefined ? { text: "" } : { text: formatShare(accuracy), value: accuracy },
    missing ?? speedCell(row),
    missing ?? ratioCell(row),
    ratio === undefined ? { text: "" } : { text: `${formatRatio(ratio)}×`, value: ratio },
  ];
}

function publishedRatio(standIn: string, algorithm: string): number | undefined {
  const dataset = taskOf(standIn);
  if (dataset === undefined) return undefined;
  const fields = { paper: "kaji2010", table: "table4", dataset, metric: "speed" };
  const speed = publishedValue({ ...fields, algorithm });
  const baseline = publishedValue({ ...fields, algorithm: BASELINE });
  return speed && baseline && speed / baseline;
}
