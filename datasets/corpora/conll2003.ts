/**
 * The columns of the CoNLL-2003 shared task (named entities).
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
 * @module
 */

import { readRows } from "./_rows.ts";
import type { CorpusReader, Sentence } from "./corpus.ts";

/**
 * Reads `word pos chunk entity`; `-DOCSTART-` lines are skipped. All three are predicted together,
 * as in the papers: the label is `pos|chunk|entity`, and the sentences have no `pos` to look at.
 *
 * Source: Tjong Kim Sang and De Meulder 2003, "Introduction to the CoNLL-2003 Shared Task".
 *
 * @example
 * ```ts
 * import conll2003 from "./conll2003.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "-DOCSTART- -X- -X- O\n\nU.N. NNP I-NP I-ORG\nofficial NN I-NP O\n";
 * assertEquals(conll2003.read(text, "example"), [
 *   { forms: ["U.N.", "official"], labels: ["NNP|I-NP|I-ORG", "NN|I-NP|O"] },
 * ]);
 * ```
 */
const conll2003: CorpusReader = {
  name: "conll2003",
  description: "CoNLL-2003, word pos chunk entity; labels are pos|chunk|entity",
  files: { train: ["eng.train", "train.txt"], test: ["eng.testb", "test.txt"] },
  read(text: string, source: string): Sentence[] {
    const layout = {
      separator: " ",
      columns: ["word", "pos", "chunk", "entity"],
      skip: (line: string) => line.startsWith("-DOCSTART-"),
    } as const;
    return readRows(text, source, layout).map((rows) => ({
      forms: rows.map((row) => row[0]!),
      labels: rows.map((row) => row.slice(1).join("|")),
    }));
  },
};

export default conll2003;
