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
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

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
  build: ({ summary, curves: firstUse }) => ({
    columns: [
      { name: "dataset", align: "left" },
      { name: "labels", align: "right" },
      { name: "paths", align: "right" },
      { name: "take", align: "left" },
      { name: "sentences/s, decoding", align: "right" },
      { name: "sentences/s, from memory", align: "right" },
      { name: "× Viterbi [95%]", align: "right" },
      { name: "answers", align: "left" },
      { name: "preparation paid for by", align: "left" },
    ],
    rows: [...Map.groupBy(summary.filter(isOwn), ({ dataset, k }) => `${dataset} ${k}`).values()]
      .flatMap((cells) => lineOf(cells, summary, firstUse)),
  }),
};

export default yourPack;

/** Other people's data: no pack that comes with the project. */
function isOwn({ family, dataset_base, role }: SummaryRow): boolean {
  return family === "real" && role !== "control" && !isPaperTask(dataset_base);
}

function lineOf(
  cells: readonly SummaryRow[],
  summary: readonly SummaryRow[],
  firstUse: readonly FirstUseCurve[],
): Cell[][] {
  const clock = glanceClock(summary);
  const right = cells.filter((row) =>
    row.exact && row.status === "ok" && row.verdict === "correct" &&
    row.sentences_per_second !== undefined
  );
  const fastest = fastestOf(right, clock);
  if (fastest === undefined) return [];
  const advised = right.find(({ decoder }) => decoder === ADVISED);
  const lead = advised && ratioOf(fastest, advised, clock)?.median;
  const row = lead !== undefined && lead <= (tieFactor(summary) ?? 1) ? advised! : fastest;
  return [[
    { text: row.dataset },
    { text: formatCount(row.labels), value: row.labels },
    { text: formatCount(row.k), value: row.k },
    { text: row.decoder },
    speedCell(row.sentences_per_second),
    clock === "decode"
      ? { text: "not timed", tone: "muted" }
      : speedCell(row.unplaced_sentences_per_second),
    ratioCell(row, clock === "memory64"),
    { text: `all exact, ${formatCount(row.timed_sentences)} sentences`, hint: sampleText(row) },
    paidCell(row, firstUse),
  ]];
}

function speedCell(speed: number | undefined): Cell {
  return speed === undefined
    ? { text: "not timed", tone: "muted" }
    : { text: formatNumber(speed), value: speed };
}

function ratioCell(row: SummaryRow, isFromMemory: boolean): Cell {
  const [median, low, high] = isFromMemory
    ? [row.unplaced_ratio_to_viterbi, row.unplaced_ratio_low, row.unplaced_ratio_high]
    : [row.ratio_to_viterbi, row.ratio_low, row.ratio_high];
  if (median === undefined) return { text: "not timed", tone: "muted" };
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
