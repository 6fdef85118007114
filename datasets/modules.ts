/**
 * Folders as registries: what a folder holds is what there is. And which files a module names.
 *
 * @module
 */

import { fileURLToPath } from "node:url";

/** A path in quotes that a module may load: relative, absolute or a `file:` URL. */
export const MODULE_PATH =
  /["']((?:\.{1,2}\/|\/|file:\/\/\/)[^"'\n]+\.(?:m?[jt]sx?|json|wasm))(?:[?#][^"'\n]*)?["']/g;

/** A module with a default export and where it is. */
export interface Found<T> {
  /** `file:` URL of the module. */
  readonly url: string;
  /** Its default export. */
  readonly value: T;
}

/**
 * Imports the modules of a folder that have a default export, in name order. Files whose names
 * start with `_` are private to their folder and left out.
 *
 * @param onBroken takes a module that cannot be loaded, with the reason in a line; the others are
 * found all the same
 * @throws Error naming the module that cannot be loaded, without `onBroken`
 */
export async function modulesIn<T>(
  folder: URL,
  onBroken: (url: string, reason: string) => void = refuse,
): Promise<Found<T>[]> {
  const found: Found<T>[] = [];
  for (const url of await moduleUrls(folder)) {
    try {
      const module = await import(url) as { default?: T };
      if (module.default !== undefined) found.push({ url, value: module.default });
    } catch (error) {
      onBroken(url, reasonOf(error));
    }
  }
  return found;
}

/** URLs of the modules of a folder, in name order, but for those that are private to it. */
export async function moduleUrls(folder: URL): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isFile && entry.name.endsWith(".ts") && !entry.name.startsWith("_")) {
      names.push(entry.name);
    }
  }
  return names.sort().map((name) => new URL(name, folder).href);
}

/** Why a module cannot be loaded, in a line: what the error says and, if it does, where. */
export function reasonOf(error: unknown): string {
  // deno-lint-ignore no-control-regex
  const text = String(error).replaceAll(/\u001b\[\d*m/g, "").replaceAll("file://", "");
  const place = /^\s+at \S+:\d+:\d+$/m.exec(text)?.[0].trimStart();
  return [text.split("\n")[0]!, ...place === undefined ? [] : [place]].join(" ");
}

function refuse(url: string, reason: string): never {
  throw new Error(`Cannot load ${fileURLToPath(url)}: ${reason}`);
}
