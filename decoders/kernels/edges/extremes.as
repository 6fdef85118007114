// The extremes of the transitions; see `kernels.ts`, which does the same in TypeScript.

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
function extremes<T>(edges: usize, labelCount: i32, blocks: i32, incoming: usize, outgoing: usize, least: usize): void {
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
function blockMaxima<T>(edges: usize, labelCount: i32, blocks: i32, maxima: usize, stride: usize): void {
  for (let x = 0; x < labelCount; x++, maxima += stride) {
    for (let b = 0; b < blocks; b++, edges += blockBytes<T>()) {
      let most = quadTop<T>(edges);
      if (blockBytes<T>() > QUAD) most = larger<T>(most, quadTop<T>(edges + QUAD));
      store<T>(at<T>(maxima, b), largest<T>(most));
    }
  }
}

export function extremes32(edges: usize, labelCount: i32, blocks: i32, incoming: usize, outgoing: usize, least: usize): void {
  extremes<f32>(edges, labelCount, blocks, incoming, outgoing, least);
}
export function extremes64(edges: usize, labelCount: i32, blocks: i32, incoming: usize, outgoing: usize, least: usize): void {
  extremes<f64>(edges, labelCount, blocks, incoming, outgoing, least);
}
export function blockMaxima32(edges: usize, labelCount: i32, blocks: i32, maxima: usize, stride: usize): void {
  blockMaxima<f32>(edges, labelCount, blocks, maxima, stride);
}
export function blockMaxima64(edges: usize, labelCount: i32, blocks: i32, maxima: usize, stride: usize): void {
  blockMaxima<f64>(edges, labelCount, blocks, maxima, stride);
}
