/**
 * Cells with what is stored of their answers: those of parses.
 *
 * @module
 */

import type { AnswerLine } from "../../harness/store/answers.ts";
import type { Row } from "../../harness/store/rows.ts";
import type { TraceLine } from "../../harness/store/traces.ts";
import type { SummaryRow } from "./summary_row.ts";

/** A cell with what is stored of its answers. */
export interface ParsedCell {
  readonly row: SummaryRow;
  readonly answers: readonly AnswerLine[];
  /** By sentence, each in the order of the iterations. */
  readonly traces: ReadonlyMap<number, readonly TraceLine[]>;
}

/**
 * Puts answers and traces to the cells of a summary that are not wrong, without the control. Those
 * of a cell are of the last session that has any: a baseline that runs again gives the same.
 */
export function parsedCells(
  summary: readonly SummaryRow[],
  rows: readonly Row[],
  answers: readonly AnswerLine[],
  traces: readonly TraceLine[],
): ParsedCell[] {
  if (answers.length === 0) return [];
  const keys = new Map(rows.map((row) => [cellId(row), row.key]));
  const [answered, traced] = [lastSession(answers), lastSession(traces)];
  return summary.filter(({ role, status, verdict }) =>
    role !== "control" && status === "ok" && verdict !== "wrong"
  ).flatMap((row): ParsedCell[] => {
    const key = keys.get(cellId(row))!;
    const own = answered.get(key);
    if (own === undefined) return [];
    return [{ row, answers: own, traces: Map.groupBy(traced.get(key) ?? [], sentenceOf) }];
  });
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
