/**
 * Folders as registries: what a folder holds is what there is.
 *
 * @module
 */

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
 */
export async function modulesIn<T>(folder: URL): Promise<Found<T>[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isFile && entry.name.endsWith(".ts") && !entry.name.startsWith("_")) {
      names.push(entry.name);
    }
  }
  const found: Found<T>[] = [];
  for (const name of names.sort()) {
    const url = new URL(name, folder).href;
    const module = await import(url) as { default?: T };
    if (module.default !== undefined) found.push({ url, value: module.default });
  }
  return found;
}
