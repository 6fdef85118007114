/**
 * The tensors of model files of parsers.
 *
 * @module
 */

import type { SparseRows, WeightRows } from "../../linear_model.ts";
import type { Names } from "../../models/network.ts";
import { ascending, counts, INTEGERS, type Kind, SCORES, WEIGHTS } from "../../packs/kinds.ts";
import type { GrammarTables } from "../../packs/parsing_contents.ts";
import { PARSING } from "../../packs/parsing_schema.ts";
import {
  type Check,
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
function namedRows<Weights extends string>(
  prefix: string,
  columns: { readonly what: string; readonly below: string; readonly at: string },
  weights: { readonly kind: Kind; readonly at: Weights; readonly check?: Check },
  meaning: string,
): Schema<`names.${"offsets" | "bytes"}` | "offsets" | Weights> {
  const [rows, sizes] = [`${prefix} names`, `${prefix}_counts`];
  const which = `${prefix}_${columns.what}`;
  const kind = ascending(columns.what, columns.below, sizes, "row");
  return {
    ...named(prefix, rows),
    [sizes]: field(counts(which), "offsets", rows, meaning),
    [which]: field(kind, columns.at as "offsets", `Σ ${sizes}`, "which, row by row"),
    [`${prefix}_weights`]: field(weights.kind, weights.at, `Σ ${sizes}`, "weights", weights.check),
  };
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

/** The tensors of the grammar, as parsing packs have them. */
const GRAMMAR = Object.fromEntries(
  Object.entries(PARSING).filter(([, { at }]) => at.startsWith("grammar.")),
) as Schema<`grammar.${Path<GrammarTables>}`>;

/** The tensors of a model file. */
export const PARSER: Schema<Path<ParserTables>> = {
  ...GRAMMAR,
  child_length_scores: {
    ...GRAMMAR["child_length_scores"]!,
    check({ integers, sizes }) {
      const [left, right, parent, symbolCategories] = ["left", "right", "parent", ""].map((name) =>
        integers(name === "" ? "symbol_categories" : `rule_${name}`)
      ) as [Int32Array, Int32Array, Int32Array, Int32Array];
      sizes.set("P", productionsOf({ left, right, parent, symbolCategories }).count);
    },
  },
  ...sparse(
    { counts: "transition_counts", columns: "transition_labels", weights: "transition_weights" },
    "transitions",
    "L",
    { what: "labels", below: "L" },
    "how many bigrams from each previous tag are not 0",
  ),
  ...within(
    "tagger",
    namedRows(
      "tagger",
      { what: "tags", below: "L", at: "columns" },
      { kind: WEIGHTS, at: "values" },
      "how many tags each feature of the supertagger weighs for",
    ),
  ),
  ...within(
    "anchored",
    namedRows(
      "anchored",
      { what: "productions", below: "P", at: "columns" },
      { kind: WEIGHTS, at: "values" },
      "how many productions each feature of a boundary weighs for",
    ),
  ),
  ...within(
    "leaves",
    namedRows(
      "leaf",
      { what: "tags", below: "L", at: "columns" },
      { kind: SCORES, at: "weights", check: finite },
      "how many tags each feature of a word weighs for",
    ),
  ),
  ...within("words", dictionary("word")),
  ...within("pos", dictionary("pos")),
};
