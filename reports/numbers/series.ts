/**
 * Times of single sentences, cell by cell, and of first use: what decoders cost until they have
 * done their first sentences, preparation and all that is built lazily included.
 *
 * @module
 */

import type { FirstUseCurve, SentenceSeries } from "./run_data.ts";
import type { FirstUse, SentenceTime } from "../../harness/store/side_tables.ts";
import type { Row } from "../../harness/store/rows.ts";
import { type Estimate, median } from "./statistics.ts";
import { cellId, lastSession, type SummaryRow } from "./summary_row.ts";

/**
 * Puts the points of `first_use.csv` to the cells of a run. Those of other keys, as of a decoder
 * before it was edited, are left out, and so are those of cells that failed or are wrong.
 */
export function firstUseCurves(
  rows: readonly Row[],
  points: readonly FirstUse[],
): FirstUseCurve[] {
  const current = new Map(rows.map((row) => [cellId(row), row]));
  const cells = new Map([...current.values()].map((row) => [row.key, row]));
  for (const { key, status, verdict } of rows) {
    if (status !== "ok" || verdict === "wrong") cells.delete(key);
  }
  const done = points.filter(({ sentences }) => sentences > 0);
  return [...lastSession(done)].flatMap(([key, of]) => {
    const cell = cells.get(key);
    if (cell === undefined) return [];
    const elapsedMs = new Map(
      [...Map.groupBy(of, ({ sentences }) => sentences)]
        .map(([sentences, points]) => [sentences, points.map((point) => point.elapsed_ms)]),
    );
    return [{ dataset: cell.dataset, decoder: cell.decoder, elapsedMs }];
  });
}

/**
 * How many times as fast a decoder has done its first sentences as another, both cold: the ratio of
 * the medians over the processes, with the least and the most that two processes can make of it.
 * Undefined if one of them was not measured so far.
 */
export function coldRatio(
  curves: readonly FirstUseCurve[],
  dataset: string,
  fast: string,
  slow: string,
  sentences: number,
): Estimate | undefined {
  const times = (decoder: string): readonly number[] =>
    curves.find((curve) => curve.dataset === dataset && curve.decoder === decoder)
      ?.elapsedMs.get(sentences) ?? [];
  const [own, other] = [times(fast), times(slow)];
  if (own.length === 0 || other.length === 0) return undefined;
  return {
    median: median(other) / median(own),
    low: Math.min(...other) / Math.max(...own),
    high: Math.max(...other) / Math.min(...own),
  };
}

/**
 * By which sentence a decoder has paid for its preparation: from then on its time, preparation
 * included, was at most that of another, by the medians over the processes. `isPaid` says whether
 * it was ahead at the end of what was measured, `sentences` is the first of the measured numbers
 * from which on it was ahead, or else the last of them. Undefined if they were not both measured.
 */
export function paidBy(
  curves: readonly FirstUseCurve[],
  dataset: string,
  decoder: string,
  other: string,
) {
  const points = curves.filter((curve) => curve.dataset === dataset && curve.decoder === decoder)
    .flatMap(({ elapsedMs }) => [...elapsedMs.keys()])
    .sort((a, b) => a - b)
    .flatMap((sentences) => {
      const ratio = coldRatio(curves, dataset, decoder, other, sentences);
      return ratio === undefined ? [] : [{ sentences, isAhead: ratio.median >= 1 }];
    });
  const last = points.at(-1);
  if (last === undefined) return undefined;
  if (!last.isAhead) return { isPaid: false, sentences: last.sentences };
  const behind = points.findLastIndex(({ isAhead }) => !isAhead);
  return { isPaid: true, sentences: points[behind + 1]!.sentences };
}

/**
 * Puts the times of sentences to the cells of a summary, in its order.
 *
 * The times of a dataset are those of the session that measured the most of its cells, the last of
 * several: sessions may come from different machines. Cells that failed or are wrong have none.
 */
export function sentenceSeries(
  summary: readonly SummaryRow[],
  rows: readonly Row[],
  times: readonly SentenceTime[],
): SentenceSeries[] {
  const keys = new Map(rows.map((row) => [cellId(row), row.key]));
  const bySession = Map.groupBy(times, ({ key, session }) => `${key} ${session}`);
  const sessions = [...new Set(times.map(({ session }) => session))].sort((a, b) => b - a);
  const cells = summary.filter(({ status, verdict, role }) =>
    status === "ok" && verdict !== "wrong" && role !== "control"
  );
  return [...Map.groupBy(cells, ({ dataset }) => dataset).values()].flatMap((ofDataset) => {
    const found = sessions.map((session) =>
      ofDataset.flatMap((row) => {
        const of = bySession.get(`${keys.get(cellId(row))} ${session}`);
        return of === undefined ? [] : [{
          row,
          lengths: of.map(({ length }) => length),
          elapsedMs: of.map(({ elapsed_ms }) => elapsed_ms),
        }];
      })
    );
    return found.reduce((most, next) => next.length > most.length ? next : most, []);
  });
}
