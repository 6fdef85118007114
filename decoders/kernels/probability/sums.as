// Sums over the edges into each label; `kernels.ts` does the same in TypeScript, bit for bit.

import { blockBytes } from "../shared/lanes";
import { CHUNK } from "./tables";

/** Address of a weight of a row by its offset, which is at an address. */
// @ts-ignore: decorator
@inline
function via(row: usize, offset: usize): usize {
  return row + <usize>load<u32>(offset);
}

/** Two labels at a time, one after the other. */
export function denseSums64(from: usize, panels: usize, to: usize, labelCount: i32, blocks: i32): void {
  const row = blockBytes<f64>();
  let e = panels;
  for (let b = 0; b < blocks; b++) {
    let t0 = f64x2.splat(0), t1 = t0, t2 = t0, t3 = t0, t4 = t0, t5 = t0, t6 = t0, t7 = t0;
    let p = from;
    for (let left = labelCount; left > 0; left -= CHUNK) {
      let m0 = f64x2.splat(0), m1 = m0, m2 = m0, m3 = m0, m4 = m0, m5 = m0, m6 = m0, m7 = m0;
      const count = min(left, CHUNK);
      for (const end = p + (<usize>(count >> 1) << 4); p < end; p += 16) {
        const one = v128.load64_splat(p), other = v128.load64_splat(p, 8);
        m0 = f64x2.add(m0, f64x2.mul(one, v128.load(e)));
        m1 = f64x2.add(m1, f64x2.mul(one, v128.load(e, 16)));
        m2 = f64x2.add(m2, f64x2.mul(one, v128.load(e, 32)));
        m3 = f64x2.add(m3, f64x2.mul(one, v128.load(e, 48)));
        m4 = f64x2.add(m4, f64x2.mul(one, v128.load(e, 64)));
        m5 = f64x2.add(m5, f64x2.mul(one, v128.load(e, 80)));
        m6 = f64x2.add(m6, f64x2.mul(one, v128.load(e, 96)));
        m7 = f64x2.add(m7, f64x2.mul(one, v128.load(e, 112)));
        m0 = f64x2.add(m0, f64x2.mul(other, v128.load(e, 128)));
        m1 = f64x2.add(m1, f64x2.mul(other, v128.load(e, 144)));
        m2 = f64x2.add(m2, f64x2.mul(other, v128.load(e, 160)));
        m3 = f64x2.add(m3, f64x2.mul(other, v128.load(e, 176)));
        m4 = f64x2.add(m4, f64x2.mul(other, v128.load(e, 192)));
        m5 = f64x2.add(m5, f64x2.mul(other, v128.load(e, 208)));
        m6 = f64x2.add(m6, f64x2.mul(other, v128.load(e, 224)));
        m7 = f64x2.add(m7, f64x2.mul(other, v128.load(e, 240)));
        e += 2 * row;
      }
      if (count & 1) {
        const last = v128.load64_splat(p);
        m0 = f64x2.add(m0, f64x2.mul(last, v128.load(e)));
        m1 = f64x2.add(m1, f64x2.mul(last, v128.load(e, 16)));
        m2 = f64x2.add(m2, f64x2.mul(last, v128.load(e, 32)));
        m3 = f64x2.add(m3, f64x2.mul(last, v128.load(e, 48)));
        m4 = f64x2.add(m4, f64x2.mul(last, v128.load(e, 64)));
        m5 = f64x2.add(m5, f64x2.mul(last, v128.load(e, 80)));
        m6 = f64x2.add(m6, f64x2.mul(last, v128.load(e, 96)));
        m7 = f64x2.add(m7, f64x2.mul(last, v128.load(e, 112)));
        p += 8;
        e += row;
      }
      t0 = f64x2.add(t0, m0);
      t1 = f64x2.add(t1, m1);
      t2 = f64x2.add(t2, m2);
      t3 = f64x2.add(t3, m3);
      t4 = f64x2.add(t4, m4);
      t5 = f64x2.add(t5, m5);
      t6 = f64x2.add(t6, m6);
      t7 = f64x2.add(t7, m7);
    }
    v128.store(to, t0);
    v128.store(to, t1, 16);
    v128.store(to, t2, 32);
    v128.store(to, t3, 48);
    v128.store(to, t4, 64);
    v128.store(to, t5, 80);
    v128.store(to, t6, 96);
    v128.store(to, t7, 112);
    to += row;
  }
}

// @ts-ignore: decorator
@inline
function two(row: usize, offsets: usize): v128 {
  return v128.load64_lane(via(row, offsets + 4), v128.load64_zero(via(row, offsets)), 1);
}

// @ts-ignore: decorator
@inline
function put(row: usize, offsets: usize, sums: v128): void {
  v128.store64_lane(via(row, offsets), sums, 0);
  v128.store64_lane(via(row, offsets + 4), sums, 1);
}

/** Two pairs of labels at a time, whose lists are of equal length and lie edge by edge. */
export function listSums64(start: f64, goesOn: i32, groups: i32, lengths: usize, targets: usize, sources: usize, weights: usize, to: usize): void {
  const base = f64x2.splat(start);
  for (const end = lengths + (<usize>groups << 2); lengths < end; lengths += 4) {
    let m0 = f64x2.splat(0), m1 = m0;
    for (const end = sources + (<usize>load<u32>(lengths) << 3); sources < end; sources += 8) {
      m0 = f64x2.add(m0, f64x2.mul(v128.load64_splat(load<u32>(sources)), v128.load(weights)));
      m1 = f64x2.add(m1, f64x2.mul(v128.load64_splat(load<u32>(sources, 4)), v128.load(weights, 16)));
      weights += 32;
    }
    const t0 = goesOn ? two(to, targets) : base;
    const t1 = goesOn ? two(to, targets + 8) : base;
    put(to, targets, f64x2.add(t0, m0));
    put(to, targets + 8, f64x2.add(t1, m1));
    targets += 16;
  }
}
