/**
 * When a decoder has paid for its preparation: time from the beginning until so many sentences.
 *
 * @module
 */

import type { FirstUseCurve } from "../numbers/run_data.ts";
import { formatCount, formatNumber } from "../numbers/format.ts";
import { median } from "../numbers/statistics.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The decoder of which the last column speaks. */
const ADVISED = "auto";

/** The table “First use”. */
const firstUse: Table = {
  name: "first-use",
  title: "First use",
  order: 33,
  note:
    "Milliseconds from the beginning of preparation until so many sentences are done, at k = 1, " +
    "from the caller's Float64Array: preparation, copying and all that is built at the first " +
    "sentences included. Each is the median over fresh processes; the least of a dataset is bold. " +
    `The last column is the number of sentences from which on ${ADVISED} is the fastest of these. A ` +
    "curve ends where the time for more was over.",
  build({ summary, curves }) {
    const counts = [...new Set(curves.flatMap(({ elapsedMs }) => [...elapsedMs.keys()]))]
      .sort((a, b) => a - b);
    const byDataset = Map.groupBy(curves, ({ dataset }) => dataset);
    return {
      columns: [
        { name: "dataset", align: "left" },
        { name: "labels", align: "right" },
        { name: "decoder", align: "left" },
        ...counts.map((count) => ({ name: formatCount(count), align: "right" as const })),
        { name: "fastest from", align: "right" },
      ],
      rows: [...byDataset].flatMap(([dataset, own]) => linesOf(summary, dataset, own, counts)),
    };
  },
};

export default firstUse;

function linesOf(
  summary: readonly SummaryRow[],
  dataset: string,
  curves: readonly FirstUseCurve[],
  counts: readonly number[],
): Cell[][] {
  const labels = summary.find((row) => row.dataset === dataset)!.labels;
  const fastest = new Map(counts.map((count) => [count, fastestAt(curves, count)]));
  return curves.map((curve) => [
    { text: dataset },
    { text: formatCount(labels), value: labels },
    { text: curve.decoder },
    ...counts.map((count): Cell => {
      const ms = timeOf(curve, count);
      if (ms === undefined) return { text: "–", tone: "muted" };
      const cell = { text: formatNumber(ms), value: ms };
      return fastest.get(count) === curve ? { ...cell, tone: "good" } : cell;
    }),
    curve.decoder === ADVISED ? leadCell(curve, counts, fastest) : { text: "" },
  ]);
}

/** From which count on it leads wherever it was measured. */
function leadCell(
  curve: FirstUseCurve,
  counts: readonly number[],
  fastest: ReadonlyMap<number, FirstUseCurve | undefined>,
): Cell {
  const measured = counts.filter((count) => timeOf(curve, count) !== undefined);
  const from = measured[measured.findLastIndex((count) => fastest.get(count) !== curve) + 1];
  return from === undefined
    ? { text: "not up to here", tone: "muted" }
    : { text: formatCount(from), value: from };
}

function fastestAt(curves: readonly FirstUseCurve[], count: number): FirstUseCurve | undefined {
  const done = curves.filter((curve) => timeOf(curve, count) !== undefined);
  return done.sort((a, b) => timeOf(a, count)! - timeOf(b, count)!)[0];
}

function timeOf({ elapsedMs }: FirstUseCurve, count: number): number | undefined {
  const times = elapsedMs.get(count) ?? [];
  return times.length === 0 ? undefined : median(times);
}
