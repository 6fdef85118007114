// The best label of a row of values, and those that it does not dominate, for forward dominance.
//
// `quadMaxima` are the maxima of each quad of values, lane by lane; those of the advantages follow
// their row. Both are padded with −∞ to whole quads.

import { larger, noScore, VECTOR } from "../shared/lanes";
import { at, equalBits, equalQuad, find, groupBytes, QUAD, quadTop, reachBits, reachSums } from "../shared/quads";

/**
 * In so short a row all scores are looked at, which is as fast as to look for the quads that
 * matter.
 */
const SHORT: usize = 512;

/** If more lanes of 64 maxima matter than this, so do most of their quads. */
const MANY: i32 = 16;

/** Finds the quad maxima of a row of values; returns the largest values lane by lane. */
// @ts-ignore: decorator
@inline
export function maximizeQuads<T>(values: usize, quadMaxima: usize, row: usize): v128 {
  let highest = noScore<T>();
  for (let o: usize = 0; o < row; o += QUAD) {
    const top = quadTop<T>(values + o);
    v128.store(quadMaxima + (o >> 2), top);
    highest = larger<T>(highest, top);
  }
  return highest;
}

/**
 * The label at a bit of the comparison of 64 quad maxima from an offset on: the first one of its
 * quad.
 */
// @ts-ignore: decorator
@inline
function firstOf<T>(offset: usize, bit: usize): i32 {
  const lanes = VECTOR / sizeof<T>();
  return <i32>(offset / sizeof<T>() + (bit & ~(lanes - 1)) << 2);
}

/** The first label with the highest value, which all lanes hold. */
// @ts-ignore: decorator
@inline
export function findBest<T>(values: usize, quadMaxima: usize, row: usize, highest: v128): i32 {
  if (row <= SHORT) return find<T>(values, row, highest);
  const end = row >> 2;
  for (let o: usize = 0; o < end; o += groupBytes<T>()) {
    const equal = equalBits<T>(quadMaxima + o, quadMaxima + min(o + groupBytes<T>(), end), highest);
    if (!equal) continue;
    const first = firstOf<T>(o, <usize>ctz(equal));
    return first + <i32>ctz(equalQuad<T>(at<T>(values, first), highest));
  }
  return -1;
}

/** Keeps the labels at the bits of a comparison from `first` on. */
// @ts-ignore: decorator
@inline
export function keepBits<T>(rest: u64, first: i32, values: usize, labels: usize, prefixes: usize): i32 {
  let kept = 0;
  while (rest) {
    keepLabel<T>(labels, prefixes, kept++, first + <i32>ctz(rest), values);
    rest &= rest - 1;
  }
  return kept;
}

/** Keeps 64 labels from one on. */
// @ts-ignore: decorator
@inline
function keepGroup<T>(labels: usize, prefixes: usize, first: i32, values: usize): void {
  for (let o: usize = 0; o < groupBytes<T>(); o += VECTOR) v128.store(prefixes + o, v128.load(values + o));
  let label = i32x4.add(i32x4(0, 1, 2, 3), i32x4.splat(first));
  for (let o: usize = 0; o < 256; o += VECTOR) {
    v128.store(labels + o, label);
    label = i32x4.add(label, i32x4.splat(4));
  }
}

// @ts-ignore: decorator
@inline
export function keepLabel<T>(labels: usize, prefixes: usize, count: i32, label: i32, values: usize): void {
  store<i32>(at<i32>(labels, count), label);
  store<T>(at<T>(prefixes, count), load<T>(at<T>(values, label)));
}

/** As `keepReaching`, between two offsets of the row. */
// @ts-ignore: decorator
@inline
function keepAmong<T>(from: usize, until: usize, values: usize, advantages: usize, bar: v128, few: i32, labels: usize, prefixes: usize): i32 {
  let kept = 0;
  for (let o = from; o < until; o += groupBytes<T>()) {
    const rest = reachBits<T>(values + o, values + min(o + groupBytes<T>(), until), advantages + o, bar);
    const first = <i32>(o / sizeof<T>());
    if (kept > few) kept += <i32>popcnt(rest);
    else if (rest == u64.MAX_VALUE) {
      keepGroup<T>(at<i32>(labels, kept), at<T>(prefixes, kept), first, values + o);
      kept += 64;
    } else kept += keepBits<T>(rest, first, values, at<i32>(labels, kept), at<T>(prefixes, kept));
  }
  return kept;
}

/** The same for a long row, quad by quad where few matter. */
function keepByQuads<T>(values: usize, quadMaxima: usize, advantages: usize, row: usize, bar: v128, few: i32, labels: usize, prefixes: usize): i32 {
  let kept = 0;
  const gains = advantages + row;
  const end = row >> 2;
  for (let o: usize = 0; o < end; o += groupBytes<T>()) {
    let quads = reachBits<T>(quadMaxima + o, quadMaxima + min(o + groupBytes<T>(), end), gains + o, bar);
    if (<i32>popcnt(quads) > MANY) {
      const until = min(o + groupBytes<T>() << 2, row);
      kept += keepAmong<T>(o << 2, until, values, advantages, bar, few - kept, at<i32>(labels, kept), at<T>(prefixes, kept));
      continue;
    }
    while (quads) {
      const bit = <usize>ctz(quads);
      const lanes = VECTOR / sizeof<T>();
      quads &= ~((<u64>1 << <u64>lanes) - 1 << <u64>(bit & ~(lanes - 1)));
      const first = firstOf<T>(o, bit);
      const rest = reachSums<T>(at<T>(values, first), at<T>(advantages, first), bar);
      kept += keepBits<T>(rest, first, values, at<i32>(labels, kept), at<T>(prefixes, kept));
    }
  }
  return kept;
}

/**
 * Keeps the labels of a row that reach the bar with their advantages; returns how many. If they are
 * more than few, not all need be written.
 */
// @ts-ignore: decorator
@inline
export function keepReaching<T>(values: usize, quadMaxima: usize, advantages: usize, row: usize, bar: v128, few: i32, labels: usize, prefixes: usize): i32 {
  return row <= SHORT
    ? keepAmong<T>(0, row, values, advantages, bar, i32.MAX_VALUE, labels, prefixes)
    : keepByQuads<T>(values, quadMaxima, advantages, row, bar, few, labels, prefixes);
}
