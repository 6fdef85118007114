/**
 * Names that are found by their bytes.
 *
 * @module
 */

import { HASH_PRIME } from "./tables.ts";

/** Numbers of a slot: hash of its name, row or −1, where the name begins, its size. */
const SLOT = 4;
/** Names begin at multiples of so many bytes, in the table and for the hash. */
const WORD = 4;
const FEWEST_SLOTS = 16;

/**
 * Rows by name: open addressing with linear steps, half empty, hash first and then the bytes
 * themselves. A slot is a quarter of a line of the cache: a look-up may miss twice, at the slot and
 * at the name. The kernels of this folder have a copy.
 */
export class NameTable {
  /** Four numbers a slot. */
  readonly slots: Int32Array;
  /** The names, each with zeros behind it to whole words. */
  readonly bytes: Uint8Array;
  /** Bytes of the longest. */
  readonly longest: number;

  /** Places names. @param names rows by byte string */
  constructor(names: ReadonlyMap<string, number>) {
    let [size, longest, count] = [0, 0, FEWEST_SLOTS];
    for (const { length } of names.keys()) {
      size += wholeWords(length);
      longest = Math.max(longest, length);
    }
    while (count < 2 * names.size) count *= 2;
    const bytes = this.bytes = new Uint8Array(size);
    const slots = this.slots = new Int32Array(SLOT * count);
    this.longest = longest;
    for (let slot = 0; slot < count; slot++) slots[SLOT * slot + 1] = -1;
    let begin = 0;
    for (const [name, row] of names) {
      const end = begin + name.length;
      for (let i = 0; i < name.length; i++) bytes[begin + i] = name.charCodeAt(i);
      const hash = hashOf(bytes, begin, end);
      let slot = hash & (count - 1);
      while (slots[SLOT * slot + 1]! >= 0) slot = (slot + 1) & (count - 1);
      slots.set([hash, row, begin, name.length], SLOT * slot);
      begin += wholeWords(name.length);
    }
  }

  /** The row of the name in some bytes; −1 if there is none. */
  find(bytes: Uint8Array, begin: number, end: number): number {
    if (end - begin > this.longest) return -1;
    const { slots, bytes: names } = this;
    const mask = slots.length / SLOT - 1;
    const hash = hashOf(bytes, begin, end);
    for (let slot = hash & mask;; slot = (slot + 1) & mask) {
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
}

/** A hash of the size and of all words, like FNV-1a; high bits go into the low ones at each. */
function hashOf(bytes: Uint8Array, begin: number, end: number): number {
  let hash = end - begin;
  for (let at = begin; at < end; at += WORD) {
    let word = bytes[at]!;
    if (at + 1 < end) word |= bytes[at + 1]! << 8;
    if (at + 2 < end) word |= bytes[at + 2]! << 16;
    if (at + 3 < end) word |= bytes[at + 3]! << 24;
    hash = Math.imul(hash ^ word, HASH_PRIME);
    hash ^= hash >>> 15;
  }
  return hash;
}

function wholeWords(bytes: number): number {
  return Math.ceil(bytes / WORD) * WORD;
}
