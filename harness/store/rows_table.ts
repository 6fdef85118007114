/**
 * `rows.csv`, the table of all that a run measured; append-only.
 *
 * @module
 */

import { join } from "node:path";
import { brief } from "../../datasets/visible.ts";
import { csv } from "./csv.ts";
import { readRecords } from "./records.ts";
import type { Row } from "./rows.ts";
import { formatSettings, parseSettings } from "./settings.ts";
import { readTable, replaceTable } from "./table_file.ts";

/** The columns and how to read them back; undefined is what they cannot hold. */
const COLUMNS: { readonly [Column in keyof Row]: (text: string) => Row[Column] | undefined } = {
  key: String,
  session: Number,
  group: Number,
  round: Number,
  process: Number,
  clock: oneOf("decode", "memory64", "memory32"),
  problem: String,
  dataset: String,
  dataset_base: String,
  dataset_settings: (text) => settings(text) as Row["dataset_settings"] | undefined,
  family: String,
  labels: Number,
  pack: String,
  sample: String,
  decoder: String,
  decoder_base: String,
  options: settings,
  role: oneOf("baseline", "control", "rival"),
  exact: (text) => text === "true" || (text === "false" ? false : undefined),
  k: Number,
  status: oneOf("ok", "timeout", "error", "skipped"),
  verdict: oneOf("correct", "wrong", "inexact", "unchecked"),
  compared: oneOf("bits", "tolerance", "bound", "nothing"),
  tolerance: Number,
  reason: String,
  sentences: Number,
  exact_share: Number,
  mean_gap: Number,
  gold_tokens: Number,
  right_tokens: Number,
  timed_sentences: Number,
  timed_tokens: Number,
  passes: Number,
  elapsed_ms: Number,
  prepare_ms: Number,
  peak_mb: Number,
  iterations: Number,
  node_expansions: Number,
  edge_evaluations: Number,
  reference_edges: Number,
};
const NAMES = Object.keys(COLUMNS) as (keyof Row)[];

/** Starts `rows.csv` anew with the given rows; the file is complete or the old one. */
export async function writeRows(dir: string, rows: readonly Row[]): Promise<void> {
  await replaceTable(join(dir, "rows.csv"), toCsv(rows, true));
}

/** Appends rows to `rows.csv`. */
export async function appendRows(dir: string, rows: readonly Row[]): Promise<void> {
  await Deno.writeTextFile(join(dir, "rows.csv"), toCsv(rows, false), { append: true });
}

/**
 * Reads `rows.csv`. A last line without its end, as a killed run leaves it, is not a row.
 *
 * @throws SyntaxError if the columns are not those of this version, if a value is none of its
 * column, and for two rows of one measurement
 * @throws Deno.errors.NotFound if there is none
 */
export async function readRows(dir: string): Promise<Row[]> {
  const path = join(dir, "rows.csv");
  const seen = new Map<string, number>();
  return readRecords(path, await readTable(path), NAMES).map(({ line, fields }) => {
    const fail = (what: string) => new SyntaxError(`Cannot read line ${line} of ${path}: ${what}`);
    if (fields.length !== NAMES.length) throw fail(`it has ${fields.length} values`);
    const entries = NAMES.map((name, i) => {
      const value = COLUMNS[name](fields[i]!);
      const isNumber = typeof value === "number";
      if (value === undefined || isNumber && (fields[i] === "" || Number.isNaN(value))) {
        throw fail(`its ${name} is "${brief(fields[i]!)}"`);
      }
      return [name, value];
    });
    const row = Object.fromEntries(entries) as Row;
    const other = seen.get(measurement(row));
    if (other !== undefined) throw fail(`line ${other} has the same measurement`);
    seen.set(measurement(row), line);
    return row;
  });
}

/** What only one row can be of. */
function measurement(row: Row): string {
  const { dataset, key, session, group, round, clock, timed_sentences } = row;
  return JSON.stringify([dataset, key, session, group, round, clock, timed_sentences]);
}

/** Reads one of some words. */
function oneOf<Word extends string>(...words: readonly Word[]): (text: string) => Word | undefined {
  return (text) => words.find((word) => word === text);
}

function settings(text: string): Row["options"] | undefined {
  try {
    return parseSettings(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function toCsv(rows: readonly Row[], headers: boolean): string {
  const records = rows.map((row) =>
    NAMES.map((name) => {
      const value = row[name];
      return typeof value === "object" ? formatSettings({ ...value }) : value;
    })
  );
  return (headers ? NAMES.join() + "\n" : "") +
    (records.length === 0 ? "" : csv(records));
}
