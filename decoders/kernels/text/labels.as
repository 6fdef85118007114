// The lines that were read, with labels behind them.

import { LINE_END, TAB } from "./names";
import { Tables, TEXT_BYTES } from "./tables";

// @ts-ignore: decorator
@inline
function put(target: usize, text: usize, size: i32): usize {
  for (let i = 0; i < size; i += 16) v128.store(target + <usize>i, v128.load(text + <usize>i));
  return target + <usize>size;
}

/** Writes each line, a tab and its label, an empty line behind each sentence; where that ends. */
export function writeLabels64(tables: Tables, target: usize): usize {
  for (let sentence = 0; sentence < tables.sentenceCount; sentence++) {
    const bounds = tables.sentences + (<usize>sentence << 2);
    for (let line = load<u32>(bounds); line < load<u32>(bounds, 4); line++) {
      const own = tables.lines + (<usize>line << 3);
      const begin = load<u32>(own);
      target = put(target, begin, load<u32>(own, 4) - begin);
      store<u8>(target, TAB);
      const label = tables.labels + <usize>load<u32>(tables.labelOf + (<usize>line << 2)) * TEXT_BYTES;
      target = put(target + 1, load<u32>(label), load<i32>(label, 4));
      store<u8>(target++, LINE_END);
    }
    store<u8>(target++, LINE_END);
  }
  return target;
}
