// Names in bytes, found in a table; `name_table.ts` says how they lie.

import { HASH_PRIME, SLOT_BYTES, Tables } from "./tables";

export const TAB: u8 = 9;
export const LINE_END: u8 = 10;
export const RETURN: u8 = 13;
export const SPACE: u8 = 32;

/**
 * Copies a text behind a name of so many bytes; returns how many it has then. Of what is longer
 * than any known one a byte too many is kept: all bytes of many texts might be more than 2^31.
 */
// @ts-ignore: decorator
@inline
export function append(tables: Tables, size: i32, text: usize, count: i32): i32 {
  const target = tables.name + <usize>size;
  const kept = min(count, tables.longest + 1 - size);
  for (let i = 0; i < kept; i += 16) v128.store(target + <usize>i, v128.load(text + <usize>i));
  return size + kept;
}

/** The row of the name in `tables.name`; −1 if there is none. */
export function find(tables: Tables, size: i32): i32 {
  if (size > tables.longest) return -1;
  const name = tables.name;
  store<u32>(name + <usize>size, 0);
  let hash: u32 = size;
  for (let i = 0; i < size; i += 4) {
    hash = (hash ^ load<u32>(name + <usize>i)) * HASH_PRIME;
    hash ^= hash >>> 15;
  }
  const mask = <u32>tables.mask;
  let row = 0;
  for (let slot = hash & mask; row >= 0; slot = (slot + 1) & mask) {
    const at = tables.slots + <usize>slot * SLOT_BYTES;
    row = load<i32>(at, 4);
    if (load<u32>(at) != hash || load<i32>(at, 12) != size) continue;
    const known = tables.names + <usize>load<u32>(at, 8);
    let i = 0;
    while (i < size && load<u32>(name + <usize>i) == load<u32>(known + <usize>i)) i += 4;
    if (i >= size) break;
  }
  return row;
}

/** Whether a byte is a blank of ASCII. */
// @ts-ignore: decorator
@inline
export function isBlank(byte: u8): bool {
  return byte == SPACE || (byte >= 9 && byte <= 13);
}

/** Where the line at a byte ends. A line end stands behind the text. */
// @ts-ignore: decorator
@inline
export function lineEnd(at: usize): usize {
  let found = 0;
  while (true) {
    found = v128.bitmask<i8>(v128.eq<i8>(v128.load(at), v128.splat<i8>(LINE_END)));
    if (found) break;
    at += 16;
  }
  return at + <usize>ctz(found);
}

/** Where what is no blank begins, or the line ends. */
// @ts-ignore: decorator
@inline
export function behindBlanks(at: usize): usize {
  while (load<u8>(at) != LINE_END && isBlank(load<u8>(at))) at++;
  return at;
}

/** The end of a line without the return that belongs to its end. */
// @ts-ignore: decorator
@inline
export function withoutReturn(begin: usize, end: usize): usize {
  return end > begin && load<u8>(end - 1) == RETURN ? end - 1 : end;
}

/** Starts a line; `isNew` where a sentence begins with it. */
// @ts-ignore: decorator
@inline
export function beginLine(tables: Tables, begin: usize, end: usize, isNew: bool): void {
  const line = <usize>(tables.lineCount++);
  store<u32>(tables.lines + (line << 3), <u32>begin);
  store<u32>(tables.lines + (line << 3), <u32>end, 4);
  if (isNew) store<u32>(tables.sentences + (<usize>(tables.sentenceCount++) << 2), <u32>line);
}

/** Forgets what was found before. */
// @ts-ignore: decorator
@inline
export function begin(tables: Tables): void {
  tables.lineCount = 0;
  tables.sentenceCount = 0;
  tables.attributeCount = 0;
  tables.valuedCount = 0;
  store<u32>(tables.starts, 0);
}

/** Ends the last sentence. */
// @ts-ignore: decorator
@inline
export function end(tables: Tables): void {
  store<u32>(tables.sentences + (<usize>tables.sentenceCount << 2), <u32>tables.lineCount);
}

/** Adds an attribute to a line. */
// @ts-ignore: decorator
@inline
export function addRow(tables: Tables, row: i32): void {
  store<i32>(tables.rows + (<usize>(tables.attributeCount++) << 2), row);
}

/** Ends the attributes of a line. */
// @ts-ignore: decorator
@inline
export function endRows(tables: Tables, line: i32): void {
  store<u32>(tables.starts + (<usize>(line + 1) << 2), <u32>tables.attributeCount);
}
