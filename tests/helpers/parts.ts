/**
 * The tests in a few modules. A module of tests has a thread of its own, which takes a third of a
 * second to start, and compiles all that it imports: for 190 files that was a quarter of the time
 * of all tests. `deno test` runs the parts, each of which imports its share of the files; given a
 * file, it runs that. There are as many parts as are run at once: each more costs two seconds of a
 * processor.
 *
 * @module
 */

import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const TESTS = new URL("../", import.meta.url);

/**
 * Imports the files of tests that belong to a part: of n parts, every n-th file. The longest files
 * come first, for long ones take long: so parts take about as long as each other.
 */
export async function importPart(part: string): Promise<void> {
  const all = globSync("**/*_test.ts", { cwd: TESTS }).map((path) => new URL(path, TESTS).href)
    .sort();
  const parts = all.filter(isPart);
  const sizes = new Map(all.map((url) => [url, Deno.statSync(new URL(url)).size]));
  const files = all.filter((url) => !isPart(url)).sort((a, b) => sizes.get(b)! - sizes.get(a)!);
  for (let file = parts.indexOf(part); file < files.length; file += parts.length) {
    await import(files[file]!);
  }
}

/** Where the snapshots of a file of tests are: beside it, whichever part imports it. */
export function snapshotsOf(test: string): { path: string } {
  return { path: fileURLToPath(new URL(`__snapshots__/${basename(test)}.snap`, test)) };
}

function isPart(url: string): boolean {
  return url.startsWith(`${TESTS}parts/`);
}
