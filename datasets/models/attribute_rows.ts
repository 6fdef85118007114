/**
 * From attributes to rows of a model's weights: in bytes, without a string for each.
 *
 * @module
 */

import { NameTable } from "../../decoders/kernels/text/name_table.ts";
import { parseItem } from "../items.ts";
import { wider } from "../linear_model.ts";
import { bytesOf, byteStringOf } from "./byte_strings.ts";

const [TAB, LINE_END, RETURN, COLON, BACKSLASH] = [9, 10, 13, 58, 92];

/** The known attributes of a sentence, position by position; room that is used again. */
export class AttributeRows {
  /** T: positions that have been ended. */
  length = 0;
  /** Where the attributes of each position begin, and the end of the last; T + 1 are in use. */
  starts: Int32Array = new Int32Array(64);
  /** Row of each attribute; as many as `starts[length]` are in use. */
  rows: Int32Array = new Int32Array(1024);
  /** Value of each. */
  values: Float64Array = new Float64Array(1024);
  /** Whether some value is not 1. */
  hasValues = false;
  #count = 0;

  /** Forgets all positions. */
  clear(): void {
    this.length = 0;
    this.#count = 0;
    this.hasValues = false;
  }

  /** Adds an attribute to the position. */
  add(row: number, value = 1): void {
    if (this.#count === this.rows.length) {
      this.rows = wider(this.rows);
      this.values = wider(this.values);
    }
    this.rows[this.#count] = row;
    this.values[this.#count++] = value;
    if (value !== 1) this.hasValues = true;
  }

  /** Ends the position. */
  end(): void {
    this.length++;
    if (this.length === this.starts.length) this.starts = wider(this.starts);
    this.starts[this.length] = this.#count;
  }
}

/** No row: the field has a value. */
const HAS_VALUE = -2;
/**
 * Reads items in bytes, without a string for each attribute: what the kernels of `TextReader` do,
 * plainly.
 */
export class AttributeTable {
  readonly #names: NameTable;
  /** Room for a name without its escapes. */
  #name = new Uint8Array(64);

  /**
   * Places the names.
   *
   * @param names rows by byte string
   */
  constructor(names: ReadonlyMap<string, number>) {
    this.#names = new NameTable(names);
  }

  /**
   * Adds a position of items, `label TAB attribute[:value]…`, from a byte of a line on; where the
   * line ends. As `parseItem`, which reads the attributes with a value.
   *
   * @throws SyntaxError as `parseItem`
   */
  addItem(bytes: Uint8Array, at: number, into: AttributeRows): number {
    const size = bytes.length;
    while (at < size && bytes[at] === TAB) at++;
    while (at < size && bytes[at] !== TAB && bytes[at] !== LINE_END) at++;
    while (at < size && bytes[at] !== LINE_END) {
      if (bytes[at] === TAB || (bytes[at] === RETURN && isLineEnd(bytes, at + 1))) {
        at++;
        continue;
      }
      const begin = at;
      let isPlain = true;
      for (; at < size; at++) {
        const byte = bytes[at]!;
        if (byte === TAB || byte === LINE_END) break;
        if (byte === RETURN && isLineEnd(bytes, at + 1)) break;
        if (byte === COLON || byte === BACKSLASH) isPlain = false;
      }
      const row = isPlain
        ? this.#names.find(bytes, begin, at)
        : this.#findEscaped(bytes, begin, at);
      if (row === HAS_VALUE) this.#addField(bytes, begin, at, into);
      else if (row >= 0) into.add(row);
    }
    into.end();
    return at;
  }

  /** The row of a name with escapes; −1 if there is none, `HAS_VALUE` behind a bare colon. */
  #findEscaped(bytes: Uint8Array, begin: number, end: number): number {
    if (this.#name.length < end - begin) this.#name = new Uint8Array(2 * (end - begin));
    const name = this.#name;
    let size = 0;
    for (let at = begin; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === COLON) return HAS_VALUE;
      const next = at + 1 < end ? bytes[at + 1] : 0;
      const isEscape = byte === BACKSLASH && (next === COLON || next === BACKSLASH);
      name[size++] = isEscape ? bytes[++at]! : byte;
    }
    return this.#names.find(name, 0, size);
  }

  #addField(bytes: Uint8Array, begin: number, end: number, into: AttributeRows): void {
    const [name, value] = fieldOf(bytes, begin, end);
    const row = this.#names.find(bytesOf(name), 0, name.length);
    if (row >= 0) into.add(row, value);
  }
}

/** Name and value of a field of items. @throws SyntaxError for a value that is no number */
function fieldOf(bytes: Uint8Array, begin: number, end: number): [name: string, value: number] {
  const [attribute] = parseItem(`_\t${byteStringOf(bytes, begin, end)}`).attributes;
  return typeof attribute === "string" ? [attribute, 1] : [...attribute!];
}

/** The value in a field of items. @throws SyntaxError as `parseItem` */
export function valueOf(bytes: Uint8Array, begin: number, end: number): number {
  return fieldOf(bytes, begin, end)[1];
}

function isLineEnd(bytes: Uint8Array, at: number): boolean {
  return at === bytes.length || bytes[at] === LINE_END;
}
