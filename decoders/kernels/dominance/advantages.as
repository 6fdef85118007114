// How much better a label may be than another one whatever comes next; see `dominance.ts`, which
// does the same in TypeScript.

import { BLOCK, blockBytes, larger, largest, noScore, VECTOR } from "../shared/lanes";
import { at } from "../shared/quads";

/** row[y] = max over z of ( e(y, z) − e(m, z) ); −∞ where no edge leaves y, and past L. */
// @ts-ignore: decorator
@inline
function advantages<T>(edges: usize, m: i32, labelCount: i32, blocks: i32, row: usize): void {
  const bytes = <usize>blocks * blockBytes<T>();
  const other = edges + <usize>m * bytes;
  for (let y = 0; y < labelCount; y++, edges += bytes) {
    let most = noScore<T>();
    for (let i: usize = 0; i < bytes; i += VECTOR) {
      // −∞ − (−∞) is NaN, and never the larger one.
      most = larger<T>(most, v128.sub<T>(v128.load(edges + i), v128.load(other + i)));
    }
    store<T>(at<T>(row, y), largest<T>(most));
  }
  for (let y = labelCount; y < blocks * BLOCK; y++) store<T>(at<T>(row, y), <T>(-Infinity));
}

export function advantages32(edges: usize, m: i32, labelCount: i32, blocks: i32, row: usize): void {
  advantages<f32>(edges, m, labelCount, blocks, row);
}
export function advantages64(edges: usize, m: i32, labelCount: i32, blocks: i32, row: usize): void {
  advantages<f64>(edges, m, labelCount, blocks, row);
}
