/**
 * The double array of a binary model of CRF++: its attributes.
 *
 * @module
 */

import type { ByteReader } from "./byte_reader.ts";

const UNIT_BYTES = 8;
/** Names may be so many times the bytes of the array, as they share their beginnings. */
const MOST_EXPANSION = 64;

/**
 * All keys of a double array as Darts writes it, with their values.
 *
 * A unit is a base, int32, and a check, uint32. From a node with base b a byte c leads to unit
 * b + c + 1 if that unit's check is b; its base is the next node's. A key ends at b if the check of
 * unit b is b and its base is negative: the value is −base − 1.
 *
 * No two nodes have the same base, so that a base that comes again is a defect, and nothing is
 * walked twice. Cost: O(units).
 *
 * Source: Kudo, Darts 0.32; Aoe 1989.
 *
 * @throws RangeError for a base beyond the array, or that comes again, and for names that are
 * longer together than any honest array of this size has
 */
export function* trieEntries(
  reader: ByteReader,
  begin: number,
  bytes: number,
): Generator<readonly [name: string, value: number]> {
  const what = "the double array of attributes";
  const size = Math.floor(bytes / UNIT_BYTES);
  reader.require(begin, bytes, what);
  const unit = (index: number) => reader.uint32(begin + UNIT_BYTES * index, what) | 0;
  const check = (index: number) => reader.uint32(begin + UNIT_BYTES * index + 4, what);
  if (size === 0) return;
  // Units by their check, so that a node finds its children without trying all bytes.
  const [first, next] = [new Int32Array(size).fill(-1), new Int32Array(size)];
  for (let at = 0; at < size; at++) {
    const own = check(at);
    if (own >= size) continue;
    next[at] = first[own]!;
    first[own] = at;
  }
  const seen = new Uint8Array(size);
  const waiting: [name: string, base: number][] = [["", unit(0)]];
  let characters = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const [name, base] = node;
    if (!(base >= 0 && base < size)) {
      reader.refuse(what, `base ${base} of ${size} units`);
    }
    if (seen[base] === 1) reader.refuse(what, `two nodes have base ${base}`);
    seen[base] = 1;
    if (check(base) === base && unit(base) < 0) {
      characters += name.length;
      if (characters > MOST_EXPANSION * bytes) reader.refuse(what, `names are too long together`);
      yield [name, -unit(base) - 1];
    }
    for (let at = first[base]!; at >= 0; at = next[at]!) {
      const byte = at - base - 1;
      if (byte >= 0 && byte <= 255) waiting.push([name + String.fromCharCode(byte), unit(at)]);
    }
  }
}
