/**
 * What may be written where: a folder of somebody else's files is left alone, and one writer is at
 * a time in a folder.
 *
 * @module
 */

import { dirname, join, resolve } from "node:path";
import { UsageError } from "../terminal/usage_error.ts";
import { readManifest } from "./store.ts";
import { ifThere, isThere, removeIfThere, UNFINISHED } from "./table_file.ts";

/** The file in a folder that its writer holds. */
export const LOCK_FILE = ".trellis-lock";
/** The file of a run's manifest. */
const MANIFEST = "manifest.json";
/** What a bench leaves that was killed, or found the disk full, before it had a manifest. */
const BEGUN = [LOCK_FILE, `${MANIFEST}${UNFINISHED}`];

/** What studies leave in a folder that holds no run. */
const STUDIES = "studies";
/** Pages of papers that studies judge the claims of; not without the studies. */
const PAPERS = "papers";
/** Lattices that were decoded wrongly, in studies, too. */
const FAILING = "failing";

/** What is in a folder. */
export type Holding = "nothing" | "run" | "merged run";

/**
 * What a folder holds that a run is to be written to.
 *
 * @throws UsageError naming all files of a folder that belong to no run, SyntaxError for a damaged
 * manifest
 */
export async function holding(dir: string): Promise<Holding> {
  if (await isThere(join(dir, MANIFEST))) {
    return (await readManifest(dir)).merged === undefined ? "run" : "merged run";
  }
  const entries = await isThere(dir) ? await Array.fromAsync(Deno.readDir(dir)) : [];
  const names = entries.map(({ name }) => name);
  const ours = names.includes(STUDIES) ? [...BEGUN, STUDIES, PAPERS, FAILING] : BEGUN;
  const others = names.filter((name) => !ours.includes(name)).sort();
  if (others.length === 0) return "nothing";
  throw new UsageError(
    `Cannot write to ${dir}: it is not empty and holds no run; without a ${MANIFEST} there is ` +
      others.join(", "),
  );
}

/**
 * Does some work while no other process writes to a folder, which is made if there is none.
 *
 * The lock is the operating system's, on an open file: it ends with the process that holds it,
 * however that ends. The file names the process and is removed with the lock.
 *
 * @throws UsageError if another process writes there, or if nobody can
 */
export async function whileLocked<T>(dir: string, work: () => Promise<T>): Promise<T> {
  const made = await missingFolders(resolve(dir));
  const path = join(dir, LOCK_FILE);
  const file = await lock(dir, path);
  try {
    return await work();
  } finally {
    // It is still held: who opens it before that is refused, and who does later makes another.
    await removeIfThere(path);
    file.close();
    // Work that was refused leaves no folder behind; one with files in it is not removed.
    for (const folder of made) await Deno.remove(folder).catch(() => {});
  }
}

/** A folder and those above it, as far as there are none. */
async function missingFolders(dir: string): Promise<string[]> {
  // What cannot be looked at cannot be locked either, which says why.
  if (await isThere(dir).catch(() => true)) return [];
  return [dir, ...await missingFolders(dirname(dir))];
}

async function lock(dir: string, path: string): Promise<Deno.FsFile> {
  for (;;) {
    const file = await open(dir, path);
    if (!await file.tryLock(true)) {
      file.close();
      const holder = (await Deno.readTextFile(path).catch(() => "")).trim();
      throw new UsageError(`Cannot write to ${dir}: process ${holder || "?"} is writing there`);
    }
    if (await isAt(file, path)) {
      await file.truncate();
      await file.write(new TextEncoder().encode(`${Deno.pid}\n`));
      return file;
    }
    // Its holder was done, and removed it, between our opening and locking it.
    file.close();
  }
}

async function open(dir: string, path: string): Promise<Deno.FsFile> {
  try {
    await Deno.mkdir(dir, { recursive: true });
    return await Deno.open(path, { read: true, write: true, create: true });
  } catch (error) {
    const reason = (error as Error).message;
    throw new UsageError(`Cannot write to ${dir}: ${reason}`, { cause: error });
  }
}

/** Whether a path still leads to an open file. */
async function isAt(file: Deno.FsFile, path: string): Promise<boolean> {
  const [held, there] = [await file.stat(), await ifThere(Deno.stat(path))];
  return held.ino === there?.ino && held.dev === there.dev;
}
