// The transitions in another order; see `kernels.ts`, which does the same in TypeScript.

import { BLOCK, blockBytes, larger, largest, VECTOR } from "../shared/lanes";
import { at } from "../shared/quads";

/** Rows that are copied into panels, or transposed, at a time: they stay in the cache. */
const TILE: i32 = 64;

// @ts-ignore: decorator
@inline
function panelize<T>(edges: usize, first: i32, count: i32, labelCount: i32, blocks: i32, panels: usize): void {
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
function transpose<T>(edges: usize, labelCount: i32, blocks: i32, target: usize): void {
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

export function panelize32(edges: usize, first: i32, count: i32, labelCount: i32, blocks: i32, panels: usize): void {
  panelize<f32>(edges, first, count, labelCount, blocks, panels);
}
export function panelize64(edges: usize, first: i32, count: i32, labelCount: i32, blocks: i32, panels: usize): void {
  panelize<f64>(edges, first, count, labelCount, blocks, panels);
}
export function transpose32(edges: usize, labelCount: i32, blocks: i32, target: usize): void {
  transpose<f32>(edges, labelCount, blocks, target);
}
export function transpose64(edges: usize, labelCount: i32, blocks: i32, target: usize): void {
  transpose<f64>(edges, labelCount, blocks, target);
}
