/**
 * Files of tables: CSV as it is or, in the repository, compressed beside the same name.
 *
 * @module
 */

import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { inflated } from "../../datasets/gzipped_text.ts";
import { readPlainFile, readPlainText } from "../../datasets/plain_file.ts";

/** How the name of a compressed table goes on. */
const COMPRESSED = ".gz";
/** How the name of a file goes on that is not written to its end. */
export const UNFINISHED = ".new";
/** Where a gzip header names the system that wrote it, and the value for an unknown one. */
const SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

/**
 * Reads a table, compressed or not; of both the one that is not, which was written later.
 *
 * @throws Deno.errors.NotFound if there is neither, TypeError for what is no plain file,
 * SyntaxError or RangeError for gzip that is broken or becomes too much
 */
export async function readTable(path: string): Promise<string> {
  const text = await readOptional(path);
  if (text !== undefined) return text;
  const zipped = path + COMPRESSED;
  return new TextDecoder().decode(inflated(await readPlainFile(zipped), zipped));
}

/** Whether there is a table, compressed or not. */
export async function hasTable(path: string): Promise<boolean> {
  return await isThere(path) || await isThere(path + COMPRESSED);
}

/** Writes a table anew; the file is complete or the old one. */
export async function replaceTable(path: string, text: string): Promise<void> {
  await replaceText(path, text);
  await removeIfThere(path + COMPRESSED);
}

/** Removes a table, compressed or not, if there is one. */
export async function removeTable(path: string): Promise<void> {
  await removeIfThere(path);
  await removeIfThere(path + COMPRESSED);
}

/**
 * Compresses a table that is not yet, perhaps with its lines in another order: the same text gives
 * the same bytes on every system.
 */
export async function compressTable(
  path: string,
  ordered = (text: string): string => text,
): Promise<void> {
  const text = await readOptional(path);
  if (text === undefined) return;
  const bytes = gzipSync(ordered(text), { level: 9 });
  bytes[SYSTEM_BYTE] = UNKNOWN_SYSTEM;
  await replaceFile(path + COMPRESSED, bytes);
  await Deno.remove(path);
}

/** The tables of a folder by name, compressed or not, sorted; none if there is no such folder. */
export async function listTables(dir: string): Promise<string[]> {
  const names = new Set<string>();
  for (const { name, isFile } of await ifThere(Array.fromAsync(Deno.readDir(dir))) ?? []) {
    const table = name.endsWith(COMPRESSED) ? name.slice(0, -COMPRESSED.length) : name;
    if (isFile && table.endsWith(".csv")) names.add(table.slice(0, -".csv".length));
  }
  return [...names].sort();
}

/** Waits for what is done with a file or a program; undefined if there is none. */
export async function ifThere<T>(doing: Promise<T>): Promise<T | undefined> {
  return await doing.catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return undefined;
  });
}

/** Reads a file; undefined if there is none. @throws TypeError for what is no plain file */
export async function readOptional(path: string): Promise<string | undefined> {
  return await ifThere(readPlainText(path));
}

/** Writes a text file anew; it is complete or the old one. */
export async function replaceText(path: string, text: string): Promise<void> {
  await replaceFile(path, new TextEncoder().encode(text));
}

/** Whether there is a file or a folder. */
export async function isThere(path: string): Promise<boolean> {
  return await ifThere(Deno.stat(path)) !== undefined;
}

/** Removes a file if there is one. */
export async function removeIfThere(path: string): Promise<void> {
  await ifThere(Deno.remove(path));
}

/** Writes a file anew; it is complete or the old one. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeFile(path + UNFINISHED, bytes);
  await Deno.rename(path + UNFINISHED, path);
}
