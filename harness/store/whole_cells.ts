/**
 * Which cells of a run were measured to the end.
 *
 * @module
 */

import { tally } from "../../datasets/dataset.ts";
import {
  ALONE,
  type AnswerLine,
  type FirstUse,
  type Followed,
  followsFirstUse,
  type SentenceTime,
  timesSentences,
  type TraceLine,
} from "./side_tables.ts";
import type { Row } from "./rows.ts";

/** What is measured of a run: its tables. */
export interface Tables {
  readonly rows: readonly Row[];
  readonly sentences: readonly SentenceTime[];
  readonly firstUse: readonly FirstUse[];
  /** The answers of the run, if it has any. */
  readonly answers?: readonly AnswerLine[];
  /** The traces of the run, if it has any. */
  readonly traces?: readonly TraceLine[];
}

/** What a cell must have to be whole. */
export interface Whole {
  /** Of the run. */
  readonly rounds: number;
  /** Whether the run has a table of sentences: those of some cells are timed one by one. */
  readonly hasSentences: boolean;
  /** Whether it has a table of answers: a parse has a line of each. */
  readonly hasAnswers: boolean;
  /** Of the run: without it curves may be of any number. */
  readonly firstUse?: Followed;
}

/**
 * The part of a run that was measured to the end: cells that were only counted or failed, which a
 * row without a round says, and those with a row of the last round and, where they belong to it,
 * the times of all sentences, all curves of a first use and all answers. The rest was cut off by a
 * kill, a full disk or a truncation.
 *
 * Of a cell's rows, that of the last round by the clock `decode` on the most sentences is written
 * last of all, and the baseline's before its rivals' (`lastRows`): in whatever place the file is
 * cut, a cell that has this row has all others and a whole baseline beside it.
 */
export function wholeCells<T extends Tables>(
  tables: T,
  { rounds, hasSentences, hasAnswers, firstUse }: Whole,
): T {
  const cells = Map.groupBy(tables.rows, groupedCell);
  const timed = tally(tables.sentences.map(timesOf));
  const answered = tally((tables.answers ?? []).map(timesOf));
  const ended = tables.firstUse.filter(({ sentences }) => sentences === 0);
  const curves = tally(ended.map(timesOf));
  const first = new Map<string, number>();
  for (const row of tables.rows) {
    first.set(timesOf(row), Math.min(row.group, first.get(timesOf(row)) ?? Infinity));
  }
  const isAnswered = (row: Row) =>
    row.problem !== "parsing" || row.role === "control" ||
    (answered.get(timesOf(row)) ?? 0) >= row.sentences;
  const isWhole = (rows: readonly Row[]): boolean => {
    if (rows.some(({ status }) => status !== "ok")) return true;
    if (hasAnswers && !rows.every(isAnswered)) return false;
    if (rows.some(({ round }) => round === 0)) return true;
    const most = mostSentences(rows);
    const row = rows.find(({ round, clock, timed_sentences }) =>
      round >= rounds && clock === "decode" && timed_sentences === most
    );
    if (row === undefined) return false;
    const cell = timesOf(row);
    // A baseline stands in several groups; what is timed once is so in the first.
    if (row.group !== first.get(cell)) return true;
    const isTimed = hasSentences && timesSentences(row) && most >= ALONE;
    const isFollowed = firstUse !== undefined && followsFirstUse(row, firstUse);
    return (!isTimed || (timed.get(cell) ?? 0) >= ALONE) &&
      (!isFollowed || (curves.get(cell) ?? 0) >= firstUse.processes);
  };
  const whole = new Set([...cells].filter(([, rows]) => isWhole(rows)).map(([cell]) => cell));
  return withRows(tables, tables.rows.filter((row) => whole.has(groupedCell(row))));
}

/** The tables with some of the rows, and the times that belong to these. */
export function withRows<T extends Tables>(tables: T, rows: readonly Row[]): T {
  const kept = new Set(rows.map(timesOf));
  const own = <Line extends Cell>(lines: readonly Line[]) =>
    lines.filter((line) => kept.has(timesOf(line)));
  const { sentences, firstUse, answers, traces } = tables;
  return {
    ...tables,
    rows,
    sentences: own(sentences),
    firstUse: own(firstUse),
    ...(answers && { answers: own(answers) }),
    ...(traces && { traces: own(traces) }),
  };
}

/** A cell in one group of one session, in which all of it is measured. */
export function groupedCell({ dataset, key, session, group }: Row): string {
  return JSON.stringify([dataset, key, session, group]);
}

/**
 * The rows that end a group of cells, in the order in which a cut leaves no cell that only looks
 * whole.
 */
export function lastRows(rows: readonly Row[]): Row[] {
  const place = ({ role, timed_sentences, clock }: Row) => [
    role === "baseline" ? 0 : 1,
    timed_sentences,
    clock === "decode" ? 1 : 0,
  ];
  return rows.map((row) => ({ row, place: place(row) }))
    .sort((a, b) => a.place.map((own, i) => own - b.place[i]!).find((less) => less !== 0) ?? 0)
    .map(({ row }) => row);
}

function mostSentences(rows: readonly Row[]): number {
  return Math.max(...rows.map(({ timed_sentences }) => timed_sentences));
}

/** What times of a cell belong to. */
type Cell = Pick<Row, "key" | "session">;

function timesOf({ key, session }: Cell): string {
  return `${key} ${session}`;
}
