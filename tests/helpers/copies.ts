/**
 * A copy of the project that a test may break.
 *
 * @module
 */

import { join } from "node:path";
import { withFolder } from "./packs.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const PARTS = ["cli.ts", "deno.json", "deno.lock", "std.d.ts"];
const FOLDERS = ["datasets", "decoders", "harness", "reports"];
/** Not copied, nor are packs: large. */
const RUNS = ["reference", "runs"];

/** Runs a test on a copy that can list, decode and measure; it has neither packs nor runs. */
export async function withCopy(test: (dir: string) => Promise<void>): Promise<void> {
  await withFolder(async (dir) => {
    for (const part of [...PARTS, ...FOLDERS]) await copy(join(ROOT, part), join(dir, part));
    await test(dir);
  });
}

async function copy(from: string, to: string): Promise<void> {
  if ((await Deno.stat(from)).isFile) return await Deno.copyFile(from, to);
  await Deno.mkdir(to);
  for await (const { name } of Deno.readDir(from)) {
    if (name.endsWith(".gz") || RUNS.includes(name)) continue;
    await copy(join(from, name), join(to, name));
  }
}
