// Dense Viterbi; see `dense.ts`, which does the same in TypeScript.

import { BLOCK, blockBytes, larger, noScore } from "./lanes";

// next[y] = max over x of ( prefixes[x] + e(x, y) ) + own[y], a block of next labels at a time, whose
// maxima stay in registers. `panels` holds the transitions block by block: L rows of 16 scores each.
// @ts-ignore: decorator
@inline
export function denseStep<T>(prefixes: usize, panels: usize, own: usize, next: usize, labelCount: i32, blocks: i32): void {
  const size: usize = sizeof<T>();
  const row = blockBytes<T>();
  const end = prefixes + <usize>labelCount * size;
  let e = panels;
  for (let b = 0; b < blocks; b++) {
    let m0 = noScore<T>(), m1 = m0, m2 = m0, m3 = m0, m4 = m0, m5 = m0, m6 = m0, m7 = m0;
    for (let x = prefixes; x < end; x += size) {
      const prefix = v128.load_splat<T>(x);
      m0 = larger<T>(m0, v128.add<T>(prefix, v128.load(e)));
      m1 = larger<T>(m1, v128.add<T>(prefix, v128.load(e, 16)));
      m2 = larger<T>(m2, v128.add<T>(prefix, v128.load(e, 32)));
      m3 = larger<T>(m3, v128.add<T>(prefix, v128.load(e, 48)));
      if (size == 8) {
        m4 = larger<T>(m4, v128.add<T>(prefix, v128.load(e, 64)));
        m5 = larger<T>(m5, v128.add<T>(prefix, v128.load(e, 80)));
        m6 = larger<T>(m6, v128.add<T>(prefix, v128.load(e, 96)));
        m7 = larger<T>(m7, v128.add<T>(prefix, v128.load(e, 112)));
      }
      e += row;
    }
    v128.store(next, v128.add<T>(m0, v128.load(own)));
    v128.store(next, v128.add<T>(m1, v128.load(own, 16)), 16);
    v128.store(next, v128.add<T>(m2, v128.load(own, 32)), 32);
    v128.store(next, v128.add<T>(m3, v128.load(own, 48)), 48);
    if (size == 8) {
      v128.store(next, v128.add<T>(m4, v128.load(own, 64)), 64);
      v128.store(next, v128.add<T>(m5, v128.load(own, 80)), 80);
      v128.store(next, v128.add<T>(m6, v128.load(own, 96)), 96);
      v128.store(next, v128.add<T>(m7, v128.load(own, 112)), 112);
    }
    own += row;
    next += row;
  }
}

export function denseStep32(prefixes: usize, panels: usize, own: usize, next: usize, labelCount: i32, blocks: i32): void {
  denseStep<f32>(prefixes, panels, own, next, labelCount, blocks);
}
export function denseStep64(prefixes: usize, panels: usize, own: usize, next: usize, labelCount: i32, blocks: i32): void {
  denseStep<f64>(prefixes, panels, own, next, labelCount, blocks);
}

/** All positions: alpha receives T rows. */
// @ts-ignore: decorator
@inline
function denseForward<T>(own: usize, length: i32, panels: usize, alpha: usize, labelCount: i32, blocks: i32): void {
  const row = <usize>blocks * blockBytes<T>();
  memory.copy(alpha, own, row);
  for (let t = 1; t < length; t++) {
    own += row;
    denseStep<T>(alpha, panels, own, alpha + row, labelCount, blocks);
    alpha += row;
  }
}

export function denseForward32(own: usize, length: i32, panels: usize, alpha: usize, labelCount: i32, blocks: i32): void {
  denseForward<f32>(own, length, panels, alpha, labelCount, blocks);
}
export function denseForward64(own: usize, length: i32, panels: usize, alpha: usize, labelCount: i32, blocks: i32): void {
  denseForward<f64>(own, length, panels, alpha, labelCount, blocks);
}

/** labels receives the best path that ends in labels[T − 1]. */
// @ts-ignore: decorator
@inline
function denseBacktrack<T>(length: i32, panels: usize, alpha: usize, labels: usize, labelCount: i32, blocks: i32): void {
  const size: usize = sizeof<T>();
  const row = <usize>blocks * blockBytes<T>();
  const panel = <usize>labelCount * blockBytes<T>();
  for (let t = length - 1; t > 0; t--) {
    const y = load<i32>(labels + (<usize>t << 2));
    let e = panels + <usize>(y / BLOCK) * panel + <usize>(y % BLOCK) * size;
    const prefixes = alpha + <usize>(t - 1) * row;
    let best: T = <T>(-Infinity);
    let from = 0;
    for (let x = 0; x < labelCount; x++) {
      const score = load<T>(prefixes + <usize>x * size) + load<T>(e);
      if (score > best) {
        best = score;
        from = x;
      }
      e += blockBytes<T>();
    }
    store<i32>(labels + (<usize>(t - 1) << 2), from);
  }
}

export function denseBacktrack32(length: i32, panels: usize, alpha: usize, labels: usize, labelCount: i32, blocks: i32): void {
  denseBacktrack<f32>(length, panels, alpha, labels, labelCount, blocks);
}
export function denseBacktrack64(length: i32, panels: usize, alpha: usize, labels: usize, labelCount: i32, blocks: i32): void {
  denseBacktrack<f64>(length, panels, alpha, labels, labelCount, blocks);
}
