/**
 * The numbers of the README: what the advised decoders gain on the real datasets, from the caller's
 * memory.
 *
 * @module
 */

import { formatCount, formatTwoDigits } from "../numbers/format.ts";
import { SAMPLE_MARK, sampleMark, verdictMark } from "../numbers/marks.ts";
import { FEW_ROUNDS } from "../numbers/statistics.ts";
import { figuresOf, type SummaryRow } from "../numbers/summary_row.ts";
import { taskOf } from "../published/published.ts";
import { type Cell, type Column, NONE, tableOf } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The lines of the README's table. */
const ADVISED = [
  { decoder: "auto", k: 1 },
  { decoder: "auto", k: 5 },
  { decoder: "viterbi{kernel=simd}", k: 1 },
];

/** The table “The advised decoder”. */
const readmeSpeed: Table = {
  name: "readme-speed",
  title: "The advised decoder",
  order: 34,
  note:
    "How many times as fast as Viterbi, to two digits, with the interval, by label count: the " +
    `lines of the README's table. ${FEW_ROUNDS} Both copy the scores from the caller's memory. ` +
    SAMPLE_MARK,
  build({ summary }) {
    const tasks = [
      ...new Map(
        summary.filter(({ dataset, dataset_base, dataset_settings, k }) =>
          k === 1 && taskOf(dataset_base) !== undefined &&
          Object.keys(dataset_settings).length === 0 &&
          ADVISED.some(({ decoder }) => isTimed(summary, dataset, decoder))
        ).map((row) => [row.dataset, row.labels]),
      ),
    ].sort(([, a], [, b]) => a - b);
    const cellOn = (dataset: string, { decoder, k }: typeof ADVISED[number]) =>
      summary.find((row) => row.dataset === dataset && row.decoder === decoder && row.k === k);
    const lines = ADVISED.filter((line) => tasks.some(([dataset]) => cellOn(dataset, line)));
    return tableOf([
      { name: "decoder", of: ({ decoder, k }) => `${decoder}, k = ${k}` },
      ...tasks.map(([dataset, labels]): Column<typeof lines[number]> => ({
        name: formatCount(labels),
        align: "right",
        of: (line) => ratioOf(cellOn(dataset, line)),
      })),
    ], lines);
  },
};

export default readmeSpeed;

function isTimed(summary: readonly SummaryRow[], dataset: string, decoder: string): boolean {
  return summary.some((row) =>
    row.dataset === dataset && row.decoder === decoder && row.ratio_to_viterbi !== undefined
  );
}

function ratioOf(row: SummaryRow | undefined): Cell {
  const { median, low, high } = row && figuresOf(row, "memory64").ratio || {};
  if (row === undefined || median === undefined) return NONE;
  const interval = low === undefined || high === undefined
    ? ""
    : ` (${formatTwoDigits(low)}–${formatTwoDigits(high)})`;
  const text = verdictMark(row) + formatTwoDigits(median) + interval +
    sampleMark(row, row.ratio_sentences);
  return { text, value: median, ...(row.verdict === "wrong" ? { tone: "bad" } : {}) };
}
