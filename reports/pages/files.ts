/**
 * Writing the files of pages.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { isAbsolute, join, parse } from "node:path";
import { readPlainFile } from "../../datasets/plain_file.ts";
import {
  isThere,
  readOptional,
  removeIfThere,
  replaceFile,
  replaceText,
} from "../../harness/store/table_file.ts";
import { type Drawing, renderPng } from "../drawing/render.ts";

/** The file that says which files of a folder were made, with the hash of each. */
const LIST = "report_files.json";

/** Texts by their paths within the folder of a run. */
export type PageFiles = ReadonlyMap<string, string>;

/**
 * Adds a chart: its specification, and its picture.
 *
 * @param path of both, without their endings
 */
export function addChart(files: Map<string, string>, path: string, { json, svg }: Drawing): void {
  files.set(`${path}.vl.json`, json);
  files.set(`${path}.svg`, svg);
}

/**
 * Writes files into the folder of a run, each picture as PNG, too, and what they are into a list.
 * Files of an earlier list that are not written again are removed, if nobody has changed them:
 * all else in the folder is somebody else's. What is somebody else's under the name of a file that
 * is written is kept under another name, which standard error names; without an earlier list,
 * as in a clone, nobody can tell, and it is written anew.
 *
 * @param list where in the folder the list is: each kind of pages has its own
 */
export async function writeFiles(dir: string, files: PageFiles, list = LIST): Promise<void> {
  const contents = new Map<string, Uint8Array>();
  for (const [name, text] of files) {
    contents.set(name, new TextEncoder().encode(text));
    if (name.endsWith(".svg")) contents.set(pngOf(name), await renderPng(text));
  }
  const earlier = await listed(join(dir, list));
  if (contents.size === 0 && earlier.length === 0) return;
  for (const [name, hash] of earlier) {
    if (!contents.has(name)) await removeOurs(dir, name, hash);
  }
  const known = new Map(earlier);
  const both = new Map<string, string | string[]>();
  const hashes = new Map<string, string>();
  for (const [name, bytes] of contents) {
    const hash = hashOf(bytes);
    const ours = [hash, ...hashesIn(known.get(name))];
    if (known.size > 0) await keepEdited(dir, name, ours);
    hashes.set(name, hash);
    both.set(name, ours);
  }
  // Before the files and after them: whenever this is killed, each file is what the list says.
  await replaceText(join(dir, list), listOf(both));
  for (const [name, bytes] of contents) await replaceFile(join(dir, name), bytes);
  await replaceText(join(dir, list), listOf(hashes));
}

function listOf(hashes: ReadonlyMap<string, string | readonly string[]>): string {
  return JSON.stringify(Object.fromEntries(hashes), null, 2) + "\n";
}

/** What a list says of a file: its hash, or those of before and after where it was killed. */
function hashesIn(entry: unknown): string[] {
  return [entry].flat().filter((hash) => typeof hash === "string");
}

/** Gives a file another name that is none of what was written. */
async function keepEdited(dir: string, name: string, ours: readonly string[]): Promise<void> {
  const path = join(dir, name);
  if (!await isThere(path) || ours.includes(hashOf(await readPlainFile(path)))) return;
  const { dir: folder, name: stem, ext } = parse(path);
  let kept = join(folder, `${stem}.edited${ext}`);
  for (let i = 2; await isThere(kept); i++) kept = join(folder, `${stem}.edited-${i}${ext}`);
  await Deno.rename(path, kept);
  console.error(`note: ${path} is written anew; what somebody made of it is ${kept}`);
}

/** The path of the PNG of a picture. */
function pngOf(svg: string): string {
  return svg.replace(/\.svg$/, ".png");
}

/** The entries of a list; none if there is no list, or something else in its place. */
async function listed(path: string): Promise<[name: string, hash: unknown][]> {
  try {
    return Object.entries(JSON.parse(await readOptional(path) ?? "{}") ?? {});
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Removes a file below a folder if it is what a list says. */
async function removeOurs(dir: string, name: string, hash: unknown): Promise<void> {
  if (isAbsolute(name) || name.split(/[\\/]/).includes("..")) return;
  const path = join(dir, name);
  // What cannot be read is not what was written.
  const bytes = await readPlainFile(path).catch(() => undefined);
  if (bytes !== undefined && hashesIn(hash).includes(hashOf(bytes))) await removeIfThere(path);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
