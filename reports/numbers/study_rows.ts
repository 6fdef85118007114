/**
 * Studies: measurements beside the cells of a suite, such as the time that training takes. They lie
 * in the folder of a run, `studies/NAME.csv`, each with columns of its own.
 *
 * @module
 */

import type { Studies, StudyRow } from "./run_data.ts";
import { type Manifest, parseManifest } from "../../harness/store/manifest.ts";
import { parseCsvRecords } from "../../harness/store/table.ts";
import { listTables, readOptional, readTable } from "../../harness/store/table_file.ts";

/**
 * Reads the studies that lie in a run's folder, by name; none if it has no folder for them.
 *
 * @throws SyntaxError for a file that is none, or has lines of other lengths
 */
export async function readStudies(dir: string): Promise<Studies> {
  const studies = new Map<string, readonly StudyRow[]>();
  for (const name of await listTables(`${dir}/studies`)) {
    const path = `${dir}/studies/${name}.csv`;
    studies.set(name, parseCsvRecords(path, await readTable(path)));
  }
  return studies;
}

/**
 * Reads the manifest beside the lines of a study.
 *
 * @throws SyntaxError if there is none, or it is none of a run
 */
export async function readStudyManifest(dir: string, study: string): Promise<Manifest> {
  const path = `${dir}/studies/${study}.json`;
  const text = await readOptional(path);
  if (text !== undefined) return parseManifest(path, text);
  throw new SyntaxError(
    `Cannot use ${dir}/studies/${study}.csv: its manifest ${study}.json is missing`,
  );
}

/** The number in a field. @throws SyntaxError if it holds none */
export function numberIn<Line extends object>(line: Line, name: keyof Line & string): number {
  const text = line[name] ?? "";
  const value = Number(text);
  if (text === "" || Number.isNaN(value)) {
    throw new SyntaxError(`Cannot read a line of a study: its ${name} is "${text}"`);
  }
  return value;
}

/** The text in a field. @throws SyntaxError if the lines have no such field */
export function textIn<Line extends object>(line: Line, name: keyof Line & string): string {
  const text = line[name];
  if (text === undefined) {
    throw new SyntaxError(`Cannot read a line of a study: it has no ${name}`);
  }
  return String(text);
}
