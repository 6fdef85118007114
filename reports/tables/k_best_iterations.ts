/**
 * Iterations for one path and for five.
 *
 * Source: Huang et al. 2012, Table 3.
 *
 * @module
 */

import { formatCount, formatRatio } from "../numbers/format.ts";
import { publishedValue } from "../published/published.ts";
import { taskOf } from "../published/stand_ins.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { generalCells } from "../numbers/sweep.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The rows of the paper's table: a decoder and how many paths it finds. */
const ONE = { decoder: "iterative-viterbi", k: 1 };
const FIVE = { decoder: "iterative-viterbi-a-star", k: 5 };

/** The table “Iterations for 1 path and for 5”. */
const kBestIterations: Table = {
  name: "k-best-iterations",
  title: "Iterations for 1 path and for 5",
  order: 57,
  note:
    "Mean passes of the outer loop a sentence: iterative Viterbi at k = 1 and iterative Viterbi " +
    "A* at k = 5, and how many times as many that is; beside Huang et al. 2012, Table 3, for the " +
    "tasks that ours stand for. Counts are the same on every machine; corpora, features and, for " +
    "k = 5, the expansion rule are not the paper's.",
  build: ({ summary }) => ({
    columns: [
      { name: "dataset", align: "left" },
      { name: "labels", align: "right" },
      { name: "k = 1", align: "right" },
      { name: "k = 5", align: "right" },
      { name: "ratio", align: "right" },
      { name: "published k = 1", align: "right" },
      { name: "published k = 5", align: "right" },
      { name: "published ratio", align: "right" },
    ],
    rows: [...Map.groupBy(generalCells(summary), (row) => row.dataset).values()].flatMap(lineOf),
  }),
};

export default kBestIterations;

function lineOf(cells: readonly SummaryRow[]): Cell[][] {
  const count = ({ decoder, k }: typeof ONE): number | undefined =>
    cells.find((row) => row.decoder === decoder && row.k === k)?.iterations;
  const [one, five] = [count(ONE), count(FIVE)];
  if (five === undefined) return [];
  const { dataset, dataset_base, labels } = cells[0]!;
  const task = taskOf(dataset_base);
  const printed = ({ decoder, k }: typeof ONE): number | undefined =>
    task === undefined ? undefined : publishedValue({
      paper: "huang2012",
      table: "table3",
      dataset: task,
      algorithm: decoder,
      k: String(k),
    });
  return [[
    { text: dataset },
    { text: formatCount(labels), value: labels },
    number(one),
    number(five),
    quotient(five, one),
    number(printed(ONE)),
    number(printed(FIVE)),
    quotient(printed(FIVE), printed(ONE)),
  ]];
}

function number(value: number | undefined): Cell {
  return value === undefined ? { text: "" } : { text: formatRatio(value), value };
}

function quotient(value: number | undefined, base: number | undefined): Cell {
  if (value === undefined || base === undefined) return { text: "" };
  return { text: `${formatRatio(value / base)}×`, value: value / base };
}
