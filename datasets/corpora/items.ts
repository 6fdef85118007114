/**
 * The reader of CRFsuite's items.
 *
 * @module
 */

import { parseItem, readLines } from "../items.ts";
import { briefJson } from "../visible.ts";
import type { CorpusReader, Sentence } from "./corpus.ts";

/** A colon that no backslash escapes. */
const VALUED = /^(?:[^\\:]|\\.)*:/;

/**
 * A line a token, `label TAB attribute[:value]…`, a blank line between sentences. A model learns
 * from the attributes as they are; the word is not known. CRFsuite cuts a label at a colon: that is
 * refused, as two labels might become one.
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
    const sentences = readLines(text, (line, number) => {
      try {
        // Tabs before the label are nothing, as to parseItem.
        const [label = ""] = line.replace(/^\t+/, "").split("\t");
        if (VALUED.test(label)) {
          throw new SyntaxError(
            `the label ${briefJson(label)} has a value (a colon of one is \\:)`,
          );
        }
        return parseItem(line);
      } catch (error) {
        throw new SyntaxError(
          `Cannot read line ${number} of ${source} as items: ${(error as Error).message}`,
        );
      }
    });
    return sentences.map((items) => ({
      forms: items.map(() => ""),
      // A line that is not blank has one.
      labels: items.map(({ label }) => label!),
      items: items.map(({ attributes }) => attributes),
    }));
  },
};
export default items;
