// What the kernels need of a vector, for float32 (four lanes) and float64 (two) alike.

import { BLOCK, VECTOR_BYTES } from "../rows";

export { BLOCK };
export const VECTOR: usize = <usize>VECTOR_BYTES;

// @ts-ignore: decorator
@inline
export function blockBytes<T>(): usize {
  return <usize>BLOCK * sizeof<T>();
}

// @ts-ignore: decorator
@inline
export function noScore<T>(): v128 {
  return v128.splat<T>(<T>(-Infinity));
}

/** The larger one lane by lane; the first where the second is NaN. Never `max`: it is slower. */
// @ts-ignore: decorator
@inline
export function larger<T>(a: v128, b: v128): v128 {
  return v128.pmax<T>(a, b);
}

/**
 * The larger one lane by lane of scores that are not positive. Such scores of float32 are ordered
 * as their bits are, backwards, −∞ among them: so the smaller unsigned integer is the larger score.
 * Some processors compare integers in twice as many units, and add scores meanwhile.
 */
// @ts-ignore: decorator
@inline
export function higher<T>(a: v128, b: v128): v128 {
  return sizeof<T>() == 4 ? v128.min<u32>(a, b) : larger<T>(a, b);
}

/** The largest lane. Without `max` of scalars, which branches. */
// @ts-ignore: decorator
@inline
export function largest<T>(v: v128): T {
  let result = larger<T>(v, v128.shuffle<i64>(v, v, 1, 0));
  if (sizeof<T>() == 4) result = larger<T>(result, v128.shuffle<i32>(result, result, 1, 0, 3, 2));
  return v128.extract_lane<T>(result, 0);
}

/** One bit a lane. */
// @ts-ignore: decorator
@inline
export function bits<T>(mask: v128): i32 {
  return sizeof<T>() == 4 ? v128.bitmask<i32>(mask) : v128.bitmask<i64>(mask);
}
