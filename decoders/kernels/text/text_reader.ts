/**
 * Reading text for a linear model: from bytes to rows of weights, and back to bytes with labels.
 *
 * @module
 */

import { type Arena, hasKernels, openArena } from "../arena.ts";
import { Family } from "../family.ts";
import type { RowLists } from "../sum/weight_table.ts";
import BINARY from "./binary.json" with { type: "json" };
import type { NameTable } from "./name_table.ts";
import {
  PART_ABSOLUTE,
  PART_BYTES,
  PART_END,
  PART_LOWER,
  PART_NEAR,
  PART_TEXT,
  SLACK_BYTES,
  TABLES,
  TEXT_BYTES,
} from "./tables.ts";

/** Longer texts are not read, for want of room. */
const MOST_BYTES = 2 ** 21;
/** Beyond so many lists of attributes there would be no room in the arena. */
const MOST_ATTRIBUTES = 2 ** 27;
const LINE_END = 10;
/** Integers of a line: begin and end, where its attributes begin, its columns, its label. */
const LINE_NUMBERS = 5;
/** Of a column: begin and size. Of a field with a value: its number, begin and end. */
const COLUMN_NUMBERS = 2;
const VALUED_NUMBERS = 3;

/** A part of a pattern: bytes, or a column of a row near by or counted from the sentence's ends. */
export type PatternPart = Uint8Array | {
  readonly row: number;
  readonly column: number;
  readonly isAbsolute?: boolean;
  readonly isLower?: boolean;
};

/** What makes attributes of columns. */
export interface PatternTables {
  readonly patterns: readonly (readonly PatternPart[])[];
  /** What stands before a sentence from the nearest row on; the last in all farther ones. */
  readonly before: readonly Uint8Array[];
  /** As many for the rows behind it. */
  readonly behind: readonly Uint8Array[];
  /**
   * Whether any blank of ASCII stands between columns, and lines of blanks between sentences.
   * Otherwise columns stand between tabs and spaces, and a line that begins with one is none of a
   * sentence and ends it, as an empty one does.
   */
  readonly atBlanks: boolean;
}

/** The value of an attribute in a field of items. @throws SyntaxError if it is no number */
export type ValueOf = (bytes: Uint8Array, begin: number, end: number) => number;

interface TextKernels {
  /** Reads items: lines, sentences and rows of attributes, into the tables. */
  readItems(tables: number, text: number, size: number): void;
  /** Reads columns; 0 if a pattern reads a column that is not there. */
  readColumns(tables: number, text: number, size: number): number;
  /** Writes lines with labels; the address behind them. */
  writeLabels(tables: number, target: number): number;
}

const FAMILY = /* @__PURE__ */ new Family<TextKernels>(BINARY);

/**
 * Reads sentences of text, CRFsuite's items or columns with patterns, into the memory in which
 * weights are added up. No string is made.
 *
 * It finds what `AttributeTable.addItem` and the expanders of patterns find, in the same order; a
 * test holds them against each other. Cost: the bytes, and a look-up an attribute.
 */
export class TextReader {
  readonly #arena: Arena;
  readonly #kernels: TextKernels;
  readonly #tables: number;
  readonly #patternCount: number;
  readonly #longestLabel: number;
  /** Bytes that there is room for. */
  #capacity = 0;
  #text = 0;
  #size = 0;
  #values = 0;
  #valueCapacity = 0;
  #output = 0;
  #outputCapacity = 0;
  #hasValues = false;

  /**
   * Places names, labels and patterns.
   *
   * @param arena where weights are; see `WeightTable.arena`
   * @param patterns of columns; items are read if there are none
   */
  constructor(
    arena: Arena,
    names: NameTable,
    labels: readonly Uint8Array[],
    patterns?: PatternTables,
  ) {
    this.#arena = arena;
    this.#kernels = FAMILY.open(arena);
    this.#patternCount = patterns?.patterns.length ?? 0;
    this.#longestLabel = labels.reduce((most, { length }) => Math.max(most, length), 0);
    const slots = arena.allocate(names.slots.byteLength);
    arena.integers.set(names.slots, slots / 4);
    const fields = {
      slots,
      mask: names.slots.length / 4 - 1,
      names: this.#placeBytes(names.bytes),
      longest: names.longest,
      name: arena.allocate(names.longest + 2 * SLACK_BYTES),
      labels: this.#placeTexts(labels),
      patternCount: this.#patternCount,
      parts: patterns === undefined ? 0 : this.#placePatterns(patterns.patterns),
      outside: patterns === undefined
        ? 0
        : this.#placeTexts([...patterns.before, ...patterns.behind]),
      outsideCount: patterns?.before.length ?? 0,
      atBlanks: Number(patterns?.atBlanks ?? false),
    };
    this.#tables = arena.allocate(4 * TABLES.size);
    this.#set(fields);
  }

