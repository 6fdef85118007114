/**
 * JSON that a decoder has no say in.
 *
 * @module
 */

const { stringify } = JSON;
const { isArray } = Array;
const { keys } = Object;

/** `JSON.parse`, as it was before a decoder was loaded. */
export const parseJson: (text: string) => unknown = JSON.parse;

/**
 * A value as JSON. Unlike `JSON.stringify` it reads nothing but own elements and properties, so
 * that a `toJSON` in a prototype has no effect. What JSON does not know is null, or left out.
 *
 * @example
 * ```ts
 * import { jsonOf } from "./json.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const told = { score: -Infinity, labels: [1, 2], name: undefined };
 * assertEquals(jsonOf(told), '{"score":null,"labels":[1,2]}');
 * ```
 */
export function jsonOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return stringify(value) ?? "null";
  let text = "";
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) text += (i === 0 ? "" : ",") + jsonOf(value[i]);
    return `[${text}]`;
  }
  const names = keys(value);
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    const own = (value as Record<string, unknown>)[name];
    if (own !== undefined) text += `${text === "" ? "" : ","}${stringify(name)}:${jsonOf(own)}`;
  }
  return `{${text}}`;
}
