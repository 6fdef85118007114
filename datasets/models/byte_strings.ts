/**
 * Byte strings: text as its bytes in UTF-8, each as a character from 0 to 255; and files of them,
 * read with every offset and count checked.
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
/** Characters of a string at most, in the engine of Deno and Node. */
const MOST_CHARACTERS = 2 ** 29 - 24;

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

/** The byte string of bytes, or of a part of them. @throws RangeError for more than a string has */
export function byteStringOf(bytes: Uint8Array, begin = 0, end: number = bytes.length): string {
  if (end - begin > MOST_CHARACTERS) {
    throw new RangeError(
      `Cannot read a text of ${end - begin} bytes: ${MOST_CHARACTERS} are the most`,
    );
  }
  let text = "";
  for (let at = begin; at < end; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(at + PIECE, end)));
  }
  return text;
}

/** The lines of a text as byte strings; they end as the first one does, with LF or CRLF. */
export function linesOf(bytes: Uint8Array): string[] {
  const text = byteStringOf(bytes);
  return text.split(text[text.indexOf("\n") - 1] === "\r" ? "\r\n" : "\n");
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

/** Little-endian numbers and strings of a file; what lies beyond it is refused by its name. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #source: string;

  /** @param source what errors call the file */
  constructor(bytes: Uint8Array, source: string) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#source = source;
  }

  /** Bytes of the file. */
  get size(): number {
    return this.#bytes.length;
  }

  /** An unsigned integer of four bytes. @throws RangeError naming it if it is not in the file */
  uint32(offset: number, what: string): number {
    this.require(offset, 4, what);
    return this.#view.getUint32(offset, true);
  }

  /** A number of eight bytes. @throws as `uint32` */
  float64(offset: number, what: string): number {
    this.require(offset, 8, what);
    return this.#view.getFloat64(offset, true);
  }

  /** A number of four bytes. @throws as `uint32` */
  float32(offset: number, what: string): number {
    this.require(offset, 4, what);
    return this.#view.getFloat32(offset, true);
  }

  /** A byte string of so many bytes. @throws as `uint32` */
  text(offset: number, length: number, what: string): string {
    this.require(offset, length, what);
    return byteStringOf(this.#bytes, offset, offset + length);
  }

  /** Checks that so many bytes are in the file. @throws RangeError naming them if not */
  require(offset: number, length: number, what: string): void {
    if (offset + length <= this.size) return;
    this.refuse(what, `bytes ${offset} to ${offset + length}, the file has ${this.size}`);
  }

  /** @throws RangeError that names a part of the file */
  refuse(what: string, defect: string): never {
    throw new RangeError(`Cannot read ${what} of ${this.#source}: ${defect}`);
  }
}
