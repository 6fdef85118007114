/**
 * The folder of a run: its tables and `manifest.json`.
 *
 * @module
 */

import { join } from "node:path";
import { readPlainText } from "../../datasets/plain_file.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import { readAnswers, writeAnswers } from "./answers.ts";
import { readFirstUse, writeFirstUse } from "./first_use.ts";
import type { Row } from "./rows.ts";
import { readRows, writeRows } from "./rows_table.ts";
import { readSentenceTimes, writeSentenceTimes } from "./sentence_times.ts";
import { readTraces, writeTraces } from "./traces.ts";
import { compressTable, hasTable, listTables, removeTable, replaceText } from "./table_file.ts";
import { type Tables, wholeCells, withRows } from "./whole_cells.ts";

/** The tables of a run, without `.csv`. */
const TABLES = ["rows", "sentences", "first_use", "answers", "traces"];

/** Compresses all tables of a run: rows, times besides and the lines of studies. */
export async function compressRun(dir: string): Promise<void> {
  for (const name of TABLES) await compressTable(join(dir, `${name}.csv`));
  for (const name of await listTables(join(dir, "studies"))) {
    await compressTable(join(dir, "studies", `${name}.csv`));
  }
}

/** Writes `manifest.json`. */
export async function writeManifest(dir: string, manifest: Manifest): Promise<void> {
  await replaceText(join(dir, "manifest.json"), JSON.stringify(manifest, null, 2) + "\n");
}

/**
 * Reads `manifest.json`.
 *
 * @throws SyntaxError if it is none of a run
 * @throws Deno.errors.NotFound if there is none
 */
export async function readManifest(dir: string): Promise<Manifest> {
  const path = join(dir, "manifest.json");
  return parseManifest(path, await readPlainText(path));
}

/** What the folder of a run holds: what is measured to the end, and `manifest.json`. */
export interface Run extends Tables {
  /** The folder. */
  readonly dir: string;
  readonly manifest: Manifest;
}

/**
 * Reads a run: the manifest and the cells that were measured to the end, see `wholeCells`.
 *
 * @throws SyntaxError if a file cannot be read
 * @throws Deno.errors.NotFound if there are no rows or no manifest
 */
export async function readRun(dir: string): Promise<Run> {
  try {
    const manifest = await readManifest(dir);
    const run = { dir, manifest, ...await readTables(dir) };
    const hasSentences = await hasTable(join(dir, "sentences.csv"));
    return wholeCells(run, { ...manifest, hasSentences });
  } catch (error) {
    const { NotADirectory, NotFound } = Deno.errors;
    if (!(error instanceof NotFound || error instanceof NotADirectory)) throw error;
    throw new Deno.errors.NotFound(
      `Cannot read the run ${dir}: it has no rows.csv or no manifest.json`,
      { cause: error },
    );
  }
}

/**
 * Begins a run in a folder, or goes on with one from some of its cells. Whenever this is killed,
 * the folder holds no rows under the manifest of another run.
 */
export async function writeRun(
  dir: string,
  { manifest, ...tables }: Omit<Run, "dir">,
  isNew: boolean,
): Promise<void> {
  if (isNew) { for (const name of TABLES) await removeTable(join(dir, `${name}.csv`)); }
  await writeManifest(dir, manifest);
  await writeTables(dir, tables);
}

/** Removes all but some rows of a run, and the times that belong to no other. */
export async function keepRows(dir: string, rows: readonly Row[]): Promise<void> {
  await writeTables(dir, withRows(await readTables(dir), rows));
}

async function readTables(dir: string): Promise<Tables> {
  const [answers, traces] = [await readAnswers(dir), await readTraces(dir)];
  return {
    rows: await readRows(dir),
    sentences: await readSentenceTimes(dir),
    firstUse: await readFirstUse(dir),
    ...(answers.length === 0 ? {} : { answers }),
    ...(traces.length === 0 ? {} : { traces }),
  };
}

async function writeTables(
  dir: string,
  { rows, sentences, firstUse, answers = [], traces = [] }: Tables,
): Promise<void> {
  await writeRows(dir, rows);
  await writeSentenceTimes(dir, sentences);
  await writeFirstUse(dir, firstUse);
  await writeAnswers(dir, answers);
  await writeTraces(dir, traces);
}
