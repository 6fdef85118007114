// Columns, and the attributes that patterns make of them.

import {
  addRow,
  append,
  begin,
  beginLine,
  behindBlanks,
  end,
  endRows,
  find,
  isBlank,
  LINE_END,
  lineEnd,
  SPACE,
  TAB,
  withoutReturn,
} from "./names";
import { PART_ABSOLUTE, PART_BYTES, PART_END, PART_LOWER, PART_TEXT, Tables, TEXT_BYTES } from "./tables";

/** Whether a byte stands between columns: a tab, a space or, for some tools, any blank. */
// @ts-ignore: decorator
@inline
function separates(byte: u8, atBlanks: bool): bool {
  return byte == TAB || byte == SPACE || (atBlanks && isBlank(byte));
}

/** Adds the columns of a line: between runs of what separates them. */
// @ts-ignore: decorator
@inline
function addColumns(tables: Tables, count: i32, at: usize, until: usize, atBlanks: bool): i32 {
  while (true) {
    while (at < until && separates(load<u8>(at), atBlanks)) at++;
    if (at >= until) break;
    const first = at;
    while (at < until && !separates(load<u8>(at), atBlanks)) at++;
    const column = tables.columns + (<usize>(count++) << 3);
    store<u32>(column, <u32>first);
    store<u32>(column, <u32>(at - first), 4);
  }
  return count;
}

/** Makes the attributes of a line; false if a pattern reads a column that is not there. */
function expand(tables: Tables, line: i32, first: i32, length: i32): bool {
  let part = tables.parts;
  for (let i = tables.patternCount; i > 0; i--) {
    let size = 0;
    for (let kind = load<i32>(part); kind != PART_END; kind = load<i32>(part)) {
      const own = part;
      part += PART_BYTES;
      const plain = kind & ~PART_LOWER;
      let text: usize;
      let count: i32;
      if (plain == PART_TEXT) {
        text = load<u32>(own, 4);
        count = load<i32>(own, 8);
      } else {
        let row = load<i32>(own, 4);
        if (plain == PART_ABSOLUTE) row = row < 0 ? length + row : row - 1;
        else row += line - first;
        let entry: usize;
        if (row < 0) entry = tables.outside + <usize>(min(-row, tables.outsideCount) - 1) * TEXT_BYTES;
        else if (row >= length) {
          const behind = min(row - length + 1, tables.outsideCount) - 1;
          entry = tables.outside + <usize>(tables.outsideCount + behind) * TEXT_BYTES;
        } else {
          const starts = tables.columnStarts + (<usize>(first + row) << 2);
          const column = load<u32>(starts) + load<u32>(own, 8);
          if (column >= load<u32>(starts, 4)) return false;
          entry = tables.columns + (<usize>column << 3);
        }
        text = load<u32>(entry);
        count = load<i32>(entry, 4);
      }
      const before = size;
      size = append(tables, size, text, count);
      if (!(kind & PART_LOWER)) continue;
      for (let j = before; j < min(size, tables.longest); j++) {
        const byte = load<u8>(tables.name + <usize>j);
        if (byte >= 65 && byte <= 90) store<u8>(tables.name + <usize>j, byte + 32);
      }
    }
    part += PART_BYTES;
    const row = find(tables, size);
    if (row >= 0) addRow(tables, row);
  }
  endRows(tables, line);
  return true;
}

// @ts-ignore: decorator
@inline
function expandSentence(tables: Tables, first: i32): bool {
  const length = tables.lineCount - first;
  for (let line = first; line < first + length; line++) {
    if (!expand(tables, line, first, length)) return false;
  }
  return true;
}

/** Reads a text as `readItems64` does; 0 if a pattern reads a column that is not there. */
export function readColumns64(tables: Tables, text: usize, size: i32): i32 {
  const last = text + <usize>size;
  const atBlanks = tables.atBlanks != 0;
  begin(tables);
  store<u32>(tables.columnStarts, 0);
  let first = 0;
  let count = 0;
  for (let at = text; at < last;) {
    const whole = lineEnd(at);
    const until = withoutReturn(at, whole);
    const isEnd = atBlanks
      ? load<u8>(behindBlanks(at)) == LINE_END
      : at == until || separates(load<u8>(at), false);
    if (isEnd) {
      if (!expandSentence(tables, first)) return 0;
      first = tables.lineCount;
    } else {
      beginLine(tables, at, until, tables.lineCount == first);
      count = addColumns(tables, count, at, until, atBlanks);
      store<u32>(tables.columnStarts + (<usize>tables.lineCount << 2), <u32>count);
    }
    at = whole + 1;
  }
  if (!expandSentence(tables, first)) return 0;
  end(tables);
  return 1;
}
