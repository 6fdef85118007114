/**
 * Speed of finding the five best paths.
 *
 * Source: Huang et al. 2012, Table 5.
 *
 * @module
 */

import { isDefault } from "../numbers/variants.ts";
import { formatCount, formatRatio } from "../numbers/format.ts";
import { MARKS } from "../numbers/marks.ts";
import { NOT_OK } from "./_cells.ts";
import { orderDecoders } from "../numbers/order.ts";
import { publishedValue } from "../published/published.ts";
import { taskOf } from "../published/stand_ins.ts";
import { CLOCKS_NOTE, pairCell, ratioCell, speedCell } from "./_cells.ts";
import { fastestOf, ratioOf } from "../numbers/speed_ratio.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { generalCells } from "../numbers/sweep.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** What the second ratio refers to. */
const REFERENCE = "viterbi-a-star";
/** Paths asked for in the paper's table. */
const PATHS = 5;
/** Decoders whose variants are not in the paper's table; they have tables of their own. */
const ABLATED = ["iterative-viterbi-a-star", "viterbi-a-star"];

/** The table “Speed of the 5 best paths”. */
const kBestSpeed: Table = {
  name: "k-best-speed",
  title: "Speed of the 5 best paths",
  order: 32,
  note:
    "Sentences per second at k = 5, with the ratios to k-best Viterbi and to Viterbi A*, beside " +
    "those of Huang et al. 2012, Table 5, for the tasks that ours stand for: other sentences and " +
    "another machine, so compare ratios. Their beam is as wide as k; their A* has the heuristic that " +
    `is best on the task. The fastest exact decoder of a dataset is bold. ${CLOCKS_NOTE} ${MARKS}`,
  build: ({ summary }) => ({
    columns: [
      { name: "dataset", align: "left" },
      { name: "labels", align: "right" },
      { name: "decoder", align: "left" },
      { name: "sentences/s", align: "right" },
      { name: "× k-best Viterbi", align: "right" },
      { name: "× Viterbi A*", align: "right" },
      { name: "published × k-best Viterbi", align: "right" },
      { name: "published × Viterbi A*", align: "right" },
    ],
    rows: [...Map.groupBy(generalCells(summary).filter(belongs), (row) => row.dataset).values()]
      .flatMap(linesOf),
  }),
};

export default kBestSpeed;

function belongs(row: SummaryRow): boolean {
  return row.k === PATHS && row.status !== "skipped" && row.role !== "control" &&
    (isDefault(row) || !ABLATED.includes(row.decoder_base));
}

function linesOf(cells: readonly SummaryRow[]): Cell[][] {
  // The baseline and beams alone are in the general tables.
  if (!cells.some(({ exact, role }) => exact && role !== "baseline")) return [];
  const byName = new Map(cells.map((row) => [row.decoder, row]));
  const timed = cells.filter((row) => row.sentences_per_second !== undefined);
  const fastest = fastestOf(timed.filter(({ verdict }) => verdict === "correct"));
  const aStar = fastestOf(timed.filter(({ decoder_base }) => decoder_base === "a-star"));
  return orderDecoders(cells).map((decoder) => {
    const row = byName.get(decoder)!;
    const algorithm = row === aStar ? "k-best-a-star-best" : PUBLISHED[decoder];
    const missing = NOT_OK[row.status];
    const speed = missing ?? speedCell(row);
    return [
      { text: row.dataset },
      { text: formatCount(row.labels), value: row.labels },
      { text: decoder },
      row === fastest ? { ...speed, tone: "good" } : speed,
      missing ?? ratioCell(row),
      missing ?? ratioToReference(row, byName.get(REFERENCE)),
      publishedRatio(row, algorithm, "k-best-viterbi"),
      publishedRatio(row, algorithm, REFERENCE),
    ];
  });
}

/** Our decoders by the names of the rows of the paper's table; A* (best) depends on the dataset. */
const PUBLISHED: Readonly<Record<string, string>> = {
  "beam{width=5}": "beam",
  "viterbi": "k-best-viterbi",
  "viterbi-a-star": "viterbi-a-star",
  "iterative-viterbi-a-star": "iterative-viterbi-a-star",
};

function ratioToReference(row: SummaryRow, reference: SummaryRow | undefined): Cell {
  if (reference === undefined) return { text: "" };
  const [decode, unplaced] = (["decode", "memory64"] as const)
    .map((clock) => ratioOf(row, reference, clock));
  return pairCell(row, decode, unplaced, "Viterbi A*");
}

function publishedRatio(
  { dataset_base }: SummaryRow,
  algorithm: string | undefined,
  reference: string,
): Cell {
  const dataset = taskOf(dataset_base);
  if (dataset === undefined || algorithm === undefined) return { text: "" };
  const fields = { paper: "huang2012", table: "table5", dataset, metric: "speed" };
  const ratio = publishedValue({ ...fields, algorithm })! /
    publishedValue({ ...fields, algorithm: reference })!;
  return { text: `${formatRatio(ratio)}×`, value: ratio };
}
