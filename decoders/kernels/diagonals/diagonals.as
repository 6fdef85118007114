// Steps over the diagonals of the transitions; `diagonals.ts` does the same in TypeScript.

import { blockBytes, larger, noScore, VECTOR } from "../shared/lanes";

// next[y] = max over the diagonals d of ( prefixes[y − d] + e(y − d, y) ) + own[y], a block of next
// labels at a time, whose maxima stay in registers. The prefixes have room on both sides, with −∞.
// @ts-ignore: decorator
@inline
function forward<T>(own: usize, length: i32, shifts: usize, count: i32, edges: usize, alpha: usize, stride: usize, blocks: i32): void {
  const row = blockBytes<T>();
  const all = <usize>blocks * row;
  const end = shifts + (<usize>count << 2);
  for (let i: usize = 0; i < all; i += VECTOR) v128.store(alpha + i, v128.load(own + i));
  for (let t = 1; t < length; t++) {
    let at = alpha;
    alpha += stride;
    let next = alpha;
    let e = edges;
    for (let b = 0; b < blocks; b++) {
      own += row;
      let m0 = noScore<T>(), m1 = m0, m2 = m0, m3 = m0, m4 = m0, m5 = m0, m6 = m0, m7 = m0;
      for (let shift = shifts; shift < end; shift += 4) {
        const from = at - <usize>load<u32>(shift);
        m0 = larger<T>(m0, v128.add<T>(v128.load(from), v128.load(e)));
        m1 = larger<T>(m1, v128.add<T>(v128.load(from, 16), v128.load(e, 16)));
        m2 = larger<T>(m2, v128.add<T>(v128.load(from, 32), v128.load(e, 32)));
        m3 = larger<T>(m3, v128.add<T>(v128.load(from, 48), v128.load(e, 48)));
        if (sizeof<T>() == 8) {
          m4 = larger<T>(m4, v128.add<T>(v128.load(from, 64), v128.load(e, 64)));
          m5 = larger<T>(m5, v128.add<T>(v128.load(from, 80), v128.load(e, 80)));
          m6 = larger<T>(m6, v128.add<T>(v128.load(from, 96), v128.load(e, 96)));
          m7 = larger<T>(m7, v128.add<T>(v128.load(from, 112), v128.load(e, 112)));
        }
        e += row;
      }
      const n = own + all - row;
      v128.store(next, v128.add<T>(m0, v128.load(n)));
      v128.store(next, v128.add<T>(m1, v128.load(n, 16)), 16);
      v128.store(next, v128.add<T>(m2, v128.load(n, 32)), 32);
      v128.store(next, v128.add<T>(m3, v128.load(n, 48)), 48);
      if (sizeof<T>() == 8) {
        v128.store(next, v128.add<T>(m4, v128.load(n, 64)), 64);
        v128.store(next, v128.add<T>(m5, v128.load(n, 80)), 80);
        v128.store(next, v128.add<T>(m6, v128.load(n, 96)), 96);
        v128.store(next, v128.add<T>(m7, v128.load(n, 112)), 112);
      }
      at += row;
      next += row;
    }
  }
}

export function diagonalForward32(own: usize, length: i32, shifts: usize, count: i32, edges: usize, alpha: usize, stride: usize, blocks: i32): void {
  forward<f32>(own, length, shifts, count, edges, alpha, stride, blocks);
}

export function diagonalForward64(own: usize, length: i32, shifts: usize, count: i32, edges: usize, alpha: usize, stride: usize, blocks: i32): void {
  forward<f64>(own, length, shifts, count, edges, alpha, stride, blocks);
}

// to[y] = Σ over the diagonals d of from[y − d]·weights(y − d, y), in the order of the diagonals.
export function diagonalSums64(from: usize, shifts: usize, count: i32, weights: usize, to: usize, blocks: i32): void {
  const row = blockBytes<f64>();
  const end = shifts + (<usize>count << 2);
  let w = weights;
  for (let b = 0; b < blocks; b++) {
    let m0 = f64x2.splat(0), m1 = m0, m2 = m0, m3 = m0, m4 = m0, m5 = m0, m6 = m0, m7 = m0;
    for (let shift = shifts; shift < end; shift += 4) {
      const at = from - <usize>load<u32>(shift);
      m0 = f64x2.add(m0, f64x2.mul(v128.load(at), v128.load(w)));
      m1 = f64x2.add(m1, f64x2.mul(v128.load(at, 16), v128.load(w, 16)));
      m2 = f64x2.add(m2, f64x2.mul(v128.load(at, 32), v128.load(w, 32)));
      m3 = f64x2.add(m3, f64x2.mul(v128.load(at, 48), v128.load(w, 48)));
      m4 = f64x2.add(m4, f64x2.mul(v128.load(at, 64), v128.load(w, 64)));
      m5 = f64x2.add(m5, f64x2.mul(v128.load(at, 80), v128.load(w, 80)));
      m6 = f64x2.add(m6, f64x2.mul(v128.load(at, 96), v128.load(w, 96)));
      m7 = f64x2.add(m7, f64x2.mul(v128.load(at, 112), v128.load(w, 112)));
      w += row;
    }
    v128.store(to, m0);
    v128.store(to, m1, 16);
    v128.store(to, m2, 32);
    v128.store(to, m3, 48);
    v128.store(to, m4, 64);
    v128.store(to, m5, 80);
    v128.store(to, m6, 96);
    v128.store(to, m7, 112);
    from += row;
    to += row;
  }
}
