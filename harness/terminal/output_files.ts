/**
 * Files that a command is to write: tried before the hours of work that they are to hold, and
 * written whole.
 *
 * @module
 */

import { dirname, resolve } from "node:path";
import { UsageError } from "./usage_error.ts";

/** Writes all bytes to a file or standard output: a pipe may take a part at a time. */
export function writeAll(file: Pick<Deno.FsFile, "writeSync">, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}

/** Writes a line. A reader who has gone ends all with an error, which `console.log` passes over. */
export function printLine(text: string, file: Parameters<typeof writeAll>[0] = Deno.stdout): void {
  writeAll(file, new TextEncoder().encode(`${text}\n`));
}

/**
 * Tries that a file can be written, and leaves what is there as it is.
 *
 * @throws UsageError naming the flag and the file
 */
export function tryOutput(flag: string, path: string): void {
  try {
    const there = kindOf(path);
    // To open a pipe waits for its reader, for whom all ends when it is closed again.
    if (there?.isFifo) return;
    if (there !== undefined) Deno.openSync(path, { append: true }).close();
    else Deno.removeSync(Deno.makeTempFileSync({ dir: nearestFolder(dirname(resolve(path))) }));
  } catch (cause) {
    throw new UsageError(`Cannot write to --${flag} ${path}: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/**
 * Refuses flags that lead to one file or folder: what is written last would be all that is left.
 *
 * @param files paths by the flags that have them, or by what an argument is called, `FILE`
 * @throws UsageError naming the flags and the file
 */
export function refuseSameFile(files: Readonly<Record<string, string | undefined>>): void {
  const flags = new Map<string, string>();
  for (const [flag, path] of Object.entries(files)) {
    if (path === undefined) continue;
    const place = kindOf(path) === undefined ? resolve(path) : Deno.realPathSync(path);
    const other = flags.get(place);
    if (other !== undefined) {
      const [one, two] = [other, flag].map((name) => name === "FILE" ? name : `--${name}`);
      throw new UsageError(`Cannot use ${path} for ${one} and ${two}: give two files`);
    }
    flags.set(place, flag);
  }
}

/** What is at a path; undefined for nothing. */
function kindOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    const { NotFound, NotADirectory } = Deno.errors;
    if (error instanceof NotFound || error instanceof NotADirectory) return undefined;
    throw error;
  }
}

/** The folder of a path, or else the nearest above that is there: others are made in it. */
function nearestFolder(path: string): string {
  return kindOf(path) !== undefined ? path : nearestFolder(dirname(path));
}
