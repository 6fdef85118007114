/**
 * The names of the categories in a parsing pack.
 *
 * @module
 */

import { type Category, parseCategory } from "../ccg/category.ts";
import { brief } from "../visible.ts";
import { readNames } from "./_tensor_checks.ts";
import type { TensorFile } from "./safetensors.ts";

const CATEGORIES = "categories";
/** Letters of a category at most: it is read, and walked through, part by part. */
const MAX_LETTERS = 1000;

/**
 * The names of all categories, by number; undefined if the maker gave none. They may go on after
 * those of the grammar with what only right analyses have.
 *
 * @param symbolCategories numbers that must have a name
 * @throws SyntaxError or RangeError naming the file and the entry of the metadata
 */
export function readCategoryNames(
  { metadata }: TensorFile,
  source: string,
  symbolCategories: Int32Array,
): string[] | undefined {
  const json = metadata[CATEGORIES];
  if (json === undefined) return undefined;
  const least = symbolCategories.reduce((most, category) => Math.max(most, category + 1), 0);
  return readNames(json, source, { name: CATEGORIES, least, what: "categories" });
}

/**
 * How many arguments each category takes, which is how many dependencies its words may have.
 *
 * @throws SyntaxError naming the file and the entry of the metadata for what is no category
 */
export function arities(names: readonly string[], source: string): Int32Array {
  return Int32Array.from(names, (name, index) => {
    try {
      if (name.length > MAX_LETTERS) throw new SyntaxError(`it has ${name.length} letters`);
      return arity(parseCategory(name));
    } catch (error) {
      throw new SyntaxError(
        `Cannot use metadata "${CATEGORIES}" of ${source}: name ${index}: ` +
          brief((error as Error).message),
      );
    }
  });
}

function arity(category: Category): number {
  return category.kind === "atom" ? 0 : 1 + arity(category.result);
}
