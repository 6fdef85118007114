/**
 * What is the reader's own: a decoder, against Viterbi and the fastest one, and a pack, with the
 * decoder to take.
 *
 * @module
 */

import { headlineClock, leaderOf } from "../numbers/glance.ts";
import { paidBy } from "../numbers/series.ts";
import type { FirstUseCurve } from "../numbers/run_data.ts";
import {
  formatCount,
  formatNumber,
  formatPlural,
  formatTimes,
  formatTimesInterval,
} from "../numbers/format.ts";
import { BASELINE } from "../../harness/store/key.ts";
import { answersText, sampleText } from "../numbers/marks.ts";
import { isReaders, isSweep } from "../numbers/variants.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import type { Estimate } from "../numbers/statistics.ts";
import { isPaperTask } from "../published/published.ts";
import { figuresOf, raceId, type SummaryRow } from "../numbers/summary_row.ts";
import { type Cell, tableOf } from "../columns.ts";
import { failedCell, NOT_TIMED } from "./_cells.ts";
import type { Table } from "./contract.ts";

const tables: readonly Table[] = [
  {
    name: "your-decoder",
    title: "Your decoder",
    order: 0,
    note:
      "Decoders that do not come with the project, by their files. Both ratios are of times on " +
      "the same sentences, from the caller's memory where that was timed, with their intervals: " +
      "over dense Viterbi's, and over that of the fastest exact decoder, auto if it ties with it.",
    build({ summary }) {
      const clock = headlineClock(summary);
      const lines = summary.filter((row) => isReaders(row) && !isSweep(row)).map((row) => {
        const leader = leaderOf(summary, row);
        return { row, leader, toLeader: leader && ratioOf(row, leader, clock) };
      });
      return tableOf([
        { name: "decoder", of: ({ row }) => row.decoder },
        { name: "dataset", of: ({ row }) => row.dataset },
        {
          name: "× Viterbi [interval]",
          of: ({ row }) => ratioCell(figuresOf(row, clock).ratio),
          align: "right",
        },
        { name: "× fastest [interval]", of: ({ toLeader }) => ratioCell(toLeader), align: "right" },
        { name: "fastest exact", of: ({ leader }) => leader?.decoder },
        {
          name: "its × Viterbi",
          of: ({ leader }) => leader && figuresOf(leader, clock).ratio?.median,
          as: formatTimes,
        },
        { name: "answers", of: ({ row }) => answersCell(row) },
        { name: "labels", of: ({ row }) => row.labels, as: formatCount },
        { name: "paths", of: ({ row }) => row.k, as: formatCount },
      ], lines);
    },
  },
  {
    name: "your-pack",
    title: "Your pack",
    order: 1,
    note: "The fastest exact decoder for each k: auto where it cannot be told from the fastest. " +
      "Speeds in sentences per second: decoding, timed without copying the scores into the decoder's " +
      "memory, and from the caller's Float64Array, copying included. The ratio to dense Viterbi is from " +
      "the caller's memory where that was timed, with its interval. The preparation is paid for by " +
      "the first of 1, 10, 100, … sentences from which on a fresh process is ahead of one with Viterbi.",
    build({ summary, curves }) {
      const clock = headlineClock(summary);
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
            name: "× Viterbi [interval]",
            of: (row) => ratioCell(figuresOf(row, clock).ratio),
            align: "right",
          },
          {
            name: "answers",
            of: (row) => ({
              text: `all exact, ${formatPlural(row.sentences, "sentence")}`,
              hint: sampleText(row),
            }),
          },
          { name: "preparation paid for by", of: (row) => paidCell(row, curves) },
        ],
        [...Map.groupBy(summary.filter(isOwn), raceId).values()]
          // None where no exact decoder was timed.
          .flatMap(([cell]) => leaderOf(summary, cell!) ?? []),
      );
    },
  },
];
export default tables;

/** Other people's data: no pack that comes with the project. */
function isOwn({ family, dataset_base, role }: SummaryRow): boolean {
  return family === "real" && role !== "control" && !isPaperTask(dataset_base);
}

function answersCell(row: SummaryRow): Cell {
  const failed = failedCell(row);
  if (failed !== undefined) return failed;
  const isBad = row.verdict === "wrong";
  return { text: answersText(row), hint: sampleText(row), ...(isBad ? { tone: "bad" } : {}) };
}

function ratioCell(ratio: Estimate | undefined): Cell {
  if (ratio === undefined) return NOT_TIMED;
  return { text: formatTimesInterval(ratio), value: ratio.median };
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
