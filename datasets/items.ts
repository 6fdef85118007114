/**
 * CRFsuite's items: a line a position, its label and attributes behind tabs.
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
      if (others.length === 0 && Number.isFinite(number) && value.trim() === value) {
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

/** The sentences of a text of items: those between empty lines. @throws as `parseItem` */
export function* parseItems(text: string): Generator<Item[]> {
  let sentence: Item[] = [];
  for (const line of text.split("\n")) {
    const whole = line.endsWith("\r") ? line.slice(0, -1) : line;
    if (whole !== "") sentence.push(parseItem(whole));
    else if (sentence.length > 0) {
      yield sentence;
      sentence = [];
    }
  }
  if (sentence.length > 0) yield sentence;
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
