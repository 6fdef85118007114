/**
 * Byte strings: text as its bytes in UTF-8, each as a character from 0 to 255.
 *
 * Other tools compare bytes, and cut them where they like: a name of an attribute may end in the
 * middle of a character. As a byte string it stays what it is.
 *
 * @module
 */

// deno-lint-ignore no-control-regex
const ASCII = /^[\x00-\x7f]*$/;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });
/** Characters that are made at once. */
const PIECE = 8192;

/**
 * The byte string of a text. Halves of surrogate pairs become U+FFFD.
 *
 * @example
 * ```ts
 * import { byteString } from "./byte_strings.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(byteString("né"), "n\u00c3\u00a9");
 * ```
 */
export function byteString(text: string): string {
  return ASCII.test(text) ? text : byteStringOf(ENCODER.encode(text));
}

/** The byte string of bytes, or of a part of them. */
export function byteStringOf(bytes: Uint8Array, begin = 0, end: number = bytes.length): string {
  let text = "";
  for (let at = begin; at < end; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(at + PIECE, end)));
  }
  return text;
}

/** The bytes of a byte string. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The text of a byte string; undefined if it is not UTF-8. */
export function textOf(bytes: string): string | undefined {
  if (ASCII.test(bytes)) return bytes;
  try {
    return DECODER.decode(bytesOf(bytes));
  } catch {
    return undefined;
  }
}

/** The text of a byte string for messages: what is not UTF-8 becomes U+FFFD. */
export function shownText(bytes: string): string {
  return LENIENT.decode(bytesOf(bytes));
}

/** Names of labels in a file as text, and what is to be said of them. */
export function labelTexts(names: readonly string[]): { labels: string[]; notes: string[] } {
  const texts = names.map(textOf);
  if (texts.every((text) => text !== undefined)) return { labels: texts, notes: [] };
  // A byte string is Latin-1 as it is.
  return { labels: [...names], notes: ["labels are not UTF-8, and are read as Latin-1"] };
}
