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

/** Whether all scores of a row are that. */
function isRow<S>(source: usize, labelCount: i32, limit: f64): bool {
  const most = v128.splat<S>(<S>limit);
  const lanes = <i32>(VECTOR / sizeof<S>());
  let valid = i32x4.splat(-1);
  let y = 0;
  for (; y + lanes <= labelCount; y += lanes, source += VECTOR) {
    valid = v128.and(valid, areScores<S>(v128.load(source), most));
  }
  for (; y < labelCount; y++, source += sizeof<S>()) {
    valid = v128.and(valid, areScores<S>(v128.splat<S>(load<S>(source)), most));
  }
  return v128.all_true<i32>(valid);
}

/**
 * The larger magnitudes of four scores, as integers, which are in the order of the numbers, with ∞
 * and NaN last; of float64 the upper halves. Half of what comparing numbers takes.
 */
// @ts-ignore: decorator
@inline
function larger<S>(magnitudes: v128, low: v128, high: v128): v128 {
  const upper = sizeof<S>() == 4 ? low : v128.shuffle<i32>(low, high, 1, 3, 5, 7);
  return v128.max<u32>(magnitudes, v128.and(upper, i32x4.splat(0x7fffffff)));
}

/** Whether one may exceed the limit: then `isRow` says. */
// @ts-ignore: decorator
@inline
function mayExceed<S>(magnitudes: v128, limit: f64): bool {
  if (sizeof<S>() == 4) {
    return v128.any_true(i32x4.gt_u(magnitudes, i32x4.splat(reinterpret<i32>(<f32>abs(limit)))));
  }
  const upper = <i32>(reinterpret<i64>(abs(limit)) >> 32);
  return v128.any_true(i32x4.ge_u(magnitudes, i32x4.splat(upper)));
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

/** Copies four scores that are in one vector of float32 or two of float64. */
// @ts-ignore: decorator
@inline
function convert<S, T>(low: v128, high: v128, target: usize, isRounded: bool, scale: f64): void {
  if (sizeof<S>() == 4 && sizeof<T>() == 4) {
    v128.store(target, isRounded ? nearest<f32>(low, scale) : low);
    return;
  }
  if (sizeof<S>() == 4) {
    high = f64x2.promote_low_f32x4(v128.shuffle<i64>(low, low, 1, 1));
    low = f64x2.promote_low_f32x4(low);
  }
  if (isRounded) {
    low = nearest<f64>(low, scale);
    high = nearest<f64>(high, scale);
  }
  if (sizeof<T>() == 8) {
    v128.store(target, low);
    v128.store(target, high, 16);
  } else {
    v128.store(target, v128.shuffle<i64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2));
  }
}

/** Copies four scores; returns the larger magnitudes, if they are asked for. */
// @ts-ignore: decorator
@inline
function copyFour<S, T>(source: usize, target: usize, what: i32, scale: f64, magnitudes: v128): v128 {
  const low = v128.load(source);
  const high = sizeof<S>() == 8 ? v128.load(source, 16) : low;
  convert<S, T>(low, high, target, what == ROUNDED, scale);
  return what == COPIED ? magnitudes : larger<S>(magnitudes, low, high);
}

/** The scores of the lanes whose numbers are below `rest`, and others. */
// @ts-ignore: decorator
@inline
function firstOf(scores: v128, others: v128, numbers: v128, rest: i32): v128 {
  return v128.bitselect(scores, others, i32x4.lt_s(numbers, i32x4.splat(rest)));
}

/** Copies the scores of a row after its last whole block, and pads them to one. */
function copyRest<S, T>(source: usize, target: usize, rest: i32, scale: f64, magnitudes: v128): v128 {
  const zeros = i32x4.splat(0);
  for (let i = 0; i < BLOCK; i += 4, source += 4 * sizeof<S>(), target += 4 * sizeof<T>()) {
    if (i >= rest) {
      for (let o: usize = 0; o < 4 * sizeof<T>(); o += VECTOR) v128.store(target + o, noScore<T>());
      continue;
    }
    const isDouble = sizeof<S>() == 8;
    const lowLanes = isDouble ? i32x4(0, 0, 1, 1) : i32x4(0, 1, 2, 3);
    const highLanes = i32x4(2, 2, 3, 3);
    const low = v128.load(source);
    const high = isDouble ? v128.load(source, 16) : low;
    magnitudes = larger<S>(
      magnitudes,
      firstOf(low, zeros, lowLanes, rest - i),
      firstOf(high, zeros, highLanes, rest - i),
    );
    convert<S, T>(
      firstOf(low, noScore<S>(), lowLanes, rest - i),
      firstOf(high, noScore<S>(), highLanes, rest - i),
      target,
      scale != 0,
      scale,
    );
  }
  return magnitudes;
}

/** Copies rows until one has what is no score; returns how many come before it. */
// @ts-ignore: decorator
@inline
function copyRows<S, T>(source: usize, target: usize, count: i32, labelCount: i32, what: i32, limit: f64, scale: f64): i32 {
  const sourceFour = 4 * sizeof<S>(), targetFour = 4 * sizeof<T>();
  const rest = labelCount & BLOCK - 1;
  const whole = <usize>(labelCount / BLOCK) * blockBytes<T>();
  for (let row = 0; row < count; row++, source += <usize>labelCount * sizeof<S>()) {
    let most = i32x4.splat(0);
    let from = source;
    for (const end = target + whole; target < end; target += blockBytes<T>(), from += blockBytes<S>()) {
      most = copyFour<S, T>(from, target, what, scale, most);
      most = copyFour<S, T>(from + sourceFour, target + targetFour, what, scale, most);
      most = copyFour<S, T>(from + 2 * sourceFour, target + 2 * targetFour, what, scale, most);
      most = copyFour<S, T>(from + 3 * sourceFour, target + 3 * targetFour, what, scale, most);
    }
    if (rest) {
      most = copyRest<S, T>(from, target, rest, scale, most);
      target += blockBytes<T>();
    }
    if (what != COPIED && mayExceed<S>(most, limit) && !isRow<S>(source, labelCount, limit)) return row;
  }
  return count;
}

/** See `ScoreKernels`. */
// @ts-ignore: decorator
@inline
function takeRows<S, T>(source: usize, target: usize, count: i32, labelCount: i32, limit: f64, scale: f64): i32 {
  if (limit == Infinity) return copyRows<S, T>(source, target, count, labelCount, COPIED, limit, scale);
  // What stays where it is cannot be asked once it is rounded.
  if (source == target) {
    if (!isRow<S>(source, labelCount, limit)) return 0;
    limit = Infinity;
  }
  return scale == 0
    ? copyRows<S, T>(source, target, count, labelCount, CHECKED, limit, scale)
    : copyRows<S, T>(source, target, count, labelCount, ROUNDED, limit, scale);
}

// @ts-ignore: decorator
@inline
export function takeSingles<T>(source: usize, target: usize, count: i32, labelCount: i32, limit: f64, scale: f64): i32 {
  return takeRows<f32, T>(source, target, count, labelCount, limit, scale);
}

// @ts-ignore: decorator
@inline
export function takeDoubles<T>(source: usize, target: usize, count: i32, labelCount: i32, limit: f64, scale: f64): i32 {
  return takeRows<f64, T>(source, target, count, labelCount, limit, scale);
}
