/**
 * Studies: measurements beside the cells of a suite, such as the time that training takes. They lie
 * in the folder of a run, `studies/NAME.csv`, each with columns of its own.
 *
 * @module
 */

import { parse } from "@std/csv";

/** One line of a study: its fields by the names of the columns. */
export type StudyRow = Readonly<Record<string, string>>;

/** The studies of a run by name. */
export type Studies = ReadonlyMap<string, readonly StudyRow[]>;

/** Reads the studies that lie in a run's folder, by name; none if it has no folder for them. */
export async function readStudies(dir: string): Promise<Studies> {
  const names: string[] = [];
  try {
    for await (const { name, isFile } of Deno.readDir(`${dir}/studies`)) {
      if (isFile && name.endsWith(".csv")) names.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const studies = new Map<string, readonly StudyRow[]>();
  for (const name of names.sort()) {
    const text = await Deno.readTextFile(`${dir}/studies/${name}`);
    studies.set(name.slice(0, -".csv".length), parse(text, { skipFirstRow: true }));
  }
  return studies;
}
