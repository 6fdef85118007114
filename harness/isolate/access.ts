/**
 * What an isolate may read and load.
 *
 * @module
 */

import { dirname, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MODULE_PATH } from "../../datasets/modules.ts";
import { readPlainText } from "../../datasets/plain_file.ts";
import config from "../../deno.json" with { type: "json" };
import { UsageError } from "../terminal/usage_error.ts";

const ROOT = new URL("../../", import.meta.url);
/** Rooms whose modules any isolate may load. */
const ROOMS = ["decoders/", "harness/"];
/** The room of which it may not read all: the packs of the project are in it, with their gold. */
const DATASETS = new URL("datasets/", ROOT);
const PACKS = "real";

/** A package of npm in the import map, whose modules are below its name. */
const PACKAGE = /^npm:((?:@[^/]+\/)?[^/@]+@[^/]+)$/;
/** Modules of Node that start threads, load modules past the import map or look into memory. */
const REFUSED_MODULES = [
  ...["worker_threads", "module", "cluster"],
  ...["v8", "inspector", "inspector/promises", "repl"],
];
const REFUSAL =
  `data:text/javascript,throw new TypeError("Cannot use threads or inspect memory in an isolate")`;

/**
 * The flags of a process that may read some files, and the modules that it loads, and may do
 * nothing else: not write, run, connect, ask a registry, or look at the environment.
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
  return [
    ...["--no-prompt", "--deny-import", "--no-remote", "--cached-only"],
    `--config=${fileURLToPath(new URL("deno.json", ROOT))}`,
    `--import-map=data:application/json,${encodeURIComponent(JSON.stringify(importMap()))}`,
    ...paths.map((path) => `--allow-read=${path}`),
  ];
}

/** What one that runs a program may do besides: run it, and write to its own folder. */
export function programFlags(folder: string): string[] {
  return [
    ...["--allow-run", "--allow-env=TRELLIS_SCRATCH"],
    ...["read", "write"].map((right) => `--allow-${right}=${folder}`),
  ];
}

/** The project's import map, in which some modules of Node are replaced by a refusal. */
function importMap(): { imports: Record<string, string> } {
  const below = Object.entries(config.imports).flatMap(([name, target]) => {
    const own = PACKAGE.exec(target)?.[1];
    return own === undefined ? [] : [[`${name}/`, `npm:/${own}/`]];
  });
  const refused = REFUSED_MODULES.flatMap((name) => [[name, REFUSAL], [`node:${name}`, REFUSAL]]);
  return { imports: { ...config.imports, ...Object.fromEntries([...below, ...refused]) } };
}

/** Modules of the project and folders of them, without packs: somebody may save one beside. */
function ownPaths(): string[] {
  const datasets = Array.from(Deno.readDirSync(DATASETS))
    .filter(({ name, isDirectory }) => isDirectory ? name !== PACKS : name.endsWith(".ts"));
  return [
    ...ROOMS.map((room) => new URL(room, ROOT)),
    ...datasets.map(({ name }) => new URL(name, DATASETS)),
    ...["mod.ts", "deno.json"].map((name) => new URL(name, ROOT)),
  ].map((url) => fileURLToPath(url).replace(/\/$/, ""));
}

/**
 * The files of modules and of those whose paths they name, but for what is the project's own. A
 * module may be a link, as whoever asks for it has chosen it. It opens what is below its own folder
 * and in the repository: what another path leads to, by itself or by a link, stays closed.
 */
async function foreignModules(
  modules: readonly string[],
  own: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const module of modules) {
    const asked = fileURLToPath(module);
    const open = [dirname(asked), fileURLToPath(ROOT)];
    const pending = [asked];
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (found.has(path) || own.some((room) => isWithin(path, room))) continue;
      if (path !== asked && !await isOpen(path, open)) continue;
      found.add(path);
      // What cannot be read here cannot be imported there, which says so.
      const text = await readPlainText(path).catch(() => "");
      for (const [, named] of text.matchAll(MODULE_PATH)) pending.push(...filesNamed(named!, path));
    }
  }
  return found;
}

/** The file that a module names by a path; none for what leads to none, as in a comment. */
function filesNamed(named: string, module: string): string[] {
  try {
    return [fileURLToPath(new URL(named, pathToFileURL(module)))];
  } catch {
    return [];
  }
}

/** Whether a path, links followed, is below one of some folders, neither hidden nor a pack's. */
async function isOpen(path: string, folders: readonly string[]): Promise<boolean> {
  const real = await Deno.realPath(path).catch(() => path);
  if (isWithin(real, fileURLToPath(new URL(PACKS, DATASETS)))) return false;
  for (const folder of folders) {
    const root = await Deno.realPath(folder).catch(() => folder);
    if (isWithin(real, root) && !/[/\\]\./.test(real.slice(root.length))) return true;
  }
  return false;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
