/**
 * Formats with a token a line, a blank line between sentences, and columns: the word, and what its
 * label is made of.
 *
 * @module
 */

import { readLines } from "../items.ts";
import { briefJson } from "../visible.ts";
import type { CorpusReader, Sentence } from "./corpus.ts";

/** The columns of a line. */
export interface Layout {
  /** What stands between two columns. */
  readonly separator: "\t" | " ";
  /** Names of the columns, for errors. */
  readonly columns: readonly string[];
  /** True for lines that are no token, such as the start of a document. */
  readonly skip?: (line: string) => boolean;
}

/**
 * The columns of each line, by sentence.
 *
 * @throws SyntaxError naming file, line number and line if one has other columns or an empty one
 */
export function readRows(text: string, source: string, layout: Layout): string[][][] {
  const { separator, columns, skip } = layout;
  return readLines(text, (line, number) => {
    if (skip?.(line)) return undefined;
    const row = line.split(separator);
    if (row.length === columns.length && !row.includes("")) return row;
    const wanted = columns.join(separator === "\t" ? " TAB " : " SPACE ");
    throw new SyntaxError(
      `Cannot read line ${number} of ${source} as ${wanted}: ${briefJson(line)}`,
    );
  });
}

/** The first line that is not blank. */
function firstLine(text: string): string {
  const at = text.search(/[^\t-\r ]/);
  const end = text.indexOf("\n", at);
  return at < 0 ? "" : text.slice(text.lastIndexOf("\n", at) + 1, end < 0 ? undefined : end);
}

/** Stands in the second column where a token has no part of speech as an input. */
const NO_POS = "_";

/**
 * The project's own format, `form TAB pos TAB label`, where `pos` is an input to the tagger and `_`
 * means none. If no token of the file has one, the sentences have no `pos`. A file whose first line
 * has no tab has spaces between its columns, and one whose first line has two has no `pos`.
 *
 * @example
 * ```ts
 * import { columns } from "./columns.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(columns.read("the\t_\tDT\nfood\t_\tNN\n", "example"), [
 *   { forms: ["the", "food"], labels: ["DT", "NN"] },
 * ]);
 * ```
 */
export const columns: CorpusReader = {
  name: "columns",
  description: "form, pos, label, or form, label; pos is an input, _ for none; tabs or spaces",
  files: { train: ["train.tsv"], test: ["test.tsv"], dev: ["dev.tsv"] },
  read(text: string, source: string): Sentence[] {
    const line = firstLine(text);
    const separator = line.includes("\t") ? "\t" : " ";
    const isPair = line.split(separator).length === 2;
    const columns = isPair ? ["form", "label"] : ["form", "pos", "label"];
    const sentences = readRows(text, source, { separator, columns });
    const hasPos = !isPair && sentences.some((rows) => rows.some((row) => row[1] !== NO_POS));
    return sentences.map((rows) => ({
      forms: rows.map((row) => row[0]!),
      ...(hasPos ? { pos: rows.map((row) => row[1]!) } : {}),
      labels: rows.map((row) => row.at(-1)!),
    }));
  },
};

/**
 * The text that `columns` reads as these sentences, with a blank line after each.
 *
 * @example
 * ```ts
 * import { columns, writeColumns } from "./columns.ts";
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

/**
 * The format of the CoNLL-2000 shared task (text chunking), `word pos chunk`. Part of speech and
 * chunk are predicted together, as in the papers: the label is `pos|chunk`, and the sentences have
 * no `pos` as an input.
 *
 * How to make the papers' dataset of joint tagging and chunking (319 labels):
 *
 * 1. Get `train.txt.gz` and `test.txt.gz` of https://www.clips.uantwerpen.be/conll2000/chunking.
 * 2. Put both into a folder, `conll2000` say, as they are: gzipped files are read too.
 * 3. `deno task train --format conll2000 --data conll2000 --out conll2000_319.safetensors.gz`.
 * 4. `deno task bench --dataset conll2000_319.safetensors.gz`.
 * 5. Sections 15 to 18 of the Wall Street Journal are the training part, section 20 the test.
 *
 * Source: Tjong Kim Sang and Buchholz 2000, "Introduction to the CoNLL-2000 Shared Task".
 *
 * @example
 * ```ts
 * import { conll2000 } from "./columns.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(conll2000.read("He PRP B-NP\nruns VBZ B-VP\n", "example"), [
 *   { forms: ["He", "runs"], labels: ["PRP|B-NP", "VBZ|B-VP"] },
 * ]);
 * ```
 */
export const conll2000: CorpusReader = {
  name: "conll2000",
  description: "CoNLL-2000, word pos chunk; labels are pos|chunk",
  files: { train: ["train.txt"], test: ["test.txt"] },
  read: jointly({ separator: " ", columns: ["word", "pos", "chunk"] }),
};

/**
 * The format of the CoNLL-2003 shared task (named entities), `word pos chunk entity`; `-DOCSTART-`
 * lines are skipped. All three are predicted together, as in the papers: the label is
 * `pos|chunk|entity`, and the sentences have no `pos` as an input.
 *
 * How to make the papers' dataset of joint tagging, chunking and entities (443 labels):
 *
 * 1. The annotations are at https://www.clips.uantwerpen.be/conll2003/ner; the text is that of
 *    Reuters Corpus Volume 1, which NIST gives to who signs for it. The script there joins them.
 * 2. Put `eng.train` and `eng.testb` into a folder, `conll2003` say.
 * 3. `deno task train --format conll2003 --data conll2003 --out conll2003_443.safetensors.gz`.
 * 4. `deno task bench --dataset conll2003_443.safetensors.gz`.
 * 5. Chunks and entities keep the files' own scheme, in which `B-` stands only where two of a kind
 *    meet.
 *
 * Source: Tjong Kim Sang and De Meulder 2003, "Introduction to the CoNLL-2003 Shared Task".
 *
 * @example
 * ```ts
 * import { conll2003 } from "./columns.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "-DOCSTART- -X- -X- O\n\nU.N. NNP I-NP I-ORG\nofficial NN I-NP O\n";
 * assertEquals(conll2003.read(text, "example"), [
 *   { forms: ["U.N.", "official"], labels: ["NNP|I-NP|I-ORG", "NN|I-NP|O"] },
 * ]);
 * ```
 */
export const conll2003: CorpusReader = {
  name: "conll2003",
  description: "CoNLL-2003, word pos chunk entity; labels are pos|chunk|entity",
  files: { train: ["eng.train", "train.txt"], test: ["eng.testb", "test.txt"] },
  read: jointly({
    separator: " ",
    columns: ["word", "pos", "chunk", "entity"],
    skip: (line) => line.startsWith("-DOCSTART-"),
  }),
};

const formats: readonly CorpusReader[] = [columns, conll2000, conll2003];
export default formats;

/** Reads a word and columns that are predicted together. */
function jointly(layout: Layout): CorpusReader["read"] {
  return (text, source) =>
    readRows(text, source, layout).map((rows) => ({
      forms: rows.map((row) => row[0]!),
      labels: rows.map((row) => row.slice(1).join("|")),
    }));
}
