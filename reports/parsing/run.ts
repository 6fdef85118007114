/**
 * Putting together what is told of the answers of a run.
 *
 * @module
 */

import type { AnswerLine } from "../../harness/store/answers.ts";
import type { Row } from "../../harness/store/rows.ts";
import type { TraceLine } from "../../harness/store/traces.ts";
import type { SentenceSeries } from "../numbers/sentence_series.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { ParsedCell, ParsingRun } from "./cells.ts";

/** What is stored of answers. */
export interface Told {
  readonly answers?: readonly AnswerLine[];
  readonly traces?: readonly TraceLine[];
}

/** The kind of problem of rows is one. */
export function isParsingRun(rows: readonly Pick<Row, "problem">[]): boolean {
  return rows.some(({ problem }) => problem === "parsing");
}

/**
 * Puts answers and traces to the cells of a summary. Those of a cell are of the last session that
 * has any: a baseline that runs again gives the same.
 */
export function parsingRun(
  summary: readonly SummaryRow[],
  rows: readonly Row[],
  sentences: readonly SentenceSeries[],
  { answers = [], traces = [] }: Told,
): ParsingRun {
  const keys = new Map(rows.map((row) => [cellId(row), row.key]));
  const [answered, traced] = [lastSession(answers), lastSession(traces)];
  const cells = summary.filter(({ role, status, verdict }) =>
    role !== "control" && status === "ok" && verdict !== "wrong"
  ).flatMap((row): ParsedCell[] => {
    const key = keys.get(cellId(row))!;
    const own = answered.get(key);
    if (own === undefined) return [];
    return [{ row, answers: own, traces: Map.groupBy(traced.get(key) ?? [], sentenceOf) }];
  });
  return { summary, cells, sentences };
}

/** The cells of each dataset, in the order of the summary. */
export function byDataset(cells: readonly ParsedCell[]): ParsedCell[][] {
  return [...Map.groupBy(cells, ({ row }) => row.dataset).values()];
}

/**
 * The best J of each sentence of a dataset, where an exact decoder is confirmed on all of them;
 * nothing without. Sentences without a parse are left out.
 */
export function provenBest(cells: readonly ParsedCell[]): Map<number, number> {
  const best = new Map<number, number>();
  for (const { row, answers } of cells) {
    if (!row.exact || row.verdict !== "correct") continue;
    for (const { sentence, objective } of answers) {
      if (!Number.isNaN(objective)) best.set(sentence, objective);
    }
  }
  return best;
}

function lastSession<Line extends { readonly key: string; readonly session: number }>(
  lines: readonly Line[],
): Map<string, Line[]> {
  return new Map(
    [...Map.groupBy(lines, ({ key }) => key)].map(([key, own]) => {
      const last = Math.max(...own.map(({ session }) => session));
      return [key, own.filter(({ session }) => session === last)];
    }),
  );
}

function sentenceOf({ sentence }: TraceLine): number {
  return sentence;
}

function cellId({ dataset, decoder, k }: Pick<Row, "dataset" | "decoder" | "k">): string {
  return JSON.stringify([dataset, decoder, k]);
}
