/**
 * What an isolate may read.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { readPlainText } from "../../datasets/plain_file.ts";
import { UsageError } from "../terminal/usage_error.ts";

const ROOT = new URL("../../", import.meta.url);
/** Rooms whose modules any isolate may load. */
const ROOMS = ["decoders/", "harness/"];
/** The room of which it may not read all: the packs of the project are in it, with their gold. */
const DATASETS = new URL("datasets/", ROOT);
const PACKS = "real";

/** A path in quotes that a module may load: relative, absolute or a `file:` URL. */
const MODULE_PATH =
  /["']((?:\.{1,2}\/|\/|file:\/\/\/)[^"'\n]+\.(?:[cm]?[jt]sx?|json|wasm))(?:[?#][^"'\n]*)?["']/g;

/**
 * The flags of a process that may read some files, and the modules that it loads, and may do
 * nothing else: not write, run, connect, or look at the environment.
 *
 * @param modules URLs of the modules that it is going to import
 * @param files paths of what it reads besides
 * @throws UsageError for a path with a comma or a NUL
 */
export async function accessFlags(
  modules: readonly string[],
  files: readonly string[],
): Promise<string[]> {
  const own = ownPaths();
  const foreign = await foreignModules(modules, own);
  const paths = [...own, ...foreign, ...files];
  const [path] = paths.filter((path) => /[,\0]/.test(path));
  if (path !== undefined) {
    const what = path.includes(",") ? "a comma, at which Deno divides paths" : "a NUL";
    throw new UsageError(`Cannot read a path with ${what}: ${path}`);
  }
  return ["--no-prompt", "--deny-import", ...paths.map((path) => `--allow-read=${path}`)];
}

/** Files and folders of the project, without packs. */
function ownPaths(): string[] {
  const datasets = Array.from(Deno.readDirSync(DATASETS), ({ name }) => name)
    .filter((name) => name !== PACKS);
  return [
    ...ROOMS.map((room) => new URL(room, ROOT)),
    ...datasets.map((name) => new URL(name, DATASETS)),
    new URL("mod.ts", ROOT),
  ].map((url) => fileURLToPath(url).replace(/\/$/, ""));
}

/** The files of modules and of those whose paths they name, but for what is the project's own. */
async function foreignModules(
  modules: readonly string[],
  own: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  const pending = modules.map((module) => new URL(module));
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    const path = fileURLToPath(module);
    if (found.has(path) || own.some((room) => path === room || path.startsWith(`${room}/`))) {
      continue;
    }
    found.add(path);
    // What cannot be read here cannot be imported there, which says so.
    const text = await readPlainText(path).catch(() => "");
    for (const [, named] of text.matchAll(MODULE_PATH)) pending.push(new URL(named!, module));
  }
  return found;
}
