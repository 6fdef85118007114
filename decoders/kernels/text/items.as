// CRFsuite's items: a line a position, its label and its attributes behind tabs.

import {
  addRow,
  begin,
  beginLine,
  behindBlanks,
  end,
  endRows,
  find,
  LINE_END,
  lineEnd,
  TAB,
  withoutReturn,
} from "./names";
import { Tables } from "./tables";

const COLON: u8 = 58;
const BACKSLASH: u8 = 92;

/** Where a field ends: at a tab, or with its line. */
// @ts-ignore: decorator
@inline
function fieldEnd(at: usize): usize {
  let found = 0;
  while (true) {
    const text = v128.load(at);
    const tabs = v128.eq<i8>(text, v128.splat<i8>(TAB));
    found = v128.bitmask<i8>(v128.or(tabs, v128.eq<i8>(text, v128.splat<i8>(LINE_END))));
    if (found) break;
    at += 16;
  }
  return at + <usize>ctz(found);
}

/** Reads a field of a line that ends somewhere; where the field ends. */
// @ts-ignore: decorator
@inline
function readField(tables: Tables, at: usize, until: usize): usize {
  const first = at;
  const longest = tables.longest;
  const name = tables.name;
  let size = 0;
  while (true) {
    // What is longer than any known name is not kept.
    const text = v128.load(at);
    v128.store(name + <usize>min(size, longest), text);
    let stops = v128.or(v128.eq<i8>(text, v128.splat<i8>(TAB)), v128.eq<i8>(text, v128.splat<i8>(LINE_END)));
    stops = v128.or(stops, v128.eq<i8>(text, v128.splat<i8>(COLON)));
    stops = v128.or(stops, v128.eq<i8>(text, v128.splat<i8>(BACKSLASH)));
    const found = v128.bitmask<i8>(stops);
    const count = found ? ctz(found) : 16;
    at += <usize>count;
    size += count;
    if (at >= until) {
      size -= <i32>(at - until);
      at = until;
      break;
    }
    if (!found) continue;
    let byte = load<u8>(at);
    if (byte == TAB) break;
    if (byte == COLON) {
      const row = find(tables, size);
      at = min(fieldEnd(at), until);
      const field = tables.valued + <usize>(tables.valuedCount++) * 12;
      store<i32>(field, row < 0 ? -1 : tables.attributeCount);
      store<u32>(field, <u32>first, 4);
      store<u32>(field, <u32>at, 8);
      if (row >= 0) addRow(tables, row);
      return at;
    }
    const next = load<u8>(at, 1);
    if (next == COLON || next == BACKSLASH) {
      byte = next;
      at++;
    }
    store<u8>(name + <usize>min(size, longest), byte);
    size++;
    at++;
  }
  const row = find(tables, size);
  if (row >= 0) addRow(tables, row);
  return at;
}

/** Reads the sentences of a text, behind which stand a line end and some bytes more. */
export function readItems64(tables: Tables, text: usize, size: i32): void {
  const last = text + <usize>size;
  begin(tables);
  let isNew = true;
  for (let at = text; at < last;) {
    if (load<u8>(behindBlanks(at)) == LINE_END) {
      isNew = true;
      at = lineEnd(at) + 1;
      continue;
    }
    const whole = lineEnd(at);
    const until = withoutReturn(at, whole);
    const line = tables.lineCount;
    beginLine(tables, at, until, isNew);
    isNew = false;
    while (at < until && load<u8>(at) == TAB) at++;
    at = min(fieldEnd(at), until);
    while (at < until) {
      if (load<u8>(at) == TAB) at++;
      else at = readField(tables, at, until);
    }
    endRows(tables, line);
    at = whole + 1;
  }
  end(tables);
}
