/**
 * When a decoder has paid for its preparation: time from the beginning until so many sentences.
 *
 * @module
 */

import type { FirstUseCurve } from "../numbers/run_data.ts";
import { formatCount, formatNumber } from "../numbers/format.ts";
import { ADVISED } from "../numbers/glance.ts";
import { median } from "../numbers/statistics.ts";
import { type Cell, cellOf, type Column, tableOf } from "../columns.ts";
import type { Table } from "./contract.ts";

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
    // Sessions of a run append theirs in orders of their own.
    const place = ({ dataset, decoder }: FirstUseCurve) =>
      summary.findIndex((row) => row.dataset === dataset && row.decoder === decoder);
    const sorted = curves.toSorted((a, b) => place(a) - place(b));
    const lines = [...Map.groupBy(sorted, ({ dataset }) => dataset)].flatMap(([dataset, own]) => {
      const labels = summary.find((row) => row.dataset === dataset)!.labels;
      const fastest = new Map(counts.map((count) => [count, fastestAt(own, count)]));
      return own.map((curve) => ({ curve, labels, fastest }));
    });
    return tableOf([
      { name: "dataset", of: ({ curve }) => curve.dataset },
      { name: "labels", of: ({ labels }) => labels, as: formatCount },
      { name: "decoder", of: ({ curve }) => curve.decoder },
      ...counts.map((count): Column<typeof lines[number]> => ({
        name: formatCount(count),
        align: "right",
        of({ curve, fastest }) {
          const cell = cellOf(timeOf(curve, count), formatNumber);
          return fastest.get(count) === curve ? { ...cell, tone: "good" } : cell;
        },
      })),
      {
        name: "fastest from",
        align: "right",
        of: ({ curve, fastest }) =>
          curve.decoder === ADVISED ? leadCell(curve, counts, fastest) : "",
      },
    ], lines);
  },
};

export default firstUse;

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