  /**
   * Reads a text of whole sentences. False if that has to be done plainly: the text is too long,
   * ends in the middle of a line end, or has what a message should be about.
   *
   * @param valueOf reads the field of an attribute with a value
   */
  read(bytes: Uint8Array, valueOf: ValueOf): boolean {
    if (bytes.length > MOST_BYTES || bytes.at(-1) === 13 || !this.#makeRoom(bytes.length)) {
      return false;
    }
    const arena = this.#arena;
    const memory = new Uint8Array(arena.memory.buffer, this.#text);
    memory.set(bytes);
    memory[bytes.length] = LINE_END;
    this.#size = bytes.length;
    this.#hasValues = false;
    if (this.#patternCount > 0) {
      return this.#kernels.readColumns(this.#tables, this.#text, bytes.length) !== 0;
    }
    this.#kernels.readItems(this.#tables, this.#text, bytes.length);
    try {
      this.#readValues(bytes, valueOf);
    } catch {
      return false;
    }
    return true;
  }

  /** How many sentences were read. */
  get sentenceCount(): number {
    return this.#get("sentenceCount");
  }

  /** How many lines they have. */
  get lineCount(): number {
    return this.#get("lineCount");
  }

  /** The rows of a sentence's attributes; until memory grows. */
  lists(sentence: number): RowLists {
    const { integers, doubles } = this.#arena;
    const { first, length } = this.#linesOf(sentence);
    const [starts, rows] = [this.#get("starts") + 4 * first, this.#get("rows")];
    const count = integers[starts / 4 + length]!;
    const values = this.#hasValues ? this.#values : 0;
    return {
      length,
      starts: integers.subarray(starts / 4, starts / 4 + length + 1),
      rows: integers.subarray(rows / 4, rows / 4 + count),
      values: values === 0
        ? doubles.subarray(0, 0)
        : doubles.subarray(values / 8, values / 8 + count),
      hasValues: this.#hasValues,
      placed: { arena: this.#arena, values, rows, starts },
    };
  }

  /** The lines of a sentence as bytes; until the next text. */
  *lines(sentence: number): Generator<Uint8Array> {
    const { first, length } = this.#linesOf(sentence);
    for (let line = first; line < first + length; line++) {
      const at = this.#get("lines") / 4 + 2 * line;
      const { integers } = this.#arena;
      const [begin, end] = [integers[at]! >>> 0, integers[at + 1]! >>> 0];
      yield new Uint8Array(this.#arena.memory.buffer, begin, end - begin);
    }
  }

  /** Says which labels the lines of a sentence have. */
  label(sentence: number, labels: Int32Array): void {
    this.#arena.integers.set(labels, this.#get("labelOf") / 4 + this.#linesOf(sentence).first);
  }

  /**
   * The lines that were read, a tab and a label behind each, and an empty line behind each
   * sentence; until the next text. Every sentence must have been labelled.
   */
  labelled(): Uint8Array {
    const needed = this.#size + (this.#longestLabel + 3) * this.lineCount + this.sentenceCount +
      SLACK_BYTES;
    if (needed > this.#outputCapacity) {
      this.#output = this.#arena.allocate(2 * needed);
      this.#outputCapacity = 2 * needed;
    }
    const end = this.#kernels.writeLabels(this.#tables, this.#output);
    return new Uint8Array(this.#arena.memory.buffer, this.#output, end - this.#output);
  }

  #linesOf(sentence: number): { first: number; length: number } {
    const at = this.#get("sentences") / 4 + sentence;
    const first = this.#arena.integers[at]!;
    return { first, length: this.#arena.integers[at + 1]! - first };
  }

  /** Reads the values of attributes that have one; the others are 1. */
  #readValues(bytes: Uint8Array, valueOf: ValueOf): void {
    const count = this.#get("valuedCount");
    if (count === 0) return;
    this.#hasValues = true;
    const attributes = this.#get("attributeCount");
    if (attributes > this.#valueCapacity) {
      this.#values = this.#arena.allocate(8 * 2 * attributes);
      this.#valueCapacity = 2 * attributes;
    }
    const { integers, doubles } = this.#arena;
    const first = this.#values / 8;
    doubles.fill(1, first, first + attributes);
    let at = this.#get("valued") / 4;
    for (let i = 0; i < count; i++, at += VALUED_NUMBERS) {
      const [begin, end] = [integers[at + 1]! >>> 0, integers[at + 2]! >>> 0];
      const value = valueOf(bytes, begin - this.#text, end - this.#text);
      if (integers[at]! >= 0) doubles[first + integers[at]!] = value;
    }
  }

  /** Makes room for what texts of so many bytes may have; false if there is none. */
  #makeRoom(size: number): boolean {
    if (size <= this.#capacity) return true;
    const capacity = Math.min(MOST_BYTES, 2 * size);
    const lines = Math.ceil(capacity / 2) + 2;
    const attributes = this.#patternCount > 0 ? lines * this.#patternCount : lines;
    const bytes = 2 * capacity + 4 * (LINE_NUMBERS * lines + COLUMN_NUMBERS * capacity +
          VALUED_NUMBERS * lines + attributes);
    const arena = this.#arena;
    if (attributes > MOST_ATTRIBUTES || !arena.hasRoomFor(bytes)) return false;
    const integers = (count: number) => arena.allocate(4 * count + SLACK_BYTES);
    const { text, ...lists } = arena.allocateTogether(() => ({
      text: arena.allocate(capacity + 1 + SLACK_BYTES),
      lines: integers(2 * lines),
      sentences: integers(lines),
      starts: integers(lines),
      rows: integers(attributes),
      valued: this.#patternCount > 0 ? 0 : integers(VALUED_NUMBERS * lines),
      columns: this.#patternCount > 0 ? integers(COLUMN_NUMBERS * capacity) : 0,
      columnStarts: this.#patternCount > 0 ? integers(lines) : 0,
      labelOf: integers(lines),
    }));
    this.#set(lists);
    this.#text = text;
    this.#capacity = capacity;
    return true;
  }

  #get(name: Exclude<keyof typeof TABLES, "size">): number {
    return this.#arena.integers[this.#tables / 4 + TABLES[name]]! >>> 0;
  }

  #set(fields: Readonly<Partial<Record<keyof typeof TABLES, number>>>): void {
    for (const [name, value] of Object.entries(fields)) {
      this.#arena.integers[this.#tables / 4 + TABLES[name as keyof typeof TABLES]] = value;
    }
  }

  #placeBytes(bytes: Uint8Array): number {
    const address = this.#arena.allocate(bytes.length + SLACK_BYTES);
    new Uint8Array(this.#arena.memory.buffer, address).set(bytes);
    return address;
  }

  /** Places texts; the address of where each is and how long. */
  #placeTexts(texts: readonly Uint8Array[]): number {
    const places = texts.flatMap((text) => [this.#placeBytes(text), text.length]);
    const address = this.#arena.allocate(TEXT_BYTES * texts.length);
    this.#arena.integers.set(places, address / 4);
    return address;
  }

  #placePatterns(patterns: PatternTables["patterns"]): number {
    const numbers = patterns.flatMap((parts) => [
      ...parts.flatMap((part) => {
        if (part instanceof Uint8Array) return [PART_TEXT, this.#placeBytes(part), part.length, 0];
        const kind = part.isAbsolute ? PART_ABSOLUTE : PART_NEAR;
        return [kind + (part.isLower ? PART_LOWER : 0), part.row, part.column, 0];
      }),
      ...[PART_END, 0, 0, 0],
    ]);
    const address = this.#arena.allocate(4 * numbers.length + PART_BYTES);
    this.#arena.integers.set(numbers, address / 4);
    return address;
  }
}

/** An arena for a reader that has no weights beside it; none where kernels cannot be compiled. */
export function readerArena(): Arena | undefined {
  return hasKernels() ? openArena("simd") : undefined;
}
