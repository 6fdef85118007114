/**
 * Part-of-speech files (`.pos`) of the Penn Treebank.
 *
 * How to make the papers' POS dataset (45 labels) from LDC99T42 (Treebank-3):
 *
 * 1. In `tagged/pos/wsj`: `ruled() { for f in "$@"; do echo ====; cat "$f"; done; }; mkdir ptb`.
 * 2. Train on 02 to 21, as the papers: `ruled 0[2-9]/*.pos 1?/*.pos 2[01]/*.pos > ptb/train.pos`.
 * 3. Test on section 23: `ruled 23/*.pos > ptb/test.pos`.
 * 4. `deno task train --format ptb --data ptb --out ptb_pos45.safetensors.gz`.
 * 5. `deno task bench --dataset ptb_pos45.safetensors.gz`.
 *
 * @module
 */

import { briefJson } from "../visible.ts";
import type { CorpusReader, Sentence } from "./corpus.ts";

/** Lines that separate paragraphs. */
const RULE = /^=+$/;
/** Lines that describe the document. */
const HEADER = /^\*x\*/;
/** The tag of what ends a sentence. */
const STOP = ".";
/** Tags that still belong to the sentence after its stop. */
const CLOSING: ReadonlySet<string> = new Set(["''", ")", "-RRB-"]);

/**
 * Reads `word/TAG`. The brackets around noun phrases are left out; `\/` is a slash of the word; of
 * the alternatives `A|B` the first is taken. A line of `=` ends a sentence, and so does the tag `.`
 * outside brackets, with the quotes and brackets that close after it; a blank line means nothing.
 *
 * Source: Marcus, Santorini and Marcinkiewicz 1993, "Building a Large Annotated Corpus of English:
 * The Penn Treebank".
 *
 * @example
 * ```ts
 * import ptb from "./ptb.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "====\n\n[ Half/NN|DT 1\\/2/CD ]\nsank/VBD ./.\n[ It/PRP ]\n";
 * assertEquals(ptb.read(text, "example"), [
 *   { forms: ["Half", "1/2", "sank", "."], labels: ["NN", "CD", "VBD", "."] },
 *   { forms: ["It"], labels: ["PRP"] },
 * ]);
 * ```
 */
const ptb: CorpusReader = {
  name: "ptb",
  description: "Penn Treebank .pos, word/TAG with [ ] around noun phrases; labels are TAG",
  files: { train: ["train.pos"], test: ["test.pos"] },
  read(text: string, source: string): Sentence[] {
    const sentences: Sentence[] = [];
    let [forms, labels]: [string[], string[]] = [[], []];
    let [inBrackets, stopped] = [false, false];
    const finish = () => {
      if (forms.length > 0) sentences.push({ forms, labels });
      [forms, labels] = [[], []];
      stopped = false;
    };
    text.split(/\r?\n/).forEach((line, index) => {
      if (RULE.test(line.trim())) return finish();
      if (HEADER.test(line)) return;
      for (const token of line.split(/\s+/).filter(Boolean)) {
        if (token === "[" || token === "]") {
          inBrackets = token === "[";
          continue;
        }
        const [form, tag] = split(token);
        if (form === "" || tag === "") {
          throw new SyntaxError(
            `Cannot read line ${index + 1} of ${source} as word/TAG: ${briefJson(token)}`,
          );
        }
        if (stopped && !CLOSING.has(tag)) finish();
        forms.push(form);
        labels.push(tag);
        if (tag === STOP && !inBrackets) stopped = true;
      }
    });
    finish();
    return sentences;
  },
};

export default ptb;

/** The word without escapes and its first tag; empty where there is none. */
function split(token: string): [form: string, tag: string] {
  const slash = token.lastIndexOf("/");
  const form = token.slice(0, Math.max(0, slash)).replaceAll(/\\([/*])/g, "$1");
  return [form, token.slice(slash + 1).split("|")[0]!];
}
