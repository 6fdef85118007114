// Four vectors at a time: 16 scores of float32, a block, or 8 of float64, half a block. Comparisons
// give one bit a score.

import { QUAD_BYTES } from "../rows";
import { larger, noScore } from "./lanes";

/** Bytes of four vectors. */
export const QUAD: usize = <usize>QUAD_BYTES;

// @ts-ignore: decorator
@inline
export function at<T>(base: usize, index: i32): usize {
  return base + <usize>index * sizeof<T>();
}

/** The largest lane, in all lanes. */
// @ts-ignore: decorator
@inline
export function spread<T>(v: v128): v128 {
  if (sizeof<T>() == 4) {
    const half = larger<T>(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
    return larger<T>(half, v128.shuffle<i32>(half, half, 1, 0, 3, 2));
  }
  return larger<T>(v, v128.shuffle<i64>(v, v, 1, 0));
}

/** One bit a lane of four masks. */
// @ts-ignore: decorator
@inline
export function pack<T>(a: v128, b: v128, c: v128, d: v128): u64 {
  if (sizeof<T>() == 4) {
    const low = v128.narrow<i32>(a, b);
    const high = v128.narrow<i32>(c, d);
    return <u64>v128.bitmask<i8>(v128.narrow<i16>(low, high));
  }
  const low = v128.shuffle<i32>(a, b, 0, 2, 4, 6);
  const high = v128.shuffle<i32>(c, d, 0, 2, 4, 6);
  const all = v128.narrow<i32>(low, high);
  return <u64>v128.bitmask<i16>(all);
}

/** The largest of four vectors, lane by lane. */
// @ts-ignore: decorator
@inline
export function quadTop<T>(from: usize): v128 {
  return larger<T>(
    larger<T>(v128.load(from), v128.load(from, 16)),
    larger<T>(v128.load(from, 32), v128.load(from, 48)),
  );
}

/** Which scores equal a wanted one. */
// @ts-ignore: decorator
@inline
export function equalQuad<T>(from: usize, wanted: v128): u64 {
  return pack<T>(
    v128.eq<T>(v128.load(from), wanted),
    v128.eq<T>(v128.load(from, 16), wanted),
    v128.eq<T>(v128.load(from, 32), wanted),
    v128.eq<T>(v128.load(from, 48), wanted),
  );
}

/** Which scores exceed a bar. */
// @ts-ignore: decorator
@inline
export function aboveQuad<T>(from: usize, bar: v128): u64 {
  return pack<T>(
    v128.gt<T>(v128.load(from), bar),
    v128.gt<T>(v128.load(from, 16), bar),
    v128.gt<T>(v128.load(from, 32), bar),
    v128.gt<T>(v128.load(from, 48), bar),
  );
}

// @ts-ignore: decorator
@inline
function reaches<T>(values: usize, gains: usize, bar: v128): v128 {
  return v128.ge<T>(v128.add<T>(v128.load(values), v128.load(gains)), bar);
}

/** Which sums of two scores reach a bar. */
// @ts-ignore: decorator
@inline
export function reachSums<T>(values: usize, gains: usize, bar: v128): u64 {
  return pack<T>(
    reaches<T>(values, gains, bar),
    reaches<T>(values + 16, gains + 16, bar),
    reaches<T>(values + 32, gains + 32, bar),
    reaches<T>(values + 48, gains + 48, bar),
  );
}

/** One bit for each of up to 64 scores before `end`: which equal a wanted one. */
// @ts-ignore: decorator
@inline
export function equalBits<T>(from: usize, end: usize, wanted: v128): u64 {
  let result: u64 = 0;
  for (let shift: u64 = 0; from < end; from += QUAD, shift += QUAD / sizeof<T>()) {
    result |= equalQuad<T>(from, wanted) << shift;
  }
  return result;
}

/** One bit for each of up to 64 scores before `end`, and some after it: which reach a bar. */
// @ts-ignore: decorator
@inline
export function reachingBits<T>(from: usize, end: usize, bar: v128): u64 {
  let result: u64 = 0;
  for (let shift: u64 = 0; from < end; from += QUAD, shift += QUAD / sizeof<T>()) {
    result |= pack<T>(
      v128.ge<T>(v128.load(from), bar),
      v128.ge<T>(v128.load(from, 16), bar),
      v128.ge<T>(v128.load(from, 32), bar),
      v128.ge<T>(v128.load(from, 48), bar),
    ) << shift;
  }
  return result;
}

/** One bit for each of up to 64 scores before `end`: which reach the bar with what they gain. */
// @ts-ignore: decorator
@inline
export function reachBits<T>(from: usize, end: usize, gains: usize, bar: v128): u64 {
  let result: u64 = 0;
  for (let shift: u64 = 0; from < end; from += QUAD, gains += QUAD, shift += QUAD / sizeof<T>()) {
    result |= reachSums<T>(from, gains, bar) << shift;
  }
  return result;
}

/**
 * In all lanes, the second best of the sums of two rows, or the least of those of each lane; equal
 * sums count one by one.
 */
// @ts-ignore: decorator
@inline
export function secondSum<T>(one: usize, other: usize, row: usize, ofEachLane: bool): v128 {
  let first = noScore<T>(), second = first;
  for (const end = one + row; one < end; one += QUAD, other += QUAD) {
    const a = v128.add<T>(v128.load(one), v128.load(other));
    const b = v128.add<T>(v128.load(one, 16), v128.load(other, 16));
    const c = v128.add<T>(v128.load(one, 32), v128.load(other, 32));
    const d = v128.add<T>(v128.load(one, 48), v128.load(other, 48));
    const ab = larger<T>(a, b), cd = larger<T>(c, d);
    const top = larger<T>(ab, cd);
    // The second of four: the lesser of the winners, or the better of the losers.
    const losers = larger<T>(smaller<T>(a, b), smaller<T>(c, d));
    const next = larger<T>(smaller<T>(ab, cd), losers);
    second = larger<T>(larger<T>(second, next), smaller<T>(first, top));
    first = larger<T>(first, top);
  }
  if (ofEachLane) return v128.splat<T>(smallest<T>(second));
  if (sizeof<T>() == 4) {
    const half = v128.shuffle<i32>(first, first, 2, 3, 0, 1);
    second = larger<T>(larger<T>(second, v128.shuffle<i32>(second, second, 2, 3, 0, 1)), smaller<T>(first, half));
    first = larger<T>(first, half);
    const last = v128.shuffle<i32>(first, first, 1, 0, 3, 2);
    return larger<T>(larger<T>(second, v128.shuffle<i32>(second, second, 1, 0, 3, 2)), smaller<T>(first, last));
  }
  const last = v128.shuffle<i64>(first, first, 1, 0);
  return larger<T>(larger<T>(second, v128.shuffle<i64>(second, second, 1, 0)), smaller<T>(first, last));
}

/** The smaller one lane by lane; the first where the second is NaN. */
// @ts-ignore: decorator
@inline
export function smaller<T>(a: v128, b: v128): v128 {
  return v128.pmin<T>(a, b);
}

/** The smallest lane. */
// @ts-ignore: decorator
@inline
export function smallest<T>(v: v128): T {
  if (sizeof<T>() == 4) {
    const half = smaller<T>(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
    return v128.extract_lane<T>(smaller<T>(half, v128.shuffle<i32>(half, half, 1, 0, 3, 2)), 0);
  }
  return v128.extract_lane<T>(smaller<T>(v, v128.shuffle<i64>(v, v, 1, 0)), 0);
}

/** The largest lane of each of the vectors from an address on, as many as there are lanes. */
// @ts-ignore: decorator
@inline
export function largestOfEach<T>(from: usize): v128 {
  if (sizeof<T>() == 4) {
    const a = v128.load(from), b = v128.load(from, 16), c = v128.load(from, 32), d = v128.load(from, 48);
    const ab = larger<T>(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
    const cd = larger<T>(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
    return larger<T>(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
  }
  const a = v128.load(from), b = v128.load(from, 16);
  return larger<T>(v128.shuffle<i64>(a, b, 0, 2), v128.shuffle<i64>(a, b, 1, 3));
}

/** The smallest lane of each of the vectors from an address on, as many as there are lanes. */
// @ts-ignore: decorator
@inline
export function smallestOfEach<T>(from: usize): v128 {
  if (sizeof<T>() == 4) {
    const a = v128.load(from), b = v128.load(from, 16), c = v128.load(from, 32), d = v128.load(from, 48);
    const ab = smaller<T>(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
    const cd = smaller<T>(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
    return smaller<T>(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
  }
  const a = v128.load(from), b = v128.load(from, 16);
  return smaller<T>(v128.shuffle<i64>(a, b, 0, 2), v128.shuffle<i64>(a, b, 1, 3));
}

/** Bytes of 64 scores, whose masks fit one integer. */
// @ts-ignore: decorator
@inline
export function groupBytes<T>(): usize {
  return 64 * sizeof<T>();
}

/** The first label with a score, among all of a row. */
// @ts-ignore: decorator
@inline
export function find<T>(scores: usize, row: usize, wanted: v128): i32 {
  for (let o: usize = 0; o < row; o += groupBytes<T>()) {
    const equal = equalBits<T>(scores + o, scores + min(o + groupBytes<T>(), row), wanted);
    if (equal) return <i32>(o / sizeof<T>()) + <i32>ctz(equal);
  }
  return -1;
}

/** A score of one row and that of another one. */
// @ts-ignore: decorator
@inline
export function sumAt<T>(one: usize, other: usize, label: i32): T {
  return load<T>(at<T>(one, label)) + load<T>(at<T>(other, label));
}

/** The largest sums of two quads, lane by lane. */
// @ts-ignore: decorator
@inline
export function topSum<T>(one: usize, other: usize): v128 {
  return larger<T>(
    larger<T>(v128.add<T>(v128.load(one), v128.load(other)), v128.add<T>(v128.load(one, 16), v128.load(other, 16))),
    larger<T>(v128.add<T>(v128.load(one, 32), v128.load(other, 32)), v128.add<T>(v128.load(one, 48), v128.load(other, 48))),
  );
}

/** The least of some lanes' offsets. */
// @ts-ignore: decorator
@inline
export function leastOffset(offsets: v128, lanes: v128): usize {
  offsets = v128.bitselect(offsets, i32x4.splat(i32.MAX_VALUE), lanes);
  offsets = v128.min<u32>(offsets, v128.shuffle<i32>(offsets, offsets, 2, 3, 0, 1));
  offsets = v128.min<u32>(offsets, v128.shuffle<i32>(offsets, offsets, 1, 0, 3, 2));
  return <usize>v128.extract_lane<i32>(offsets, 0);
}

/** The first label with the largest sum of two rows. */
export function bestSum<T>(one: usize, other: usize, row: usize): i32 {
  let highest = noScore<T>();
  // The first quad in which each lane has its highest sum.
  let quads = i32x4.splat(0);
  for (let o: usize = 0; o < row; o += QUAD) {
    const top = topSum<T>(one + o, other + o);
    quads = v128.bitselect(i32x4.splat(<i32>o), quads, v128.gt<T>(top, highest));
    highest = larger<T>(highest, top);
  }
  const wanted = spread<T>(highest);
  const o = leastOffset(quads, v128.eq<T>(highest, wanted));
  const equal = pack<T>(
    v128.eq<T>(v128.add<T>(v128.load(one + o), v128.load(other + o)), wanted),
    v128.eq<T>(v128.add<T>(v128.load(one + o, 16), v128.load(other + o, 16)), wanted),
    v128.eq<T>(v128.add<T>(v128.load(one + o, 32), v128.load(other + o, 32)), wanted),
    v128.eq<T>(v128.add<T>(v128.load(one + o, 48), v128.load(other + o, 48)), wanted),
  );
  return <i32>(o / sizeof<T>()) + <i32>ctz(equal);
}
