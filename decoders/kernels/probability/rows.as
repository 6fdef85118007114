// Rows of weights; `kernels.ts` does the same in TypeScript, bit for bit.

import { blockBytes, larger, largest, noScore, VECTOR } from "../shared/lanes";
import { QUAD, quadTop, smaller, smallest, spread } from "../shared/quads";
import { exponentialBlock, leastExponent, nothing } from "./exp";

export function exponentials64(scores: usize, bytes: usize, shift: f64): void {
  const taken = f64x2.splat(shift);
  for (const end = scores + bytes; scores < end; scores += blockBytes<f64>()) exponentialBlock(scores, taken);
}

/** What rounding took of the difference of two numbers. */
// @ts-ignore: decorator
@inline
function lost(a: v128, b: v128, difference: v128): v128 {
  const taken = f64x2.sub(difference, a);
  return f64x2.sub(f64x2.sub(a, f64x2.sub(difference, taken)), f64x2.add(b, taken));
}

// @ts-ignore: decorator
@inline
function finite(score: v128, top: v128): v128 {
  const below = f64x2.sub(score, top);
  return v128.and(below, f64x2.gt(below, nothing()));
}

// @ts-ignore: decorator
@inline
function quadLeast(p: usize, top: v128): v128 {
  return smaller<f64>(
    smaller<f64>(finite(v128.load(p), top), finite(v128.load(p, 16), top)),
    smaller<f64>(finite(v128.load(p, 32), top), finite(v128.load(p, 48), top)),
  );
}

// @ts-ignore: decorator
@inline
function rounding(score: v128, top: v128): v128 {
  const below = f64x2.sub(score, top);
  return v128.and(f64x2.abs(lost(score, top, below)), f64x2.ge(below, leastExponent()));
}

// @ts-ignore: decorator
@inline
function quadWorst(p: usize, top: v128): v128 {
  return larger<f64>(
    larger<f64>(rounding(v128.load(p), top), rounding(v128.load(p, 16), top)),
    larger<f64>(rounding(v128.load(p, 32), top), rounding(v128.load(p, 48), top)),
  );
}

export function weighRow64(scores: usize, bytes: usize, facts: usize): void {
  const end = scores + bytes;
  let top = noScore<f64>();
  for (let p = scores; p < end; p += QUAD) top = larger<f64>(top, quadTop<f64>(p));
  top = spread<f64>(top);
  const most = v128.extract_lane<f64>(top, 0);
  store<f64>(facts, most);
  if (most == -Infinity) return;
  let least = f64x2.splat(0), worst = least;
  for (let p = scores; p < end; p += QUAD) {
    least = smaller<f64>(least, quadLeast(p, top));
    worst = larger<f64>(worst, quadWorst(p, top));
  }
  for (let p = scores; p < end; p += blockBytes<f64>()) exponentialBlock(p, top);
  store<f64>(facts, smallest<f64>(least), 8);
  store<f64>(facts, largest<f64>(worst), 16);
}

export function multiplyRow64(from: usize, weights: usize, to: usize, bytes: usize, facts: usize): void {
  const zero = f64x2.splat(0);
  const infinity = f64x2.splat(Infinity);
  let most = zero;
  let least = infinity;
  for (let o: usize = 0; o < bytes; o += VECTOR) {
    const product = f64x2.mul(v128.load(from + o), v128.load(weights + o));
    v128.store(to + o, product);
    most = larger<f64>(most, product);
    least = smaller<f64>(least, v128.bitselect(product, infinity, f64x2.gt(product, zero)));
  }
  store<f64>(facts, largest<f64>(most));
  store<f64>(facts, smallest<f64>(least), 8);
}

export function scaleRow64(row: usize, bytes: usize, factor: f64): void {
  const factors = f64x2.splat(factor);
  for (const end = row + bytes; row < end; row += VECTOR) {
    v128.store(row, f64x2.mul(v128.load(row), factors));
  }
}

export function shareRow64(one: usize, other: usize, factor: f64, to: usize, labelCount: i32): void {
  const factors = f64x2.splat(factor);
  const end = one + (<usize>(labelCount & ~1) << 3);
  for (; one < end; one += VECTOR, other += VECTOR, to += VECTOR) {
    v128.store(to, f64x2.mul(f64x2.mul(v128.load(one), v128.load(other)), factors));
  }
  if (labelCount & 1) store<f64>(to, load<f64>(one) * load<f64>(other) * factor);
}

// @ts-ignore: decorator
@inline
function total(a: v128, b: v128, c: v128, d: v128): f64 {
  const sum = f64x2.add(f64x2.add(a, b), f64x2.add(c, d));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

export function sumRow64(row: usize, bytes: usize): f64 {
  let a = f64x2.splat(0), b = a, c = a, d = a;
  for (const end = row + bytes; row < end; row += QUAD) {
    a = f64x2.add(a, v128.load(row));
    b = f64x2.add(b, v128.load(row, 16));
    c = f64x2.add(c, v128.load(row, 32));
    d = f64x2.add(d, v128.load(row, 48));
  }
  return total(a, b, c, d);
}

export function dotRows64(one: usize, other: usize, bytes: usize): f64 {
  let a = f64x2.splat(0), b = a, c = a, d = a;
  for (let o: usize = 0; o < bytes; o += QUAD) {
    a = f64x2.add(a, f64x2.mul(v128.load(one + o), v128.load(other + o)));
    b = f64x2.add(b, f64x2.mul(v128.load(one + o, 16), v128.load(other + o, 16)));
    c = f64x2.add(c, f64x2.mul(v128.load(one + o, 32), v128.load(other + o, 32)));
    d = f64x2.add(d, f64x2.mul(v128.load(one + o, 48), v128.load(other + o, 48)));
  }
  return total(a, b, c, d);
}

/** Pairs of pairs, and so on. */
export function stageRow64(row: usize, bytes: usize, staged: usize): void {
  let sums = staged + bytes;
  for (const end = row + bytes; row < end; row += blockBytes<f64>()) {
    const a = v128.load(row), b = v128.load(row, 16), c = v128.load(row, 32), d = v128.load(row, 48);
    const e = v128.load(row, 64), f = v128.load(row, 80), g = v128.load(row, 96), h = v128.load(row, 112);
    v128.store(staged, a);
    v128.store(staged, b, 16);
    v128.store(staged, c, 32);
    v128.store(staged, d, 48);
    v128.store(staged, e, 64);
    v128.store(staged, f, 80);
    v128.store(staged, g, 96);
    v128.store(staged, h, 112);
    const half = f64x2.add(f64x2.add(a, b), f64x2.add(c, d));
    const other = f64x2.add(f64x2.add(e, f), f64x2.add(g, h));
    const sum = f64x2.add(half, other);
    store<f64>(sums, f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
    staged += blockBytes<f64>();
    sums += 8;
  }
}
