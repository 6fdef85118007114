/**
 * The numbers of the README: what the advised decoders gain on the real datasets, from the caller's
 * memory.
 *
 * @module
 */

import { BASELINE } from "../../harness/store/key.ts";
import { formatCount, formatTwoDigits } from "../numbers/format.ts";
import { SAMPLE_MARK, sampleMark, verdictMark } from "../numbers/marks.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import { FEW_ROUNDS } from "../numbers/statistics.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { taskOf } from "../published/published.ts";
import { type Cell, type Column, NONE, tableOf } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The lines of the README's table: `auto`, and the decoder that it is compared with. */
const ADVISED = [
  { name: "auto, k = 1", k: 1, over: BASELINE },
  { name: "auto, k = 5", k: 5, over: BASELINE },
  { name: "auto over viterbi{kernel=simd}, k = 1", k: 1, over: "viterbi{kernel=simd}" },
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
    const speedOn = (dataset: string, { k, over }: typeof ADVISED[number]) => {
      const [row, other] = ["auto", over].map((name) =>
        summary.find((row) => row.dataset === dataset && row.decoder === name && row.k === k)
      );
      return row && other && speedOf(row, other);
    };
    const real = summary.filter(({ dataset_base, dataset_settings }) =>
      taskOf(dataset_base) !== undefined && Object.keys(dataset_settings).length === 0
    );
    const tasks = [...new Map(real.map(({ dataset, labels }) => [dataset, labels]))]
      .filter(([dataset]) => ADVISED.some((line) => speedOn(dataset, line)))
      .sort(([, a], [, b]) => a - b);
    const lines = ADVISED.filter((line) => tasks.some(([dataset]) => speedOn(dataset, line)));
    return tableOf([
      { name: "decoder", of: ({ name }) => name },
      ...tasks.map(([dataset, labels]): Column<typeof lines[number]> => ({
        name: formatCount(labels),
        align: "right",
        of: (line) => speedOn(dataset, line) ?? NONE,
      })),
    ], lines);
  },
};

export default readmeSpeed;

/** The speed of one decoder over that of another, from the caller's memory. */
function speedOf(row: SummaryRow, other: SummaryRow): Cell | undefined {
  const ratio = ratioOf(row, other, "memory64");
  if (ratio === undefined) return undefined;
  const { median, low, high, sentences } = ratio;
  const interval = low === undefined || high === undefined
    ? ""
    : ` (${formatTwoDigits(low)}–${formatTwoDigits(high)})`;
  const text = verdictMark(row) + formatTwoDigits(median) + interval + sampleMark(row, sentences);
  return { text, value: median, ...(row.verdict === "wrong" ? { tone: "bad" } : {}) };
}
