// Checking and rounding rows of scores; `tagging/score_copy.ts` does the same in TypeScript.

import { blockBytes, noScore, VECTOR } from "../shared/lanes";

/** Which lanes are −∞ or of no larger magnitude than the limit. NaN is not. */
// @ts-ignore: decorator
@inline
function areScores<T>(scores: v128, limit: v128): v128 {
  const isForbidden = v128.eq<T>(scores, noScore<T>());
  return v128.or(v128.le<T>(v128.abs<T>(scores), limit), isForbidden);
}

/** The nearest multiples of a step, halves upwards. −∞ stays: of −∞ − −∞ nothing is compared. */
// @ts-ignore: decorator
@inline
function nearest<T>(scores: v128, scale: v128, step: v128): v128 {
  const scaled = v128.mul<T>(scores, scale);
  const below = v128.floor<T>(scaled);
  const isUp = v128.ge<T>(v128.sub<T>(scaled, below), v128.splat<T>(<T>0.5));
  return v128.mul<T>(v128.add<T>(below, v128.and(isUp, v128.splat<T>(<T>1))), step);
}

/** Rounds a row in place, unless the scale is 0; returns whether all are scores. */
// @ts-ignore: decorator
@inline
function roundRow<T>(row: usize, blocks: i32, limit: T, scale: T): bool {
  const end = row + <usize>blocks * blockBytes<T>();
  const most = v128.splat<T>(limit), scales = v128.splat<T>(scale), step = v128.splat<T>(<T>1 / scale);
  let valid = i32x4.splat(-1);
  for (; row < end; row += VECTOR) {
    const scores = v128.load(row);
    valid = v128.and(valid, areScores<T>(scores, most));
    if (scale != 0) v128.store(row, nearest<T>(scores, scales, step));
  }
  return v128.all_true<i32>(valid);
}

export function roundRow32(row: usize, blocks: i32, limit: f32, scale: f32): bool {
  return roundRow<f32>(row, blocks, limit, scale);
}
export function roundRow64(row: usize, blocks: i32, limit: f64, scale: f64): bool {
  return roundRow<f64>(row, blocks, limit, scale);
}

/**
 * Copies a row of float32 to float64, and rounds it as `roundRow` does. It is checked before it is
 * widened, four scores at a time: the limit is the largest float32 that does not exceed the bound.
 */
export function widenRow64(source: usize, target: usize, blocks: i32, limit: f32, scale: f64): bool {
  const end = source + <usize>blocks * blockBytes<f32>();
  const most = f32x4.splat(limit), scales = f64x2.splat(scale), step = f64x2.splat(1 / scale);
  let valid = i32x4.splat(-1);
  for (; source < end; source += VECTOR, target += 2 * VECTOR) {
    const scores = v128.load(source);
    valid = v128.and(valid, areScores<f32>(scores, most));
    let low = f64x2.promote_low_f32x4(scores);
    let high = f64x2.promote_low_f32x4(v128.shuffle<i64>(scores, scores, 1, 1));
    if (scale != 0) {
      low = nearest<f64>(low, scales, step);
      high = nearest<f64>(high, scales, step);
    }
    v128.store(target, low);
    v128.store(target, high, 16);
  }
  return v128.all_true<i32>(valid);
}
