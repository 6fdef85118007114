/**
 * The columns of the CoNLL-2000 shared task (text chunking).
 *
 * @module
 */

import { readRows } from "./_rows.ts";
import type { CorpusReader, Sentence } from "./corpus.ts";

/**
 * Reads `word pos chunk`. Part of speech and chunk are predicted together, as in the papers: the
 * label is `pos|chunk`, and the sentences have no `pos` to look at.
 *
 * Source: Tjong Kim Sang and Buchholz 2000, "Introduction to the CoNLL-2000 Shared Task".
 *
 * @example
 * ```ts
 * import conll2000 from "./conll2000.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(conll2000.read("He PRP B-NP\nruns VBZ B-VP\n", "example"), [
 *   { forms: ["He", "runs"], labels: ["PRP|B-NP", "VBZ|B-VP"] },
 * ]);
 * ```
 */
const conll2000: CorpusReader = {
  name: "conll2000",
  description: "CoNLL-2000, word pos chunk; labels are pos|chunk",
  files: { train: ["train.txt"], test: ["test.txt"] },
  read(text: string, source: string): Sentence[] {
    const layout = { separator: " ", columns: ["word", "pos", "chunk"] } as const;
    return readRows(text, source, layout).map((rows) => ({
      forms: rows.map((row) => row[0]!),
      labels: rows.map((row) => row.slice(1).join("|")),
    }));
  },
};

export default conll2000;
