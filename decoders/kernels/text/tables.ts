/**
 * Where the kernels that read text find names, patterns and room for what they find.
 *
 * @module
 */

import { type FieldPlaces, placesOf } from "../rows.ts";

/** Bytes of a slot: hash of a name, its row or −1, where it begins among the names, its size. */
export const SLOT_BYTES = 16;
/** Bytes that may be read, and written, behind texts. */
export const SLACK_BYTES = 32;
/** What each word of a name is multiplied by, as in FNV-1a. */
export const HASH_PRIME = 0x01000193;
/** Bytes of a part of a pattern, four integers: its kind, and what the kind says. */
export const PART_BYTES = 16;
/** Bytes of a text, an address and a size. */
export const TEXT_BYTES = 8;

/** Kinds of parts: a pattern's end, a text, a column of a row near by or counted from an end. */
export const PART_END = 0;
export const PART_TEXT = 1;
export const PART_NEAR = 2;
export const PART_ABSOLUTE = 3;
/** Added to a kind where ASCII letters become small. */
export const PART_LOWER = 4;

/** Fields of the tables. All but numbers are addresses. */
export const FIELDS = {
  slots: "usize",
  /** Slots, a power of two, less one. */
  mask: "i32",
  /** Names at multiples of four bytes, with zeros behind them. */
  names: "usize",
  /** Bytes of the longest name, and room for one that is read. */
  longest: "i32",
  name: "usize",
  /** Begin and end of each line of a sentence. */
  lines: "usize",
  /** First line of each sentence, and behind the last. */
  sentences: "usize",
  /** Where the attributes of each line begin, and the end of the last; the row of each. */
  starts: "usize",
  rows: "usize",
  /** Of each attribute with a value: its number or −1, and begin and end of its field. */
  valued: "usize",
  /** How many lines, sentences and attributes were found, and how many with a value. */
  lineCount: "i32",
  sentenceCount: "i32",
  attributeCount: "i32",
  valuedCount: "i32",
  /** Parts of patterns, one after another, and how many patterns there are. */
  parts: "usize",
  patternCount: "i32",
  /** Texts for the rows before a sentence from the nearest on, then for those behind it. */
  outside: "usize",
  outsideCount: "i32",
  /** Whether any blank stands between columns, and lines of blanks between sentences. */
  atBlanks: "i32",
  /** Begin and end of each column, and where those of each line begin, and the end. */
  columns: "usize",
  columnStarts: "usize",
  /** Texts of labels, and the label of each line. */
  labels: "usize",
  labelOf: "usize",
} as const;

/** Where each of the fields is, in units of four bytes. */
export const TABLES: FieldPlaces<typeof FIELDS> = placesOf(FIELDS);
