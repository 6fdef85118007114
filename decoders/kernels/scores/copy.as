// Copying rows of scores from float32 or float64 into rows of either that are padded with −∞ to
// whole blocks. On the way they may be checked and rounded, as `tagging/score_copy.ts` does in
// TypeScript.

import { BLOCK, blockBytes, noScore, VECTOR } from "../shared/lanes";

/** What is done with scores: nothing, or they are checked, or rounded as well. */
const COPIED = 0;
const CHECKED = 1;
const ROUNDED = 2;

/** Which lanes are −∞ or of no larger magnitude than the limit. NaN is not. */
// @ts-ignore: decorator
@inline
function areScores<T>(scores: v128, limit: v128): v128 {
  const isForbidden = v128.eq<T>(scores, noScore<T>());
  return v128.or(v128.le<T>(v128.abs<T>(scores), limit), isForbidden);
}

/**
 * The nearest multiples of 1 / scale, halves to even. In units of that, numbers from 2^23 to 2^24
 * (float64: 2^52 to 2^53) are integers: a sum there is rounded to one. −∞ stays.
 */
// @ts-ignore: decorator
@inline
function nearest<T>(scores: v128, scale: f64): v128 {
  const integers = <T>1.5 * (sizeof<T>() == 4 ? <T>0x800000 : <T>0x10000000000000);
  const far = v128.splat<T>(integers / <T>scale);
  return v128.sub<T>(v128.add<T>(scores, far), far);
}

/**
 * Copies four scores that are in one vector of float32 or two of float64; returns which are scores.
 */
// @ts-ignore: decorator
@inline
function convert<S, T>(low: v128, high: v128, target: usize, what: i32, limit: f64, scale: f64): v128 {
  let valid = i32x4.splat(-1);
  if (what != COPIED) {
    const most = v128.splat<S>(<S>limit);
    valid = areScores<S>(low, most);
    if (sizeof<S>() == 8) valid = v128.and(valid, areScores<S>(high, most));
  }
  if (sizeof<S>() == 4 && sizeof<T>() == 4) {
    v128.store(target, what == ROUNDED ? nearest<f32>(low, scale) : low);
    return valid;
  }
  if (sizeof<S>() == 4) {
    high = f64x2.promote_low_f32x4(v128.shuffle<i64>(low, low, 1, 1));
    low = f64x2.promote_low_f32x4(low);
  }
  if (what == ROUNDED) {
    low = nearest<f64>(low, scale);
    high = nearest<f64>(high, scale);
  }
  if (sizeof<T>() == 8) {
    v128.store(target, low);
    v128.store(target, high, 16);
  } else {
    v128.store(target, v128.shuffle<i64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2));
  }
  return valid;
}

// @ts-ignore: decorator
@inline
function copyFour<S, T>(source: usize, target: usize, what: i32, limit: f64, scale: f64): v128 {
  const low = v128.load(source);
  const high = sizeof<S>() == 8 ? v128.load(source, 16) : low;
  return convert<S, T>(low, high, target, what, limit, scale);
}

/** The scores of the lanes whose numbers are below `rest`, and −∞. */
// @ts-ignore: decorator
@inline
function firstOf<S>(scores: v128, numbers: v128, rest: i32): v128 {
  return v128.bitselect(scores, noScore<S>(), i32x4.lt_s(numbers, i32x4.splat(rest)));
}

/** Copies the scores of a row after its last whole block, and pads them to one. */
function copyRest<S, T>(source: usize, target: usize, rest: i32, limit: f64, scale: f64): v128 {
  let valid = i32x4.splat(-1);
  for (let i = 0; i < BLOCK; i += 4, source += 4 * sizeof<S>(), target += 4 * sizeof<T>()) {
    if (i >= rest) {
      for (let o: usize = 0; o < 4 * sizeof<T>(); o += VECTOR) v128.store(target + o, noScore<T>());
      continue;
    }
    const isDouble = sizeof<S>() == 8;
    const low = firstOf<S>(v128.load(source), isDouble ? i32x4(0, 0, 1, 1) : i32x4(0, 1, 2, 3), rest - i);
    const high = isDouble ? firstOf<S>(v128.load(source, 16), i32x4(2, 2, 3, 3), rest - i) : low;
    valid = v128.and(
      valid,
      scale == 0
        ? convert<S, T>(low, high, target, CHECKED, limit, scale)
        : convert<S, T>(low, high, target, ROUNDED, limit, scale),
    );
  }
  return valid;
}

/** Copies rows until one has what is no score; returns how many come before it. */
// @ts-ignore: decorator
@inline
function copyRows<S, T>(source: usize, target: usize, count: i32, labelCount: i32, what: i32, limit: f64, scale: f64): i32 {
  const sourceFour = 4 * sizeof<S>(), targetFour = 4 * sizeof<T>();
  const rest = labelCount & BLOCK - 1;
  const whole = <usize>(labelCount / BLOCK) * blockBytes<T>();
  for (let row = 0; row < count; row++, source += <usize>labelCount * sizeof<S>()) {
    let valid = i32x4.splat(-1);
    let from = source;
    for (const end = target + whole; target < end; target += blockBytes<T>(), from += blockBytes<S>()) {
      valid = v128.and(valid, copyFour<S, T>(from, target, what, limit, scale));
      valid = v128.and(valid, copyFour<S, T>(from + sourceFour, target + targetFour, what, limit, scale));
      valid = v128.and(valid, copyFour<S, T>(from + 2 * sourceFour, target + 2 * targetFour, what, limit, scale));
      valid = v128.and(valid, copyFour<S, T>(from + 3 * sourceFour, target + 3 * targetFour, what, limit, scale));
    }
    if (rest) {
      valid = v128.and(valid, copyRest<S, T>(from, target, rest, limit, scale));
      target += blockBytes<T>();
    }
    if (what != COPIED && !v128.all_true<i32>(valid)) return row;
  }
  return count;
}

/** See `ScoreKernels`. */
// @ts-ignore: decorator
@inline
function takeRows<S, T>(source: usize, target: usize, count: i32, labelCount: i32, limit: f64, scale: f64): i32 {
  if (limit == Infinity) return copyRows<S, T>(source, target, count, labelCount, COPIED, limit, scale);
  return scale == 0
    ? copyRows<S, T>(source, target, count, labelCount, CHECKED, limit, scale)
    : copyRows<S, T>(source, target, count, labelCount, ROUNDED, limit, scale);
}

export function takeSingles32(source: usize, target: usize, count: i32, labelCount: i32, limit: f64, scale: f64): i32 {
  return takeRows<f32, f32>(source, target, count, labelCount, limit, scale);
}
export function takeSingles64(source: usize, target: usize, count: i32, labelCount: i32, limit: f64, scale: f64): i32 {
  return takeRows<f32, f64>(source, target, count, labelCount, limit, scale);
}
export function takeDoubles32(source: usize, target: usize, count: i32, labelCount: i32, limit: f64, scale: f64): i32 {
  return takeRows<f64, f32>(source, target, count, labelCount, limit, scale);
}
export function takeDoubles64(source: usize, target: usize, count: i32, labelCount: i32, limit: f64, scale: f64): i32 {
  return takeRows<f64, f64>(source, target, count, labelCount, limit, scale);
}
