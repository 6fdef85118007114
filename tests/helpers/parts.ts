/**
 * The tests in a few modules. A module of tests has a thread of its own, which takes a third of a
 * second to start, and compiles all that it imports: for 190 files that was a quarter of the time
 * of all tests. `deno test` runs the parts, each of which imports its share of the files; given a
 * file, it runs that. There are as many parts as are run at once: each more costs two seconds of a
 * processor.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { ALL } from "./long.ts";

const TESTS = new URL("../", import.meta.url);
/** Seconds, about, of files that take long for their size, on four lanes: short tests, and all. */
const SECONDS: Readonly<Record<string, readonly [short: number, all: number]>> = {
  "ci_test.ts": [9, 9],
  "datasets/models/damaged_test.ts": [10, 20],
  "datasets/training/bilstm/bilstm_test.ts": [11, 20],
  "decoders/probability/exact_test.ts": [6, 18],
  "faults_test.ts": [14, 14],
  "harness/commands/check_test.ts": [12, 40],
  "harness/commands/decode_test.ts": [12, 12],
  "harness/commands/parse_test.ts": [11, 11],
  "harness/conformance/conformance_test.ts": [23, 60],
  "harness/external/kit_test.ts": [3, 120],
  "harness/external/program_test.ts": [3, 45],
  "harness/run/bench_test.ts": [22, 40],
  "harness/run/hostile_test.ts": [1, 40],
  "harness/run/run_test.ts": [24, 28],
  "harness/store/merge_test.ts": [3, 35],
  "readme_test.ts": [10, 10],
  "reports/explorer/browser_test.ts": [1, 95],
  "reports/explorer/engine_test.ts": [27, 45],
  "reports/explorer/trace_test.ts": [6, 20],
  "reports/pages/html/browser_test.ts": [1, 50],
  "reports/reference_test.ts": [3, 45],
  "reports/studies/threads_test.ts": [11, 12],
};
/** Whether the other tests have passed already: `.ci/run` says so. */
const ONLY_LONG = Deno.env.get("TRELLIS_ONLY") === "long";
/** Helpers that read `long.ts` for others: a file may import them for short tests alone. */
const OF_BOTH = ["helpers/parts.ts", "helpers/in_folder.ts"];
/** What a file names that has long tests, or more cases where all are run. */
const LONG_HELPERS = globSync("helpers/*.ts", { cwd: TESTS })
  .filter((path) => !OF_BOTH.includes(path) && /\blong\.ts\b/.test(textOf(path)))
  .concat("helpers/long.ts", "longItInFolder");
/** Bytes of a file whose tests take a second, about. */
const BYTES_A_SECOND = 2_500;

/**
 * Imports the files of tests that belong to a part. They are dealt out from the longest on, each to
 * the part that has the least to do, so that parts take about as long as each other.
 */
export async function importPart(part: string): Promise<void> {
  const all = globSync("**/*_test.ts", { cwd: TESTS }).sort();
  const parts = all.filter((path) => path.startsWith("parts/"));
  const own = parts.findIndex((path) => part.endsWith(path));
  const busy = parts.map(() => 0);
  const files = all.filter((path) => !parts.includes(path) && (!ONLY_LONG || hasLongTests(path)))
    .map((path) => ({ path, seconds: secondsOf(path) }))
    .sort((a, b) => b.seconds - a.seconds);
  const mine = files.filter(({ seconds }) => {
    const least = busy.indexOf(Math.min(...busy));
    busy[least]! += seconds;
    return least === own;
  });
  // Where a file throws, `deno test` goes on with the tests that it has, and says nothing.
  const left = new Set(mine.map(({ path }) => path));
  it("all files of a part are imported", () => assertEquals([...left], []));
  for (const { path } of mine) {
    await import(new URL(path, TESTS).href);
    left.delete(path);
  }
}

function hasLongTests(path: string): boolean {
  const text = textOf(path);
  return LONG_HELPERS.some((helper) => text.includes(helper));
}

function textOf(path: string): string {
  return Deno.readTextFileSync(new URL(path, TESTS));
}

function secondsOf(path: string): number {
  const { size } = Deno.statSync(new URL(path, TESTS));
  return SECONDS[path]?.[ALL ? 1 : 0] ?? size / BYTES_A_SECOND;
}

/** Where the snapshots of a file of tests are: beside it, whichever part imports it. */
export function snapshotsOf(test: string): { path: string } {
  return { path: fileURLToPath(new URL(`__snapshots__/${basename(test)}.snap`, test)) };
}
