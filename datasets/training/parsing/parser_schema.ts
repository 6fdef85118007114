/**
 * The tensors of model files of parsers.
 *
 * @module
 */

import type { SparseRows, WeightRows } from "../../linear_model.ts";
import type { Names } from "../../models/network.ts";
import { ascending, counts, INTEGERS, SCORES } from "../../packs/kinds.ts";
import type { GrammarTables } from "../../packs/parsing_contents.ts";
import { PARSING } from "../../packs/parsing_schema.ts";
import {
  type Check,
  type Columns,
  type Entries,
  field,
  named,
  type Path,
  type Schema,
  sparse,
  within,
} from "../../packs/schema.ts";
import { productionsOf } from "./parser_weights.ts";

/** Words, or parts of speech, with the tags that they were seen with. */
export interface Dictionary {
  readonly names: Names;
  readonly uses: Int32Array;
  readonly offsets: Int32Array;
  readonly tags: Int32Array;
}

/** What a model file holds. */
export interface ParserTables {
  readonly grammar: GrammarTables;
  readonly transitions: SparseRows;
  readonly tagger: SparseRows & { readonly names: Names };
  /** By production; they count the unit. */
  readonly anchored: SparseRows & { readonly names: Names };
  readonly leaves: WeightRows & { readonly names: Names };
  readonly words: Dictionary;
  readonly pos: Dictionary;
}

/** Fields of rows that have names. */
function namedRows<At extends string = "values">(
  prefix: string,
  columns: Columns,
  meaning: string,
  entries?: Entries<At>,
): Schema<`names.${"offsets" | "bytes"}` | "offsets" | "columns" | At> {
  const rows = `${prefix} names`;
  const names = [`${prefix}_counts`, `${prefix}_${columns.what}`, `${prefix}_weights`] as const;
  return { ...named(prefix, rows), ...sparse(names, rows, columns, meaning, entries) };
}

const finite: Check = (reading, name) => {
  const wrong = reading.scores(name).findIndex((weight) => !Number.isFinite(weight));
  if (wrong >= 0) throw reading.refused(name, `index ${wrong} is not finite`);
};

/** The tags of words, or of parts of speech. */
function dictionary(prefix: string): Schema<Path<Dictionary>> {
  const [rows, sizes] = [`${prefix} names`, `${prefix}_tag_counts`];
  const tags = ascending("tags", "L", sizes, "row");
  return {
    ...named(prefix, rows),
    [`${prefix}_uses`]: field(INTEGERS, "uses", rows, "how often each was seen"),
    [sizes]: field(counts(`${prefix}_tags`), "offsets", rows, "how many tags it was seen with"),
    [`${prefix}_tags`]: field(tags, "tags", `Σ ${sizes}`, "which, name by name"),
  };
}

/** The tensors of the grammar and of pairs of tags, as parsing packs have them. */
const SHARED = Object.fromEntries(
  Object.entries(PARSING).filter(([, { at }]) => /^(grammar|transitions)\./.test(at)),
) as Schema<`grammar.${Path<GrammarTables>}` | `transitions.${Path<SparseRows>}`>;
const TAGS: Columns = { what: "tags", below: "L" };

/** The tensors of a model file. */
export const PARSER: Schema<Path<ParserTables>> = {
  ...SHARED,
  child_length_scores: {
    ...SHARED["child_length_scores"]!,
    check({ integers, sizes }) {
      const [left, right, parent, symbolCategories] = ["left", "right", "parent", ""].map((name) =>
        integers(name === "" ? "symbol_categories" : `rule_${name}`)
      ) as [Int32Array, Int32Array, Int32Array, Int32Array];
      sizes.set("P", productionsOf({ left, right, parent, symbolCategories }).count);
    },
  },
  ...within(
    "tagger",
    namedRows("tagger", TAGS, "how many tags each feature of the supertagger weighs for"),
  ),
  ...within(
    "anchored",
    namedRows(
      "anchored",
      { what: "productions", below: "P" },
      "how many productions each feature of a boundary weighs for",
    ),
  ),
  ...within(
    "leaves",
    namedRows("leaf", TAGS, "how many tags each feature of a word weighs for", {
      kind: SCORES,
      at: "weights",
      check: finite,
    }),
  ),
  ...within("words", dictionary("word")),
  ...within("pos", dictionary("pos")),
};
