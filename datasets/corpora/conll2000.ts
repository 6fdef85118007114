/**
 * The columns of the CoNLL-2000 shared task (text chunking).
 *
 * How to make the papers' dataset of joint tagging and chunking (319 labels):
 *
 * 1. Get `train.txt.gz` and `test.txt.gz` of https://www.clips.uantwerpen.be/conll2000/chunking.
 * 2. Put both into a folder, `conll2000` say, as they are: gzipped files are read too.
 * 3. `deno task train --format conll2000 --data conll2000 --out conll2000_319.safetensors.gz`.
 * 4. `deno task bench --dataset conll2000_319.safetensors.gz`.
 * 5. Sections 15 to 18 of the Wall Street Journal are the training part, section 20 the test.
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
