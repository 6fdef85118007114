/**
 * Text for people to read, in messages, in names, on a terminal, or to copy to a shell; it may come
 * from a stranger's file, and how much such a file may become.
 *
 * @module
 */

/**
 * What does something instead of being shown: control characters, marks that turn the direction of
 * text or have no width, ends of lines, halves of surrogate pairs.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Characters of a value in a message. */
const BRIEF = 100;
/** Items of a list in a message. */
const FEW = 12;
const [QUOTE, COMMA, OPEN_LIST, BACKSLASH] = [0x22, 0x2c, 0x5b, 0x5c];
/** The byte that a record of JSON begins with. */
export const OPEN_RECORD = 0x7b;

/**
 * The text with every hidden character written as `\uXXXX`: one line, in the order of its
 * characters, that no terminal takes for a command.
 *
 * @example
 * ```ts
 * import { visible } from "./visible.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(visible("a\u001b[2Jb\n"), "a\\u001b[2Jb\\u000a");
 * ```
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (hidden) => hidden.split("").map(escapeUnit).join(""));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The same for a text of several lines, which stay apart. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

/** A text without brackets, which treebanks write as -LRB- and -RRB-. */
export function withoutBrackets(text: string): string {
  return text.replaceAll("(", "-LRB-").replaceAll(")", "-RRB-");
}

/** JSON on one line that is visible, and the same value when it is read back. */
export function visibleJson(value: unknown): string {
  return visible(JSON.stringify(value));
}

/** A text as it stands in a message: visible and, if it is long, its beginning and its length. */
export function brief(text: string, most = BRIEF): string {
  if (text.length <= most) return visible(text);
  return `${visible(text.slice(0, most))}… (${text.length} characters)`;
}

/** A value from a file as it stands in a message: as JSON, see `brief`. */
export function briefJson(value: unknown): string {
  try {
    return brief(JSON.stringify(value) ?? "nothing");
  } catch {
    return "a value nested too deep to show";
  }
}

/** A list as it stands in a message: the first items and, if there are more, how many. */
export function briefList(items: readonly unknown[], separator = ","): string {
  const first = items.slice(0, FEW).map((item) => brief(String(item))).join(separator);
  return items.length <= FEW ? first : `${first}${separator}… (${items.length})`;
}

/**
 * Whether JSON in UTF-8 has more values than `most`, so many that it is not to be parsed: in memory
 * a value takes up to 60 times the bytes of its text. A comma or a bracket is before each.
 */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  let values = 0;
  let isText = false;
  for (let i = 0; i < json.length && values <= most; i++) {
    const byte = json[i]!;
    if (byte === QUOTE) isText = !isText;
    else if (isText) i += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_RECORD) values++;
  }
  return values > most;
}

/**
 * The value of JSON in UTF-8 from a stranger's file.
 *
 * @param most values that are read
 * @param what is read, in messages; behind it what it is read as
 * @throws RangeError for more values, SyntaxError for what is no JSON
 */
export function parseJson(json: Uint8Array, most: number, what: string, as = ""): unknown {
  if (hasMoreValues(json, most)) {
    throw new RangeError(`Cannot read ${what}: it holds more than ${most} values`);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch (error) {
    throw new SyntaxError(`Cannot read ${what}${as}: ${brief((error as Error).message)}`);
  }
}

/** Whether a value of JSON is an object with names. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A word as a POSIX shell reads it, for commands that people copy.
 *
 * @example
 * ```ts
 * import { shellQuote } from "./visible.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(shellQuote("beam{width=5}"), "'beam{width=5}'");
 * ```
 */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * What may be inflated of however few bytes. Beyond it a file must be a 64th when it is compressed:
 * packs of trained scores are a half to a fourth, models a twentieth, texts a fifth to a 25th, and
 * only what has next to nothing in it is less.
 */
const TRUSTED_BYTES = 2 ** 25;
/** Beyond that, so many times as much. */
export const TRUSTED_EXPANSION = 64;

/** How many bytes compressed ones may become if nothing else is known of them. */
export function trustedBytes(compressed: number): number {
  return Math.max(TRUSTED_BYTES, TRUSTED_EXPANSION * compressed);
}
