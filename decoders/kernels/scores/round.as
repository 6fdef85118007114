// Checking and rounding scores in place; `tagging/score_copy.ts` does the same in TypeScript.

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

/**
 * Rounds rows to multiples of 1 / scale, unless that is 0; returns the first with what is no score.
 */
// @ts-ignore: decorator
@inline
function roundRows<T>(rows: usize, count: i32, blocks: i32, limit: T, scale: T): i32 {
  const row = <usize>blocks * blockBytes<T>();
  const most = v128.splat<T>(limit);
  const scales = v128.splat<T>(scale);
  const step = v128.splat<T>(<T>1 / scale);
  for (let t = 0; t < count; t++) {
    const end = rows + row;
    let valid = i32x4.splat(-1);
    for (; rows < end; rows += VECTOR) {
      const scores = v128.load(rows);
      valid = v128.and(valid, areScores<T>(scores, most));
      if (scale != 0) v128.store(rows, nearest<T>(scores, scales, step));
    }
    if (!v128.all_true<i32>(valid)) return t;
  }
  return -1;
}

export function roundRows32(rows: usize, count: i32, blocks: i32, limit: f32, scale: f32): i32 {
  return roundRows<f32>(rows, count, blocks, limit, scale);
}
export function roundRows64(rows: usize, count: i32, blocks: i32, limit: f64, scale: f64): i32 {
  return roundRows<f64>(rows, count, blocks, limit, scale);
}
