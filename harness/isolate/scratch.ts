/**
 * Folders for the files between the processes of a run.
 *
 * @module
 */

import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { kill } from "node:process";
import { guard } from "./guardian.ts";

/** `trellis-HOST-PID-…`: temporary folders may be those of many machines. */
const NAME = /^trellis-(.+)-(\d+)-[^-]+$/;

/** A folder that does not outlive the process, nor the block that it is opened in by `using`. */
export interface Scratch extends AsyncDisposable {
  readonly path: string;
  /** Removes the folder with everything in it. */
  remove(): Promise<void>;
}

/**
 * Makes a folder for temporary files. Those that dead runs of this machine have left, because their
 * guardian was killed with them, are removed first.
 *
 * @param parent instead of the system's folder for temporary files
 */
export async function openScratch(parent?: string): Promise<Scratch> {
  const prefix = `trellis-${hostname()}-${Deno.pid}-`;
  const path = await Deno.makeTempDir({ prefix, ...(parent === undefined ? {} : { dir: parent }) });
  const release = await guard({ folder: path });
  await removeDead(dirname(path));
  // A folder that is gone already, or still written to, ends no run: the guardian tries again.
  const remove = () => Deno.remove(path, { recursive: true }).then(release, () => {});
  return { path, remove, [Symbol.asyncDispose]: remove };
}

async function removeDead(parent: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(parent)) {
    const [, host, pid] = NAME.exec(name) ?? [];
    if (!isDirectory || host !== hostname() || isAlive(Number(pid))) continue;
    // Another run may be removing it, or it is another user's.
    await Deno.remove(join(parent, name), { recursive: true }).catch(() => {});
  }
}

/** Whether there is a process of that number, whoever's it is. */
function isAlive(pid: number): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code !== "ESRCH";
  }
}
