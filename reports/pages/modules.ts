/**
 * Finds the tables, charts and claims by listing their folders: a new file needs no other edit.
 *
 * @module
 */

import { modulesIn } from "../../datasets/modules.ts";

/**
 * Imports the default exports of the modules of a folder, each one element or a list of them,
 * sorted by their `order`, then `name`.
 * Files that start with `_` are private.
 */
export async function importFolder<T extends { name: string; order: number }>(
  folder: URL,
): Promise<T[]> {
  const modules = (await modulesIn<T | readonly T[]>(folder)).flatMap(({ value }) => value);
  return modules.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
}
