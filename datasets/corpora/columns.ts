/**
 * Tab-separated columns: `form TAB pos TAB label`, the format of the project's own data.
 *
 * @module
 */

import { readRows } from "./_rows.ts";
import type { CorpusReader, Sentence } from "./corpus.ts";

/** Stands in the second column where a token has no part of speech to look at. */
const NO_POS = "_";

/**
 * Reads `form TAB pos TAB label`, where `pos` is an input to the tagger and `_` means none. If no
 * token of the file has one, the sentences have no `pos`.
 *
 * @example
 * ```ts
 * import columns from "./columns.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(columns.read("the\t_\tDT\nfood\t_\tNN\n", "example"), [
 *   { forms: ["the", "food"], labels: ["DT", "NN"] },
 * ]);
 * ```
 */
const columns: CorpusReader = {
  name: "columns",
  description: "form TAB pos TAB label; pos is an input to the tagger, _ for none",
  files: { train: ["train.tsv"], test: ["test.tsv"], dev: ["dev.tsv"] },
  read(text: string, source: string): Sentence[] {
    const layout = { separator: "\t", columns: ["form", "pos", "label"] } as const;
    const sentences = readRows(text, source, layout);
    const hasPos = sentences.some((rows) => rows.some((row) => row[1] !== NO_POS));
    return sentences.map((rows) => ({
      forms: rows.map((row) => row[0]!),
      ...(hasPos ? { pos: rows.map((row) => row[1]!) } : {}),
      labels: rows.map((row) => row[2]!),
    }));
  },
};

export default columns;

/**
 * The text that `columns` reads as these sentences, with a blank line after each.
 *
 * @example
 * ```ts
 * import columns, { writeColumns } from "./columns.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const sentences = [{ forms: ["the", "food"], labels: ["DT", "NN"] }];
 * assertEquals(writeColumns(sentences), "the\t_\tDT\nfood\t_\tNN\n\n");
 * assertEquals(columns.read(writeColumns(sentences), "example"), sentences);
 * ```
 */
export function writeColumns(sentences: readonly Sentence[]): string {
  return sentences.map(({ forms, pos, labels }) =>
    forms.map((form, i) => `${form}\t${pos?.[i] ?? NO_POS}\t${labels[i]!}\n`).join("") + "\n"
  ).join("");
}
