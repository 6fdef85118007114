/**
 * The times of single sentences, cell by cell: what the charts of lengths and of tails draw.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import type { SentenceTime } from "../../harness/store/sentence_times.ts";
import type { SummaryRow } from "./summary_row.ts";

/** The times of the first sentences of a cell. */
export interface SentenceSeries {
  /** The cell. */
  readonly row: SummaryRow;
  /** T of each sentence. */
  readonly lengths: readonly number[];
  /** Milliseconds for each. */
  readonly elapsedMs: readonly number[];
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

function cellId({ dataset, decoder, k }: Pick<Row, "dataset" | "decoder" | "k">): string {
  return JSON.stringify([dataset, decoder, k]);
}
