/**
 * The folder of a run: `rows.csv`, append-only, and `manifest.json`.
 *
 * @module
 */

import { join } from "node:path";
import { csv, parseCsv } from "./csv.ts";
import type { Manifest } from "./manifest.ts";
import { type FirstUse, readFirstUse } from "./first_use.ts";
import type { Row } from "./rows.ts";
import { formatSettings, parseSettings } from "./settings.ts";
import { readSentenceTimes, type SentenceTime } from "./sentence_times.ts";
import { compressTable, listTables, readTable, replaceTable, replaceText } from "./table_file.ts";

/** Columns of `rows.csv` and how to read them back. */
const COLUMNS: { readonly [Column in keyof Row]: (text: string) => Row[Column] } = {
  key: String,
  session: Number,
  group: Number,
  round: Number,
  process: Number,
  clock: (text) => text as Row["clock"],
  problem: String,
  dataset: String,
  dataset_base: String,
  dataset_settings: (text) => parseSettings(text) as Row["dataset_settings"],
  family: String,
  labels: Number,
  pack: String,
  sample: String,
  decoder: String,
  decoder_base: String,
  options: parseSettings,
  role: (text) => text as Row["role"],
  exact: (text) => text === "true",
  k: Number,
  status: (text) => text as Row["status"],
  verdict: (text) => text as Row["verdict"],
  compared: (text) => text as Row["compared"],
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
 * @throws SyntaxError if the columns are not those of this version
 * @throws Deno.errors.NotFound if there is none
 */
export async function readRows(dir: string): Promise<Row[]> {
  const path = join(dir, "rows.csv");
  const text = await readTable(path);
  const [header, ...records] = parseCsv(text.slice(0, text.lastIndexOf("\n") + 1));
  if (header?.join() !== NAMES.join()) {
    throw new SyntaxError(`Cannot read the rows of ${path}: its columns are ${header?.join()}`);
  }
  return records.map((record, index) => {
    const fail = (what: string) => new SyntaxError(`Cannot read row ${index} of ${path}: ${what}`);
    if (record.length !== NAMES.length) throw fail(`it has ${record.length} values`);
    const entries = NAMES.map((name, i) => {
      const value = COLUMNS[name](record[i]!);
      if (Number.isNaN(value) || (typeof value === "number" && record[i] === "")) {
        throw fail(`its ${name} is "${record[i]}"`);
      }
      return [name, value];
    });
    return Object.fromEntries(entries) as Row;
  });
}

/** Compresses all tables of a run: rows, times besides and the lines of studies. */
export async function compressRun(dir: string): Promise<void> {
  for (const name of ["rows", "sentences", "first_use"]) {
    await compressTable(join(dir, `${name}.csv`));
  }
  for (const name of await listTables(join(dir, "studies"))) {
    await compressTable(join(dir, "studies", `${name}.csv`));
  }
}

/** Writes `manifest.json`. */
export async function writeManifest(dir: string, manifest: Manifest): Promise<void> {
  await replaceText(join(dir, "manifest.json"), JSON.stringify(manifest, null, 2) + "\n");
}

/** Reads `manifest.json`. @throws Deno.errors.NotFound if there is none */
export async function readManifest(dir: string): Promise<Manifest> {
  return JSON.parse(await Deno.readTextFile(join(dir, "manifest.json"))) as Manifest;
}

/** What the folder of a run holds. */
export interface Run {
  /** The folder. */
  readonly dir: string;
  /** What is in `rows.csv`. */
  readonly rows: readonly Row[];
  /** What is in `sentences.csv`. */
  readonly sentences: readonly SentenceTime[];
  /** What is in `first_use.csv`. */
  readonly firstUse: readonly FirstUse[];
  /** What is in `manifest.json`. */
  readonly manifest: Manifest;
}

/**
 * Reads the rows and the manifest of a run.
 *
 * @throws SyntaxError if one of them cannot be read
 * @throws Deno.errors.NotFound if one of them is not there
 */
export async function readRun(dir: string): Promise<Run> {
  try {
    return {
      dir,
      rows: await readRows(dir),
      sentences: await readSentenceTimes(dir),
      firstUse: await readFirstUse(dir),
      manifest: await readManifest(dir),
    };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Deno.errors.NotFound(
      `Cannot read the run ${dir}: it has no rows.csv or no manifest.json`,
      { cause: error },
    );
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
