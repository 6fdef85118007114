// Reading the centred emissions of a position, and finding the large ones among them.

import { larger, noScore, VECTOR } from "../shared/lanes";
import { at, pack, QUAD, smaller } from "../shared/quads";
import { Tables } from "./tables";

/** How often lanes above a score are counted at most, to find one that few reach. */
const PROBES: i32 = 6;

/** Lanes of a vector. */
// @ts-ignore: decorator
@inline
function laneCount<T>(): i32 {
  return <i32>(VECTOR / sizeof<T>());
}

/** Labels of four quads. */
// @ts-ignore: decorator
@inline
export function groupLabels<T>(): i32 {
  return 16 * laneCount<T>();
}

// @ts-ignore: decorator
@inline
function centred<T>(own: usize, row: usize): v128 {
  return v128.add<T>(v128.load(own), v128.load(row));
}

/** A label's centred emission, which float64 holds. Never −0: it is compared by its bits. */
// @ts-ignore: decorator
@inline
export function centredOf<T>(own: usize, row: usize, label: i32): f64 {
  return <f64>load<T>(at<T>(own, label)) + <f64>load<T>(at<T>(row, label)) + 0;
}

/** A bit for each label of a quad whose centred emission is at least a bar. */
// @ts-ignore: decorator
@inline
function reached<T>(own: usize, row: usize, bar: v128): u64 {
  return pack<T>(
    v128.ge<T>(centred<T>(own, row), bar),
    v128.ge<T>(centred<T>(own + 16, row + 16), bar),
    v128.ge<T>(centred<T>(own + 32, row + 32), bar),
    v128.ge<T>(centred<T>(own + 48, row + 48), bar),
  );
}

/**
 * A bit for each label of up to four quads from one on whose centred emission is at least a bar.
 * They are looked at together, or not at all: which of them has such a label is as if at random.
 */
// @ts-ignore: decorator
@inline
export function groupReached<T>(own: usize, row: usize, tops: usize, quad: i32, quads: i32, bar: v128): u64 {
  const end = min(quad + 4, quads);
  const from = tops + <usize>quad * VECTOR;
  let any = v128.ge<T>(v128.load(from), bar);
  for (let i = quad + 1; i < end; i++) any = v128.or(any, v128.ge<T>(v128.load(tops + <usize>i * VECTOR), bar));
  if (!v128.any_true(any)) return 0;
  let result: u64 = 0;
  for (let i = quad, shift: u64 = 0; i < end; i++, shift += QUAD / sizeof<T>()) {
    const o = <usize>i * QUAD;
    result |= reached<T>(own + o, row + o, bar) << shift;
  }
  return result;
}

/** How many lanes of all quads have a label whose centred emission is at least a bar. */
// @ts-ignore: decorator
@inline
function lanesAbove<T>(tops: usize, quads: i32, floor: f64): i32 {
  const bar = v128.splat<T>(<T>floor);
  // A comparison is −1 where it holds.
  let sums = i32x4.splat(0);
  for (const end = tops + <usize>quads * VECTOR; tops < end; tops += VECTOR) {
    sums = i32x4.sub(sums, v128.ge<T>(v128.load(tops), bar));
  }
  sums = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1));
  sums = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 1, 0, 3, 2));
  return i32x4.extract_lane(sums, 0) / <i32>(sizeof<T>() / 4);
}

/**
 * A score that at least `wanted` labels reach, and few more, between one that all may have to reach
 * and one that few do. Rounding is monotone: a label among the best so many reaches it, too.
 */
// @ts-ignore: decorator
@inline
export function tightened<T>(tops: usize, quads: i32, low: f64, high: f64, wanted: i32): f64 {
  if (low == -Infinity || lanesAbove<T>(tops, quads, low) <= 2 * wanted) return low;
  for (let probe = 0; probe < PROBES; probe++) {
    const middle = (low + high) / 2;
    const count = lanesAbove<T>(tops, quads, middle);
    if (count < wanted) high = middle;
    else {
      low = middle;
      if (count <= 2 * wanted) break;
    }
  }
  return low;
}

/** Neighbouring lanes, one for the other. */
// @ts-ignore: decorator
@inline
function swapped<T>(v: v128): v128 {
  return sizeof<T>() == 4 ? v128.shuffle<i32>(v, v, 1, 0, 3, 2) : v128.shuffle<i64>(v, v, 1, 0);
}

/**
 * Keeps the largest centred emissions of each quad, lane by lane. Returns a score that three labels
 * reach, if so many are possible.
 */
// @ts-ignore: decorator
@inline
export function read<T>(own: usize, row: usize, tops: usize, quads: i32): f64 {
  let low = noScore<T>();
  let high = noScore<T>();
  for (let quad = 0; quad < quads; quad++) {
    const front = larger<T>(centred<T>(own, row), centred<T>(own + 16, row + 16));
    const back = larger<T>(centred<T>(own + 32, row + 32), centred<T>(own + 48, row + 48));
    low = larger<T>(low, front);
    high = larger<T>(high, back);
    v128.store(tops, larger<T>(front, back));
    own += QUAD;
    row += QUAD;
    tops += VECTOR;
  }
  if (sizeof<T>() == 4) {
    low = larger<T>(low, high);
    high = v128.shuffle<i64>(low, low, 1, 0);
  }
  // Of four lanes, each with the largest score of its own labels, the third: three reach it.
  const less = smaller<T>(low, high);
  const more = larger<T>(low, high);
  const least = smaller<T>(more, larger<T>(less, swapped<T>(less)));
  return <f64>v128.extract_lane<T>(smaller<T>(least, swapped<T>(least)), 0);
}

/** A score that is not −0 as an integer of the same order, and back. */
// @ts-ignore: decorator
@inline
function ordered(bits: i64): i64 {
  return bits ^ (bits >> 63 & i64.MAX_VALUE);
}

// @ts-ignore: decorator
@inline
function scoreOf(order: i64): f64 {
  return reinterpret<f64>(ordered(order));
}

/**
 * Finds the best three labels, whose centred emission is at least `floor`. By integers, which are
 * chosen without a branch: the order in which labels come is as if at random.
 */
// @ts-ignore: decorator
@inline
export function bestThree<T>(tables: Tables, own: usize, row: usize, tops: usize, floor: f64): i32 {
  const quads = tables.quads;
  const bar = v128.splat<T>(<T>floor);
  const none = ordered(reinterpret<i64>(-Infinity));
  let first = none, second = none, third = none;
  let one = -1, two = -1, three = -1;
  for (let quad = 0, start = 0; quad < quads; quad += 4, start += groupLabels<T>()) {
    for (let mask = groupReached<T>(own, row, tops, quad, quads, bar); mask; mask &= mask - 1) {
      const y = start + <i32>ctz(mask);
      const score = ordered(reinterpret<i64>(centredOf<T>(own, row, y)));
      const isThird = score > third;
      const isSecond = score > second;
      const isFirst = score > first;
      third = select(second, select(score, third, isThird), isSecond);
      three = select(two, select(y, three, isThird), isSecond);
      second = select(first, select(score, second, isSecond), isFirst);
      two = select(one, select(y, two, isSecond), isFirst);
      first = select(score, first, isFirst);
      one = select(y, one, isFirst);
    }
  }
  store<f64>(tables.scores, scoreOf(first));
  store<f64>(tables.scores, scoreOf(second), 8);
  store<f64>(tables.scores, scoreOf(third), 16);
  store<i32>(tables.found, one);
  store<i32>(tables.found, two, 4);
  store<i32>(tables.found, three, 8);
  return i32(one >= 0) + i32(two >= 0) + i32(three >= 0);
}
