/**
 * Derivations of a compiled grammar as trees of categories.
 *
 * @module
 */

import type { Derivation, ParsingModel } from "../../decoders/parsing/model.ts";
import { type Category, parseCategory } from "./category.ts";
import type { Tree } from "./tree.ts";

/** The categories of a pack, by the numbers that its grammar has for them. */
export interface CategoryNames {
  /** By tag. */
  readonly tags: readonly Category[];
  /** By category of a symbol. */
  readonly categories: readonly Category[];
}

/**
 * Reads the names of a pack's tags and categories from its metadata; nothing if it has none.
 *
 * @throws SyntaxError for what is no category
 */
export function categoryNames(
  { labels, categories }: Readonly<Record<string, string>>,
): CategoryNames | undefined {
  if (labels === undefined || categories === undefined) return undefined;
  const read = (text: string) => (JSON.parse(text) as string[]).map(parseCategory);
  return { tags: read(labels), categories: read(categories) };
}

/** A derivation of a grammar as a tree; its words have no forms. */
export function derivedTree(
  { tags, steps }: Derivation,
  { parent }: Pick<ParsingModel, "parent">,
  symbolCategories: Int32Array,
  { tags: tagNames, categories }: CategoryNames,
): Tree {
  // What has been built over each word's start, by where it begins.
  const built = new Map<number, Tree>();
  tags.forEach((tag, t) =>
    built.set(t, {
      ...{ kind: "leaf", category: tagNames[tag]!, word: "", pos: "" },
      ...{ modifiedPos: "", predicate: "" },
    })
  );
  for (let i = 0; i < steps.length; i += 4) {
    const [start, split, , rule] = steps.subarray(i, i + 4) as unknown as number[];
    const category = categories[symbolCategories[parent[rule!]!]!]!;
    const left = built.get(start!)!;
    const children: readonly [Tree] | readonly [Tree, Tree] = split === -1
      ? [left]
      : [left, built.get(split!)!];
    built.delete(split!);
    built.set(start!, { kind: "branch", category, head: 0, children });
  }
  return built.get(0)!;
}
