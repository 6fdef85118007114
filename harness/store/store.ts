/**
 * The folder of a run: its tables and `manifest.json`.
 *
 * @module
 */

import { join } from "node:path";
import { readPlainText } from "../../datasets/plain_file.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import { ANSWERS, FIRST_USE, SENTENCES, TRACES } from "./side_tables.ts";
import { type Row, ROWS } from "./rows.ts";
import { compressTable, hasTable, listTables, removeTable, replaceText } from "./table_file.ts";
import { type Tables, wholeCells, withRows } from "./whole_cells.ts";

/** The tables of a run. */
const FILES = [ROWS, SENTENCES, FIRST_USE, ANSWERS, TRACES].map(({ file }) => file);

/**
 * Compresses all tables of a run: rows, times besides and the lines of studies. Lines of answers
 * and traces are put in the order of their sentences: decoders have many answers in common, and
 * gzip sees no repetition that is 32 KiB away. The suite `ccg` takes a third of the bytes so.
 */
export async function compressRun(dir: string): Promise<void> {
  for (const file of FILES) {
    const isBySentence = file === ANSWERS.file || file === TRACES.file;
    await compressTable(join(dir, file), isBySentence ? inOrderOfSentences : undefined);
  }
  for (const name of await listTables(join(dir, "studies"))) {
    await compressTable(join(dir, "studies", `${name}.csv`));
  }
}

/**
 * The same lines by their column `sentence`; those of one sentence stay in their order. A last line
 * without its end, as a killed run leaves it, does not count, and would in the middle.
 */
function inOrderOfSentences(text: string): string {
  const [head = "", ...lines] = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  lines.pop();
  const column = head.split(",").indexOf("sentence");
  const numbered = lines.map((line) => ({ line, sentence: Number(line.split(",")[column]) }));
  numbered.sort((a, b) => a.sentence - b.sentence);
  return [head, ...numbered.map(({ line }) => line), ""].join("\n");
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
 * @param isRewritten whether it is gone on with, or merged: its tables are written anew, so that
 * one that is gone is as one that was cut
 * @throws SyntaxError if a file cannot be read
 * @throws Deno.errors.NotFound if there are no rows or no manifest
 */
export async function readRun(dir: string, isRewritten = false): Promise<Run> {
  try {
    const manifest = await readManifest(dir);
    const run = { dir, manifest, ...await readTables(dir) };
    const has = async (file: string) => isRewritten || await hasTable(join(dir, file));
    const [hasSentences, hasAnswers] = [await has(SENTENCES.file), await has(ANSWERS.file)];
    return wholeCells(run, { ...manifest, hasSentences, hasAnswers });
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
  if (isNew) { for (const file of FILES) await removeTable(join(dir, file)); }
  await writeManifest(dir, manifest);
  await writeTables(dir, tables);
}

/** Removes all but some rows of a run, and the times that belong to no other. */
export async function keepRows(dir: string, rows: readonly Row[]): Promise<void> {
  await writeTables(dir, withRows(await readTables(dir), rows));
}

async function readTables(dir: string): Promise<Tables> {
  const [answers, traces] = [await ANSWERS.readIfThere(dir), await TRACES.readIfThere(dir)];
  return {
    rows: await ROWS.read(dir),
    sentences: await SENTENCES.readIfThere(dir),
    firstUse: await FIRST_USE.readIfThere(dir),
    ...(answers.length === 0 ? {} : { answers }),
    ...(traces.length === 0 ? {} : { traces }),
  };
}

async function writeTables(
  dir: string,
  { rows, sentences, firstUse, answers = [], traces = [] }: Tables,
): Promise<void> {
  await ROWS.write(dir, rows);
  await SENTENCES.write(dir, sentences);
  await FIRST_USE.write(dir, firstUse);
  await ANSWERS.write(dir, answers);
  await TRACES.write(dir, traces);
}
