// e^x of two numbers at a time; `exp.ts` does the same in TypeScript, bit for bit.

export const LEAST_EXPONENT: f64 = -708;
const LOG2_E: f64 = 1.4426950408889634;
const LN2_HIGH: f64 = 6.93147180369123816490e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
/** 1.5 · 2^52: of a sum with it the last bits are those of an integer. */
const SHIFTER: f64 = 6755399441055744.0;
const SIGNIFICAND_BITS: i32 = 52;

// @ts-ignore: decorator
@inline
function next(q: v128, r: v128, coefficient: f64): v128 {
  return f64x2.add(f64x2.mul(q, r), f64x2.splat(coefficient));
}

/** e^x for x ≤ 709, 0 below −708. */
// @ts-ignore: decorator
@inline
export function exponential(x: v128): v128 {
  const k = f64x2.floor(f64x2.add(f64x2.mul(x, f64x2.splat(LOG2_E)), f64x2.splat(0.5)));
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH)));
  const r = f64x2.sub(high, f64x2.mul(k, f64x2.splat(LN2_LOW)));
  let q = f64x2.splat(1.0 / 6227020800.0);
  q = next(q, r, 1.0 / 479001600.0);
  q = next(q, r, 1.0 / 39916800.0);
  q = next(q, r, 1.0 / 3628800.0);
  q = next(q, r, 1.0 / 362880.0);
  q = next(q, r, 1.0 / 40320.0);
  q = next(q, r, 1.0 / 5040.0);
  q = next(q, r, 1.0 / 720.0);
  q = next(q, r, 1.0 / 120.0);
  q = next(q, r, 1.0 / 24.0);
  q = next(q, r, 1.0 / 6.0);
  q = next(q, r, 1.0 / 2.0);
  const rest = f64x2.add(r, f64x2.mul(f64x2.mul(r, r), q));
  const power = i64x2.shl(f64x2.add(k, f64x2.splat(SHIFTER)), SIGNIFICAND_BITS);
  const result = i64x2.add(f64x2.add(f64x2.splat(1.0), rest), power);
  return v128.and(result, f64x2.ge(x, f64x2.splat(LEAST_EXPONENT)));
}
