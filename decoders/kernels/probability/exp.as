// e^x of eight numbers at a time; `exp.ts` does the same in TypeScript, bit for bit.

const LEAST_EXPONENT: f64 = -708;
const LOG2_E: f64 = 1.4426950408889634;
const LN2_HIGH: f64 = 6.93147180369123816490e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
/** 1.5 · 2^52: of a sum with it the last bits are those of an integer. */
const SHIFTER: f64 = 6755399441055744.0;
const SIGNIFICAND_BITS: i32 = 52;

/**
 * The constants: V8 makes one that is in the code anew wherever it is used, by three instructions.
 * 1/12!, … 1/2! come first.
 */
const TERMS: usize = memory.data<f64>([
  1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0,
  1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 1.0 / 2.0,
  1.0 / 6227020800.0, LOG2_E, 0.5, LN2_HIGH, LN2_LOW, SHIFTER, 1.0, LEAST_EXPONENT, -Infinity,
]);
const TERM_COUNT: usize = 11;

// @ts-ignore: decorator
@inline
function constant(index: usize): v128 {
  return v128.load64_splat(TERMS + (TERM_COUNT + index << 3));
}

// @ts-ignore: decorator
@inline
export function leastExponent(): v128 {
  return constant(7);
}

// @ts-ignore: decorator
@inline
export function nothing(): v128 {
  return constant(8);
}

// @ts-ignore: decorator
@inline
function powerOf(x: v128): v128 {
  return f64x2.floor(f64x2.add(f64x2.mul(x, constant(1)), constant(2)));
}

// @ts-ignore: decorator
@inline
function reduced(x: v128, k: v128): v128 {
  return f64x2.sub(f64x2.sub(x, f64x2.mul(k, constant(3))), f64x2.mul(k, constant(4)));
}

// @ts-ignore: decorator
@inline
function assembled(x: v128, k: v128, r: v128, q: v128): v128 {
  const rest = f64x2.add(r, f64x2.mul(f64x2.mul(r, r), q));
  const power = i64x2.shl(f64x2.add(k, constant(5)), SIGNIFICAND_BITS);
  return v128.and(i64x2.add(f64x2.add(constant(6), rest), power), f64x2.ge(x, leastExponent()));
}

/**
 * A block of scores becomes e^(score − shift), for differences of at most 709; 0 below −708. The
 * series goes term by term through eight vectors, as each product waits for the sum before it.
 */
export function exponentialBlock(scores: usize, shift: v128): void {
  const x0 = f64x2.sub(v128.load(scores), shift);
  const x1 = f64x2.sub(v128.load(scores, 16), shift);
  const x2 = f64x2.sub(v128.load(scores, 32), shift);
  const x3 = f64x2.sub(v128.load(scores, 48), shift);
  const x4 = f64x2.sub(v128.load(scores, 64), shift);
  const x5 = f64x2.sub(v128.load(scores, 80), shift);
  const x6 = f64x2.sub(v128.load(scores, 96), shift);
  const x7 = f64x2.sub(v128.load(scores, 112), shift);
  const k0 = powerOf(x0), k1 = powerOf(x1), k2 = powerOf(x2), k3 = powerOf(x3);
  const k4 = powerOf(x4), k5 = powerOf(x5), k6 = powerOf(x6), k7 = powerOf(x7);
  const r0 = reduced(x0, k0), r1 = reduced(x1, k1), r2 = reduced(x2, k2), r3 = reduced(x3, k3);
  const r4 = reduced(x4, k4), r5 = reduced(x5, k5), r6 = reduced(x6, k6), r7 = reduced(x7, k7);
  let q0 = constant(0), q1 = q0, q2 = q0, q3 = q0, q4 = q0, q5 = q0, q6 = q0, q7 = q0;
  for (let term = TERMS; term < TERMS + (TERM_COUNT << 3); term += 8) {
    const next = v128.load64_splat(term);
    q0 = f64x2.add(f64x2.mul(q0, r0), next);
    q1 = f64x2.add(f64x2.mul(q1, r1), next);
    q2 = f64x2.add(f64x2.mul(q2, r2), next);
    q3 = f64x2.add(f64x2.mul(q3, r3), next);
    q4 = f64x2.add(f64x2.mul(q4, r4), next);
    q5 = f64x2.add(f64x2.mul(q5, r5), next);
    q6 = f64x2.add(f64x2.mul(q6, r6), next);
    q7 = f64x2.add(f64x2.mul(q7, r7), next);
  }
  v128.store(scores, assembled(x0, k0, r0, q0));
  v128.store(scores, assembled(x1, k1, r1, q1), 16);
  v128.store(scores, assembled(x2, k2, r2, q2), 32);
  v128.store(scores, assembled(x3, k3, r3, q3), 48);
  v128.store(scores, assembled(x4, k4, r4, q4), 64);
  v128.store(scores, assembled(x5, k5, r5, q5), 80);
  v128.store(scores, assembled(x6, k6, r6, q6), 96);
  v128.store(scores, assembled(x7, k7, r7, q7), 112);
}
