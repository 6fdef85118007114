/**
 * From attributes to rows of a model's weights.
 *
 * @module
 */

import { type Item, parseItem } from "../items.ts";
import { wider } from "../linear_model.ts";
import { byteStringOf, shownText } from "./byte_strings.ts";

const [LINE_END, RETURN] = [10, 13];

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

/** Reads items where kernels do not. */
export class AttributeTable {
  readonly #rows: ReadonlyMap<string, number>;

  /** Knows the rows of names, which are byte strings. */
  constructor(rows: ReadonlyMap<string, number>) {
    this.#rows = rows;
  }

  /**
   * Adds a position of items, `label TAB attribute[:value]…`, from a byte of a line on; where the
   * line ends.
   *
   * @throws SyntaxError as `parseItem`
   */
  addItem(bytes: Uint8Array, at: number, into: AttributeRows): number {
    const found = bytes.indexOf(LINE_END, at);
    const end = found < 0 ? bytes.length : found;
    const line = byteStringOf(bytes, at, end > at && bytes[end - 1] === RETURN ? end - 1 : end);
    for (const attribute of itemOf(line).attributes) {
      const [name, value] = typeof attribute === "string" ? [attribute] : attribute;
      const row = this.#rows.get(name);
      if (row !== undefined) into.add(row, value);
    }
    into.end();
    return end;
  }
}

/** The item of a line of bytes; an error quotes it as text. @throws SyntaxError as `parseItem` */
function itemOf(line: string): Item {
  try {
    return parseItem(line);
  } catch {
    return parseItem(shownText(line));
  }
}

/** The value in a field of items. @throws SyntaxError as `parseItem` */
export function valueOf(bytes: Uint8Array, begin: number, end: number): number {
  const [attribute] = itemOf(`_\t${byteStringOf(bytes, begin, end)}`).attributes;
  return typeof attribute === "string" ? 1 : attribute![1];
}
