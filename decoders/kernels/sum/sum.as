// Adding up rows of weights; `weight_table.ts` says how they lie and does the same in TypeScript.

import { VECTOR } from "../shared/lanes";

/** A dense row, times a value that is rounded if it is not 1. */
// @ts-ignore: decorator
@inline
function addDense(target: usize, weights: usize, width: i32, isOne: bool, value: f64, far: f64): void {
  const end = target + (<usize>width << 3);
  const factor = f64x2.splat(value), step = f64x2.splat(far);
  for (; target + VECTOR <= end; target += VECTOR, weights += VECTOR) {
    let share = v128.load(weights);
    if (!isOne) share = f64x2.sub(f64x2.add(f64x2.mul(share, factor), step), step);
    v128.store(target, f64x2.add(v128.load(target), share));
  }
  if (target == end) return;
  const last = load<f64>(weights);
  store<f64>(target, load<f64>(target) + (isOne ? last : last * value + far - far));
}

/** Four dense rows, one after another: the sums stay in registers meanwhile. */
// @ts-ignore: decorator
@inline
function addFour(target: usize, a: usize, b: usize, c: usize, d: usize, width: i32): void {
  const end = target + (<usize>width << 3);
  for (; target + VECTOR <= end; target += VECTOR, a += VECTOR, b += VECTOR, c += VECTOR, d += VECTOR) {
    const two = f64x2.add(f64x2.add(v128.load(target), v128.load(a)), v128.load(b));
    v128.store(target, f64x2.add(f64x2.add(two, v128.load(c)), v128.load(d)));
  }
  if (target == end) return;
  store<f64>(target, load<f64>(target) + load<f64>(a) + load<f64>(b) + load<f64>(c) + load<f64>(d));
}

/** Whether the rows from one on are dense, four of them, and added as they are. */
// @ts-ignore: decorator
@inline
function areFour(at: usize, index: usize): bool {
  let dense = -1;
  for (let i: usize = 0; i < 16; i += 4) dense &= load<i32>(index + (<usize>load<u32>(at + i) << 3), 4);
  return dense < 0;
}

/** The address of a row's weights. */
// @ts-ignore: decorator
@inline
function weightsOf(at: usize, index: usize): usize {
  return <usize>load<u32>(index + (<usize>load<u32>(at) << 3));
}

/** A sparse row: its weights, then the bytes before each one's column. */
// @ts-ignore: decorator
@inline
function addSparse(target: usize, weights: usize, count: i32, isOne: bool, value: f64, far: f64): void {
  const end = weights + (<usize>count << 3);
  for (let column = end; weights < end; weights += 8, column += 4) {
    const at = target + <usize>load<u32>(column);
    const weight = load<f64>(weights);
    store<f64>(at, load<f64>(at) + (isOne ? weight : weight * value + far - far));
  }
}

export function addRows64(target: usize, length: i32, starts: usize, rows: usize, values: usize, index: usize, width: i32, far: f64): void {
  let attribute = load<u32>(starts);
  for (let t = 0; t < length; t++, target += <usize>width << 3) {
    memory.fill(target, 0, <usize>width << 3);
    starts += 4;
    for (const end = load<u32>(starts); attribute < end; attribute++) {
      const at = rows + (<usize>attribute << 2);
      if (!values && attribute + 4 <= end && areFour(at, index)) {
        addFour(target, weightsOf(at, index), weightsOf(at + 4, index), weightsOf(at + 8, index), weightsOf(at + 12, index), width);
        attribute += 3;
        continue;
      }
      const entry = index + (<usize>load<u32>(at) << 3);
      const weights = <usize>load<u32>(entry);
      const count = load<i32>(entry, 4);
      const value = values ? load<f64>(values + (<usize>attribute << 3)) : 1;
      if (value == 1) {
        if (count < 0) addDense(target, weights, width, true, 1, 0);
        else addSparse(target, weights, count, true, 1, 0);
      } else if (count < 0) addDense(target, weights, width, false, value, far);
      else addSparse(target, weights, count, false, value, far);
    }
  }
}
