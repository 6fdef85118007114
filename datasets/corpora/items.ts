/**
 * The reader of CRFsuite's items.
 *
 * @module
 */

import { parseItem } from "../items.ts";
import { isBlankLine } from "./columns.ts";
import type { CorpusReader, Sentence } from "./corpus.ts";

/**
 * A line a token, `label TAB attribute[:value]…`, a blank line between sentences. A model learns
 * from the attributes as they are; the word is not known.
 *
 * @example
 * ```ts
 * import items from "./items.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const [sentence] = items.read("B-NP\tw=dax\tlength:3\n", "example");
 * assertEquals(sentence, { forms: [""], labels: ["B-NP"], items: [["w=dax", ["length", 3]]] });
 * ```
 */
const items: CorpusReader = {
  name: "items",
  description: "CRFsuite's: label TAB attribute[:value] …",
  files: {
    train: ["train.items", "train.crfsuite.txt", "train.txt"],
    test: ["test.items", "test.crfsuite.txt", "test.txt"],
    dev: ["dev.items", "dev.crfsuite.txt", "dev.txt"],
  },
  read(text: string, source: string): Sentence[] {
    const sentences: Sentence[] = [];
    let [labels, tokens]: [string[], ReturnType<typeof parseItem>["attributes"][]] = [[], []];
    const finish = () => {
      if (labels.length > 0) {
        sentences.push({ forms: labels.map(() => ""), labels, items: tokens });
      }
      [labels, tokens] = [[], []];
    };
    text.split(/\r?\n/).forEach((line, index) => {
      if (isBlankLine(line)) return finish();
      try {
        const { label, attributes } = parseItem(line);
        if (label === undefined) throw new SyntaxError("it has no label");
        labels.push(label);
        tokens.push(attributes);
      } catch (error) {
        throw new SyntaxError(
          `Cannot read line ${index + 1} of ${source} as items: ${(error as Error).message}`,
        );
      }
    });
    finish();
    return sentences;
  },
};
export default items;
