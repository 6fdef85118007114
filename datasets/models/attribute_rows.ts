/**
 * From attributes to rows of a model's weights: in bytes, without a string for each.
 *
 * @module
 */

import { byteStringOf } from "./byte_strings.ts";
import { parseItem } from "../items.ts";

const [TAB, LINE_END, RETURN, COLON, BACKSLASH] = [9, 10, 13, 58, 92];
/** FNV-1a in 32 bits: offset basis and prime. */
const [BASIS, PRIME] = [0x811c9dc5 | 0, 0x01000193];

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
      this.rows = copied(new Int32Array(2 * this.#count), this.rows);
      this.values = copied(new Float64Array(2 * this.#count), this.values);
    }
    this.rows[this.#count] = row;
    this.values[this.#count++] = value;
    if (value !== 1) this.hasValues = true;
  }

  /** Ends the position. */
  end(): void {
    this.length++;
    if (this.length === this.starts.length) {
      this.starts = copied(new Int32Array(2 * this.length), this.starts);
    }
    this.starts[this.length] = this.#count;
  }
}

function copied<A extends Int32Array | Float64Array>(target: A, source: A): A {
  target.set(source);
  return target;
}

/** No row: the field has a value. */
const HAS_VALUE = -2;
/** Numbers of a slot: hash of its name, row or −1, where the name begins among the bytes, size. */
const SLOT = 4;

/**
 * Names of attributes, found by their bytes: open addressing with linear steps, half empty, hash
 * first and then the bytes themselves. A slot is a quarter of a line of the cache: a look-up may
 * miss twice, at the slot and at the name.
 */
export class AttributeTable {
  readonly #names: ReadonlyMap<string, number>;
  readonly #bytes: Uint8Array;
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** Room for a name without its escapes. */
  #name = new Uint8Array(64);

  /**
   * Places the names.
   *
   * @param names rows by byte string
   */
  constructor(names: ReadonlyMap<string, number>) {
    let size = 0;
    for (const name of names.keys()) size += name.length;
    let count = 16;
    while (count < 2 * names.size) count *= 2;
    this.#names = names;
    this.#bytes = new Uint8Array(size);
    const slots = this.#slots = new Int32Array(SLOT * count);
    for (let slot = 0; slot < count; slot++) slots[SLOT * slot + 1] = -1;
    this.#mask = count - 1;
    let end = 0;
    for (const [name, row] of names) {
      const begin = end;
      let hash = BASIS;
      for (let i = 0; i < name.length; i++) {
        const byte = name.charCodeAt(i);
        this.#bytes[end++] = byte;
        hash = Math.imul(hash ^ byte, PRIME);
      }
      let slot = mixed(hash) & this.#mask;
      while (slots[SLOT * slot + 1]! >= 0) slot = (slot + 1) & this.#mask;
      slots.set([hash, row, begin, name.length], SLOT * slot);
    }
  }

  /** The row of the name in some bytes, whose hash is known; −1 if there is none. */
  #find(bytes: Uint8Array, begin: number, end: number, hash: number): number {
    const [slots, names] = [this.#slots, this.#bytes];
    for (let slot = mixed(hash) & this.#mask;; slot = (slot + 1) & this.#mask) {
      const at = SLOT * slot;
      const row = slots[at + 1]!;
      if (row < 0) return -1;
      if (slots[at] !== hash || slots[at + 3] !== end - begin) continue;
      const start = slots[at + 2]!;
      let i = begin;
      while (i < end && bytes[i] === names[start + i - begin]) i++;
      if (i === end) return row;
    }
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
      let hash = BASIS;
      let isPlain = true;
      for (; at < size; at++) {
        const byte = bytes[at]!;
        if (byte === TAB || byte === LINE_END) break;
        if (byte === RETURN && isLineEnd(bytes, at + 1)) break;
        if (byte === COLON || byte === BACKSLASH) isPlain = false;
        hash = Math.imul(hash ^ byte, PRIME);
      }
      const row = isPlain
        ? this.#find(bytes, begin, at, hash)
        : this.#findEscaped(bytes, begin, at);
      if (row === HAS_VALUE) this.#addField(byteStringOf(bytes, begin, at), into);
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
    let hash = BASIS;
    for (let at = begin; at < end; at++) {
      let byte = bytes[at]!;
      if (byte === COLON) return HAS_VALUE;
      const next = at + 1 < end ? bytes[at + 1] : 0;
      if (byte === BACKSLASH && (next === COLON || next === BACKSLASH)) byte = bytes[++at]!;
      name[size++] = byte;
      hash = Math.imul(hash ^ byte, PRIME);
    }
    return this.#find(name, 0, size, hash);
  }

  #addField(field: string, into: AttributeRows): void {
    const [attribute] = parseItem(`_\t${field}`).attributes;
    const [name, value] = typeof attribute === "string" ? [attribute, 1] : attribute!;
    const row = this.#names.get(name);
    if (row !== undefined) into.add(row, value);
  }
}

/** The high bits of a hash in its low ones, which choose the slot. */
function mixed(hash: number): number {
  return hash ^ (hash >>> 15);
}

function isLineEnd(bytes: Uint8Array, at: number): boolean {
  return at === bytes.length || bytes[at] === LINE_END;
}
