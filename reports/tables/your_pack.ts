/**
 * A pack of the reader's own: which decoder to take, how fast it is, how sure that is.
 *
 * @module
 */

import { ADVISED, glanceClock } from "../numbers/glance.ts";
import { paidBy } from "../numbers/series.ts";
import type { FirstUseCurve } from "../numbers/run_data.ts";
import { formatCount, formatInterval, formatNumber, formatRatio } from "../numbers/format.ts";
import { BASELINE } from "../../harness/store/key.ts";
import { sampleText } from "../numbers/marks.ts";
import { fastestOf, ratioOf, tieFactor } from "../numbers/speed_ratio.ts";
import { isPaperTask } from "../published/published.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { type Cell, tableOf } from "../columns.ts";
import type { Table } from "./contract.ts";

const NOT_TIMED: Cell = { text: "not timed", tone: "muted" };

/** The table “Your pack”. */
const yourPack: Table = {
  name: "your-pack",
  title: "Your pack",
  order: 1,
  note: "The fastest exact decoder for each k: auto where it is within the error of measurement " +
    "of the fastest. Speeds in sentences per second: decoding alone (scores where the decoder wants " +
    "them), and from the caller's Float64Array, copying included. The ratio to dense Viterbi is from " +
    "the caller's memory where that was timed, with its 95% interval. The preparation is paid for by " +
    "the first of 1, 10, 100, … sentences from which on a fresh process is ahead of one with Viterbi.",
  build({ summary, curves }) {
    const clock = glanceClock(summary);
    return tableOf(
      [
        { name: "dataset", of: (row) => row.dataset },
        { name: "labels", of: (row) => row.labels, as: formatCount },
        { name: "paths", of: (row) => row.k, as: formatCount },
        { name: "take", of: (row) => row.decoder },
        {
          name: "sentences/s, decoding",
          of: (row) => row.sentences_per_second ?? NOT_TIMED,
          as: formatNumber,
        },
        {
          name: "sentences/s, from memory",
          of: (row) =>
            clock === "decode" ? NOT_TIMED : row.unplaced_sentences_per_second ?? NOT_TIMED,
          as: formatNumber,
        },
        {
          name: "× Viterbi [95%]",
          of: (row) => ratioCell(row, clock === "memory64"),
          align: "right",
        },
        {
          name: "answers",
          of: (row) => ({
            text: `all exact, ${formatCount(row.timed_sentences)} sentences`,
            hint: sampleText(row),
          }),
        },
        { name: "preparation paid for by", of: (row) => paidCell(row, curves) },
      ],
      [...Map.groupBy(summary.filter(isOwn), ({ dataset, k }) => `${dataset} ${k}`).values()]
        .flatMap((cells) => adviceOf(cells, summary)),
    );
  },
};

export default yourPack;

/** Other people's data: no pack that comes with the project. */
function isOwn({ family, dataset_base, role }: SummaryRow): boolean {
  return family === "real" && role !== "control" && !isPaperTask(dataset_base);
}

/** The decoder to take among the cells at one k; none if no exact one was timed. */
function adviceOf(cells: readonly SummaryRow[], summary: readonly SummaryRow[]): SummaryRow[] {
  const clock = glanceClock(summary);
  const right = cells.filter((row) =>
    row.exact && row.status === "ok" && row.verdict === "correct" &&
    row.sentences_per_second !== undefined
  );
  const fastest = fastestOf(right, clock);
  if (fastest === undefined) return [];
  const advised = right.find(({ decoder }) => decoder === ADVISED);
  const lead = advised && ratioOf(fastest, advised, clock)?.median;
  return [lead !== undefined && lead <= (tieFactor(summary) ?? 1) ? advised! : fastest];
}

function ratioCell(row: SummaryRow, isFromMemory: boolean): Cell {
  const [median, low, high] = isFromMemory
    ? [row.unplaced_ratio_to_viterbi, row.unplaced_ratio_low, row.unplaced_ratio_high]
    : [row.ratio_to_viterbi, row.ratio_low, row.ratio_high];
  if (median === undefined) return NOT_TIMED;
  const text = `${formatRatio(median)}× ${formatInterval({ median, low, high })}`.trim();
  return { text, value: median };
}

function paidCell({ dataset, decoder, k }: SummaryRow, firstUse: readonly FirstUseCurve[]): Cell {
  if (decoder === BASELINE) return { text: "" };
  const paid = k === 1 ? paidBy(firstUse, dataset, decoder, BASELINE) : undefined;
  if (paid === undefined) return { text: "not measured", tone: "muted" };
  return {
    text: paid.isPaid
      ? `sentence ${formatCount(paid.sentences)}`
      : `later than sentence ${formatCount(paid.sentences)}`,
  };
}
