// Transitions in other orders, and their extremes; see `kernels.ts`, which does the same in
// TypeScript.

import { BLOCK, blockBytes, larger, largest, noScore, VECTOR } from "../shared/lanes";
import { at, QUAD, quadTop, smaller, smallest } from "../shared/quads";

/** Makes a row −∞. */
// @ts-ignore: decorator
@inline
function forbid<T>(row: usize, bytes: usize): void {
  for (let o: usize = 0; o < bytes; o += VECTOR) v128.store(row + o, noScore<T>());
}

/** The smallest score of a row, its padding left out. */
// @ts-ignore: decorator
@inline
function leastOf<T>(row: usize, labelCount: i32): T {
  const whole = labelCount & ~(BLOCK - 1);
  let low = v128.splat<T>(<T>Infinity);
  for (let end = at<T>(row, whole), from = row; from < end; from += VECTOR) {
    low = smaller<T>(low, v128.load(from));
  }
  let least = smallest<T>(low);
  for (let y = whole; y < labelCount; y++) {
    const score = load<T>(at<T>(row, y));
    if (score < least) least = score;
  }
  return least;
}

// @ts-ignore: decorator
@inline
export function extremes<T>(edges: usize, labelCount: i32, blocks: i32, incoming: usize, outgoing: usize, least: usize): void {
  const bytes = <usize>blocks * blockBytes<T>();
  forbid<T>(incoming, bytes);
  forbid<T>(outgoing, bytes);
  forbid<T>(least, bytes);
  for (let x = 0; x < labelCount; x++, edges += bytes) {
    let most = noScore<T>();
    for (let o: usize = 0; o < bytes; o += VECTOR) {
      const scores = v128.load(edges + o);
      most = larger<T>(most, scores);
      v128.store(incoming + o, larger<T>(v128.load(incoming + o), scores));
    }
    store<T>(at<T>(outgoing, x), largest<T>(most));
    store<T>(at<T>(least, x), leastOf<T>(edges, labelCount));
  }
}

/** Largest edges from each label into each block, `stride` bytes from a label's to the next's. */
// @ts-ignore: decorator
@inline
export function blockMaxima<T>(edges: usize, labelCount: i32, blocks: i32, maxima: usize, stride: usize): void {
  for (let x = 0; x < labelCount; x++, maxima += stride) {
    for (let b = 0; b < blocks; b++, edges += blockBytes<T>()) {
      let most = quadTop<T>(edges);
      if (blockBytes<T>() > QUAD) most = larger<T>(most, quadTop<T>(edges + QUAD));
      store<T>(at<T>(maxima, b), largest<T>(most));
    }
  }
}

/** Rows that are copied into panels, or transposed, at a time: they stay in the cache. */
const TILE: i32 = 64;

// @ts-ignore: decorator
@inline
export function panelize<T>(edges: usize, first: i32, count: i32, labelCount: i32, blocks: i32, panels: usize): void {
  const row = <usize>blocks * blockBytes<T>();
  const panel = <usize>labelCount * blockBytes<T>();
  const top = panels - sizeof<T>();
  let most = v128.load_splat<T>(top);
  for (let tile = 0; tile < count; tile += TILE) {
    const end = min(tile + TILE, count);
    for (let b: usize = 0; b < <usize>blocks; b++) {
      let from = edges + <usize>tile * row + b * blockBytes<T>();
      let to = panels + b * panel + <usize>(first + tile) * blockBytes<T>();
      for (let x = tile; x < end; x++) {
        for (let o: usize = 0; o < blockBytes<T>(); o += VECTOR) {
          const scores = v128.load(from + o);
          v128.store(to + o, scores);
          most = larger<T>(most, scores);
        }
        from += row;
        to += blockBytes<T>();
      }
    }
  }
  store<T>(top, largest<T>(most));
}

// @ts-ignore: decorator
@inline
export function transpose<T>(edges: usize, labelCount: i32, blocks: i32, target: usize): void {
  const row = <usize>blocks * blockBytes<T>();
  for (let tile = 0; tile < labelCount; tile += BLOCK) {
    const end = min(tile + BLOCK, labelCount);
    for (let x = 0; x < labelCount; x++) {
      const from = edges + <usize>x * row;
      for (let y = tile; y < end; y++) {
        store<T>(at<T>(target + <usize>y * row, x), load<T>(at<T>(from, y)));
      }
    }
    for (let y = tile; y < end; y++) {
      for (let x = labelCount; x < blocks * BLOCK; x++) {
        store<T>(at<T>(target + <usize>y * row, x), <T>(-Infinity));
      }
    }
  }
}
