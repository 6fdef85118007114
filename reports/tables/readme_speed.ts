/**
 * The numbers of the README: what the advised decoders gain on the real datasets, from the caller's
 * memory.
 *
 * @module
 */

import { formatCount, formatTwoDigits } from "../numbers/format.ts";
import { SAMPLE_MARK, sampleMark, verdictMark } from "../numbers/marks.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import { FEW_ROUNDS } from "../numbers/statistics.ts";
import { figuresOf, type SummaryRow } from "../numbers/summary_row.ts";
import { taskOf } from "../published/published.ts";
import { type Cell, type Column, NONE, tableOf } from "../columns.ts";
import type { Table } from "./contract.ts";

/** A line of the README's table. */
interface Line {
  readonly decoder: string;
  readonly k: number;
  /** What it is compared with, if not with plain Viterbi. */
  readonly over?: string;
}

const ADVISED: readonly Line[] = [
  { decoder: "auto", k: 1 },
  { decoder: "auto", k: 5 },
  { decoder: "auto", k: 1, over: "viterbi{kernel=simd}" },
];

/** The table “The advised decoder”. */
const readmeSpeed: Table = {
  name: "readme-speed",
  title: "The advised decoder",
  order: 34,
  note:
    "How many times as fast as Viterbi, to two digits, with the interval, by label count: the " +
    "lines of the README's table. “Over” another decoder is by rounds of both, side by side. " +
    `${FEW_ROUNDS} All copy the scores from the caller's memory. ` +
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
    const cellOn = (dataset: string, { k }: Line, name: string | undefined) =>
      summary.find((row) => row.dataset === dataset && row.decoder === name && row.k === k);
    const lines = ADVISED.filter((line) =>
      tasks.some(([dataset]) => cellOn(dataset, line, line.over ?? line.decoder))
    );
    return tableOf([
      {
        name: "decoder",
        of: ({ decoder, k, over }) => `${decoder}${over ? ` over ${over}` : ""}, k = ${k}`,
      },
      ...tasks.map(([dataset, labels]): Column<Line> => ({
        name: formatCount(labels),
        align: "right",
        of: (line) =>
          speedOf(cellOn(dataset, line, line.decoder), cellOn(dataset, line, line.over)),
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

/** A cell's speed over another one's, or over plain Viterbi's. */
function speedOf(row: SummaryRow | undefined, other: SummaryRow | undefined): Cell {
  if (row === undefined) return NONE;
  const { median, low, high, sentences } = other === undefined
    ? { ...figuresOf(row, "memory64").ratio, sentences: row.ratio_sentences }
    : ratioOf(row, other, "memory64") ?? {};
  if (median === undefined) return NONE;
  const interval = low === undefined || high === undefined
    ? ""
    : ` (${formatTwoDigits(low)}–${formatTwoDigits(high)})`;
  const text = verdictMark(row) + formatTwoDigits(median) + interval + sampleMark(row, sentences);
  return { text, value: median, ...(row.verdict === "wrong" ? { tone: "bad" } : {}) };
}
