// The best path of a sweep with blocks skipped; see `sweep.ts`, which does the same in TypeScript.

import { Tables } from "./tables";
import { blockBytes } from "../shared/lanes";
import { at, find, groupBytes, reachBits } from "../shared/quads";

/**
 * The smallest label whose edge into `next` gives the best sum, where `from` is one that does:
 * labels whose blocks were passed over may tie. Only those whose largest edge would do are tried.
 */
// @ts-ignore: decorator
@inline
function smallestTied<T>(alpha: usize, outgoing: usize, edges: usize, row: usize, next: i32, best: T, from: i32): i32 {
  const wanted = v128.splat<T>(best);
  const until = at<T>(0, from);
  for (let o: usize = 0; o < until; o += groupBytes<T>()) {
    let rest = reachBits<T>(alpha + o, alpha + min(o + groupBytes<T>(), row), outgoing + o, wanted);
    while (rest) {
      const x = <i32>(o / sizeof<T>()) + <i32>ctz(rest);
      rest &= rest - 1;
      if (x >= from) return from;
      if (load<T>(at<T>(alpha, x)) + load<T>(at<T>(edges + <usize>x * row, next)) == best) return x;
    }
  }
  return from;
}

// @ts-ignore: decorator
@inline
function blockFollow<T>(address: usize, length: i32): void {
  const tables = changetype<Tables>(address);
  const row = <usize>tables.blocks * blockBytes<T>();
  const edges = tables.edges;
  const outgoing = tables.outgoing;
  const sources = tables.sources;
  const ends = tables.ends;
  const path = tables.path;
  let alpha = tables.alpha + <usize>(length - 1) * row;
  let next = find<T>(alpha, row, v128.splat<T>(<T>tables.score));
  store<i32>(at<i32>(path, length - 1), next);
  for (let t = length - 1; t > 0; t--) {
    alpha -= row;
    const start = load<i32>(at<i32>(ends, t - 1));
    const end = load<i32>(at<i32>(ends, t));
    let from = load<i32>(at<i32>(sources, start));
    let best: T = <T>(-Infinity);
    for (let i = start; i < end; i++) {
      const x = load<i32>(at<i32>(sources, i));
      const score = load<T>(at<T>(alpha, x)) + load<T>(at<T>(edges + <usize>x * row, next));
      if (score > best || (score == best && x < from)) {
        best = score;
        from = x;
      }
    }
    from = smallestTied<T>(alpha, outgoing, edges, row, next, best, from);
    store<i32>(at<i32>(path, t - 1), from);
    next = from;
  }
}

export function blockFollow32(tables: usize, length: i32): void {
  blockFollow<f32>(tables, length);
}
export function blockFollow64(tables: usize, length: i32): void {
  blockFollow<f64>(tables, length);
}
