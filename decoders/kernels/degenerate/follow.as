// The best path of a pass over a degenerate lattice; see `degenerate/pass.ts`, which does the same
// in TypeScript.

import { larger, largest, noScore, VECTOR } from "../shared/lanes";
import { at, QUAD } from "../shared/quads";
import { groupEdge } from "./lookups";
import { Tables } from "./tables";

/**
 * The label with the best sum of score and edge, the smallest of several, and the sum in `best`.
 */
// @ts-ignore: decorator
@inline
function bestLabel<T>(scores: usize, edges: usize, masks: usize, used: i32, best: usize): i32 {
  let highest = noScore<T>();
  // Where each lane has its highest value first.
  let places = i32x4.splat(0);
  for (let quad = 0; quad < used; quad++) {
    if (!load<i32>(at<i32>(masks, quad))) continue;
    for (let o = <usize>quad * QUAD, end = o + QUAD; o < end; o += VECTOR) {
      const sum = edges ? v128.add<T>(v128.load(scores + o), v128.load(edges + o)) : v128.load(scores + o);
      places = v128.bitselect(i32x4.splat(<i32>(o / sizeof<T>())), places, v128.gt<T>(sum, highest));
      highest = larger<T>(highest, sum);
    }
  }
  const most = largest<T>(highest);
  store<T>(best, most);
  const first = sizeof<T>() == 4 ? i32x4(0, 1, 2, 3) : i32x4(0, 0, 1, 1);
  const labels = v128.add<i32>(places, first);
  const found = v128.bitselect(labels, i32x4.splat(i32.MAX_VALUE), v128.eq<T>(highest, v128.splat<T>(most)));
  const half = v128.min<i32>(found, v128.shuffle<i32>(found, found, 2, 3, 0, 1));
  return v128.extract_lane<i32>(v128.min<i32>(half, v128.shuffle<i32>(half, half, 1, 0, 3, 2)), 0);
}

// @ts-ignore: decorator
@inline
function degenerateFollow<T>(address: usize, length: i32, isForward: i32, overLabels: i32, end: i32): void {
  const tables = changetype<Tables>(address);
  const labelCount = tables.labelCount;
  const quads = tables.quads;
  const row = <usize>quads * QUAD;
  const edges = isForward ? tables.outgoing : tables.incoming;
  const inverse = isForward ? tables.incoming : tables.outgoing;
  const scores = overLabels ? tables.labelSums : tables.sums;
  // The lists are not in use.
  const best = tables.lists;
  const step = isForward ? -1 : 1;
  let t = isForward ? length - 1 : 0;
  let next = -1;
  for (let i = 0; i < length; i++, t += step) {
    const masks = at<i32>(tables.masks, t * quads);
    const used = load<i32>(at<i32>(tables.used, t));
    const into = next < 0 ? 0 : inverse + <usize>next * row;
    let node = bestLabel<T>(scores + <usize>t * row, into, masks, used, best);
    const level = overLabels ? -1 : load<i32>(at<i32>(tables.levels, t));
    if (level >= 0) {
      let sum = load<T>(at<T>(tables.groupSums, t));
      if (next >= labelCount) sum += groupEdge<T>(tables, isForward, level, next - labelCount);
      else if (next >= 0) sum += load<T>(at<T>(edges + <usize>(labelCount + level) * row, next));
      if (sum > load<T>(best)) node = labelCount + level;
    }
    if (i == 0 && end >= 0) node = end;
    store<i32>(at<i32>(tables.path, t), node);
    next = node;
  }
}

export function degenerateFollow32(tables: usize, length: i32, isForward: i32, overLabels: i32, end: i32): void {
  degenerateFollow<f32>(tables, length, isForward, overLabels, end);
}
export function degenerateFollow64(tables: usize, length: i32, isForward: i32, overLabels: i32, end: i32): void {
  degenerateFollow<f64>(tables, length, isForward, overLabels, end);
}
