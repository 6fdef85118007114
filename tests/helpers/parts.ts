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
import { ALL } from "./long.ts";

const TESTS = new URL("../", import.meta.url);
/** Files whose long tests take long for their size, and how many seconds about, on four lanes. */
const SECONDS: Readonly<Record<string, number>> = {
  "harness/external/kit_test.ts": 120,
  "reports/explorer/browser_test.ts": 95,
  "reports/pages/html/browser_test.ts": 50,
  "reports/reference_test.ts": 50,
  "harness/run/bench_test.ts": 50,
  "harness/external/program_test.ts": 45,
  "harness/run/hostile_test.ts": 40,
  "harness/commands/check_test.ts": 40,
  "reports/explorer/engine_test.ts": 40,
  "harness/store/merge_test.ts": 35,
  "harness/conformance/conformance_test.ts": 30,
};
/** Whether the other tests have passed already: `.ci/run` says so. */
const ONLY_LONG = Deno.env.get("TRELLIS_ONLY") === "long";
/** What stands in a file that has long tests, or more cases where all are run. */
const LONG_TESTS = /longIt|helpers\/long\.ts|helpers\/chromium\.ts/;
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
  for (const { path, seconds } of files) {
    const least = busy.indexOf(Math.min(...busy));
    busy[least]! += seconds;
    if (least === own) await import(new URL(path, TESTS).href);
  }
}

function hasLongTests(path: string): boolean {
  return LONG_TESTS.test(Deno.readTextFileSync(new URL(path, TESTS)));
}

function secondsOf(path: string): number {
  const { size } = Deno.statSync(new URL(path, TESTS));
  return (ALL ? SECONDS[path] : undefined) ?? size / BYTES_A_SECOND;
}

/** Where the snapshots of a file of tests are: beside it, whichever part imports it. */
export function snapshotsOf(test: string): { path: string } {
  return { path: fileURLToPath(new URL(`__snapshots__/${basename(test)}.snap`, test)) };
}
