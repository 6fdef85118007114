/**
 * Texts of a line a position, with blank lines between sentences; and CRFsuite's items, lines of a
 * label with attributes behind tabs.
 *
 * @module
 */

import { briefJson } from "./visible.ts";

/** An attribute of a position, with a value of 1 or another. */
export type Attribute = string | readonly [name: string, value: number];

/** A line of items. */
export interface Item {
  /** The first field; undefined if the line has none. */
  readonly label: string | undefined;
  /** The other fields; an attribute that comes twice counts twice. */
  readonly attributes: Attribute[];
}

/** What JavaScript takes for a number and C does not. */
const NO_NUMBER = /^0[bo]|^\s|\s$/i;

/**
 * Reads `label TAB attribute[:value]…`. `\:` is a colon and `\\` a backslash; several tabs are one;
 * an attribute without a value counts 1.
 *
 * Source: CRFsuite 0.12, frontend/iwa.c. It takes what is no number for 0: that is refused here.
 *
 * @throws SyntaxError naming the field whose value is no number
 *
 * @example
 * ```ts
 * import { parseItem } from "./items.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseItem("B-NP\tw=dax\tlength:3\ttime=12\\:30"), {
 *   label: "B-NP",
 *   attributes: ["w=dax", ["length", 3], "time=12:30"],
 * });
 * ```
 */
export function parseItem(line: string): Item {
  const [label, ...fields] = line.split("\t").filter((field) => field !== "");
  return {
    label: label === undefined ? undefined : partsOf(label)[0]!,
    attributes: fields.map((field) => {
      const [name, value = "", ...others] = partsOf(field);
      if (value === "" && others.length === 0) return name!;
      const number = Number(value);
      if (others.length === 0 && Number.isFinite(number) && !NO_NUMBER.test(value)) {
        return number === 1 ? name! : [name!, number] as const;
      }
      throw new SyntaxError(
        `Cannot read the value of an attribute: ${briefJson(field)} (a colon of a name is \\:)`,
      );
    }),
  };
}

/** An attribute as a field of a line: the inverse of `parseItem`'s. */
export function itemField(attribute: Attribute): string {
  const [name, value] = typeof attribute === "string" ? [attribute] : attribute;
  const escaped = name.replaceAll(/[\\:]/g, "\\$&");
  return value === undefined ? escaped : `${escaped}:${value}`;
}

/** The sentences of a text of items: those between blank lines. @throws as `parseItem` */
export function* parseItems(text: string): Generator<Item[]> {
  yield* readLines(text, parseItem);
}

/** Whether a line ends a sentence: it has blanks of ASCII alone. Any other character is a token. */
export function isBlankLine(line: string): boolean {
  return !/[^\t-\r ]/.test(line);
}

/**
 * What a reader makes of the lines of a text, by sentence: a blank line ends one.
 *
 * @param read gives undefined for a line that is no token
 */
export function readLines<Token>(
  text: string,
  read: (line: string, number: number) => Token | undefined,
): Token[][] {
  const sentences: Token[][] = [];
  let sentence: Token[] = [];
  const finish = () => {
    if (sentence.length > 0) sentences.push(sentence);
    sentence = [];
  };
  // The end of the last line may be half of one.
  text.split(/\r?\n|\r$/).forEach((line, index) => {
    if (isBlankLine(line)) return finish();
    const token = read(line, index + 1);
    if (token !== undefined) sentence.push(token);
  });
  finish();
  return sentences;
}

/** The text between colons, without escapes. */
function partsOf(field: string): string[] {
  const parts = [""];
  for (let i = 0; i < field.length; i++) {
    const [character, next] = [field[i]!, field[i + 1]];
    if (character === ":") parts.push("");
    else if (character === "\\" && (next === ":" || next === "\\")) {
      parts[parts.length - 1] += next;
      i++;
    } else parts[parts.length - 1] += character;
  }
  return parts;
}
