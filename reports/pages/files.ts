/**
 * Writing the files of pages.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { dirname, isAbsolute, join } from "node:path";
import { readOptional, removeIfThere, replaceText } from "../../harness/store/table_file.ts";
import { renderPng } from "../drawing/render.ts";

/** The file that says which files of a folder were made, with the hash of each. */
const LIST = "report_files.json";

/** Texts by their paths within the folder of a run. */
export type PageFiles = ReadonlyMap<string, string>;

/**
 * Writes files into the folder of a run, each picture as PNG, too, and what they are into a list.
 * Files of an earlier list that are not written again are removed, if nobody has changed them:
 * all else in the folder is somebody else's.
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
  const hashes = [...contents].map(([name, bytes]) => [name, hashOf(bytes)] as const);
  // Before the files: a list is of no harm that names what a kill has kept from being written.
  await replaceText(join(dir, list), JSON.stringify(Object.fromEntries(hashes), null, 2) + "\n");
  for (const [name, bytes] of contents) {
    const path = join(dir, name);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeFile(path, bytes);
  }
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
  const bytes = await Deno.readFile(path).catch(() => undefined);
  if (bytes !== undefined && hashOf(bytes) === hash) await removeIfThere(path);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
