/**
 * Packs that come with Trellis.
 *
 * @module
 */

import { fileURLToPath } from "node:url";

/** How the names of packs end. */
export const PACK = /\.safetensors(\.gz)?$/;

/** Sentences of a synthetic dataset where nobody says how many, as `bench` takes them. */
export const SYNTHETIC_SENTENCES = 20;

/** Whether a name is the path of a file, and not the name of a dataset. */
export async function isPath(name: string): Promise<boolean> {
  return /[/\\]/.test(name) || PACK.test(name) ||
    await Deno.stat(name).then(() => true, () => false);
}

/** Names of the packs in a folder with their files, in order; none if there is no such folder. */
export async function packsIn(folder: URL): Promise<Map<string, string>> {
  const packs = new Map<string, string>();
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (PACK.test(name)) packs.set(name.replace(PACK, ""), fileURLToPath(new URL(name, folder)));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return new Map([...packs].sort(([a], [b]) => a < b ? -1 : 1));
}
