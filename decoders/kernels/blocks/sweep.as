// Viterbi's scores and best path with most blocks of edges skipped; see `sweep.ts`, which does the
// same in TypeScript.

import { BLOCK, blockBytes, larger, noScore, VECTOR } from "../shared/lanes";
import { aboveQuad, at, find, groupBytes, QUAD, quadTop, reachBits, smaller, smallest, smallestOfEach, spread } from "../shared/quads";
import { Tables } from "./tables";

/** alpha = values + own and keys = alpha + outgoing; returns the largest keys lane by lane. */
// @ts-ignore: decorator
@inline
function finish<T>(values: usize, own: usize, outgoing: usize, alpha: usize, keys: usize, row: usize): v128 {
  let highest = noScore<T>();
  for (let end = values + row; values < end; values += QUAD) {
    const a = v128.add<T>(v128.load(values), v128.load(own));
    const b = v128.add<T>(v128.load(values, 16), v128.load(own, 16));
    const c = v128.add<T>(v128.load(values, 32), v128.load(own, 32));
    const d = v128.add<T>(v128.load(values, 48), v128.load(own, 48));
    v128.store(alpha, a);
    v128.store(alpha, b, 16);
    v128.store(alpha, c, 32);
    v128.store(alpha, d, 48);
    const keyA = v128.add<T>(a, v128.load(outgoing));
    const keyB = v128.add<T>(b, v128.load(outgoing, 16));
    const keyC = v128.add<T>(c, v128.load(outgoing, 32));
    const keyD = v128.add<T>(d, v128.load(outgoing, 48));
    v128.store(keys, keyA);
    v128.store(keys, keyB, 16);
    v128.store(keys, keyC, 32);
    v128.store(keys, keyD, 48);
    highest = larger<T>(highest, larger<T>(larger<T>(keyA, keyB), larger<T>(keyC, keyD)));
    own += QUAD;
    outgoing += QUAD;
    alpha += QUAD;
    keys += QUAD;
  }
  return highest;
}

/** values = prefix + e(x, y) for all labels; laneMinima = the least of each block, lane by lane. */
// @ts-ignore: decorator
@inline
function relaxAll<T>(prefix: v128, edges: usize, values: usize, laneMinima: usize, row: usize): void {
  for (const end = values + row; values < end; laneMinima += VECTOR) {
    let least = v128.splat<T>(<T>Infinity);
    for (let i: usize = 0; i < blockBytes<T>(); i += QUAD) {
      const a = v128.add<T>(prefix, v128.load(edges));
      const b = v128.add<T>(prefix, v128.load(edges, 16));
      const c = v128.add<T>(prefix, v128.load(edges, 32));
      const d = v128.add<T>(prefix, v128.load(edges, 48));
      v128.store(values, a);
      v128.store(values, b, 16);
      v128.store(values, c, 32);
      v128.store(values, d, 48);
      least = smaller<T>(least, smaller<T>(smaller<T>(a, b), smaller<T>(c, d)));
      edges += QUAD;
      values += QUAD;
    }
    v128.store(laneMinima, least);
  }
}

/** The least value of a block, lane by lane, where no label counts for less than its floor. */
// @ts-ignore: decorator
@inline
function flooredLeast<T>(values: usize, floors: usize): v128 {
  let least = v128.splat<T>(<T>Infinity);
  for (let i: usize = 0; i < blockBytes<T>(); i += VECTOR) {
    least = smaller<T>(least, larger<T>(v128.load(values + i), v128.load(floors + i)));
  }
  return least;
}

/** values = max( values, prefix + e(x, y) ) for a block; returns the least. */
// @ts-ignore: decorator
@inline
function raiseBlock<T>(prefix: v128, edges: usize, values: usize, floors: usize): T {
  let least = v128.splat<T>(<T>Infinity);
  for (let i: usize = 0; i < blockBytes<T>(); i += QUAD) {
    const a = larger<T>(v128.load(values), v128.add<T>(prefix, v128.load(edges)));
    const b = larger<T>(v128.load(values, 16), v128.add<T>(prefix, v128.load(edges, 16)));
    const c = larger<T>(v128.load(values, 32), v128.add<T>(prefix, v128.load(edges, 32)));
    const d = larger<T>(v128.load(values, 48), v128.add<T>(prefix, v128.load(edges, 48)));
    v128.store(values, a);
    v128.store(values, b, 16);
    v128.store(values, c, 32);
    v128.store(values, d, 48);
    const ab = smaller<T>(larger<T>(a, v128.load(floors)), larger<T>(b, v128.load(floors, 16)));
    const cd = smaller<T>(larger<T>(c, v128.load(floors, 32)), larger<T>(d, v128.load(floors, 48)));
    least = smaller<T>(least, smaller<T>(ab, cd));
    edges += QUAD;
    values += QUAD;
    floors += QUAD;
  }
  return smallest<T>(least);
}

/** values = max( values, prefix + e(x, y) ) for a block and several sources. */
// @ts-ignore: decorator
@inline
function raiseFromAll<T>(labels: usize, prefixes: usize, count: i32, edges: usize, row: usize, values: usize): void {
  for (let o: usize = 0; o < blockBytes<T>(); o += QUAD) {
    let a = v128.load(values + o), b = v128.load(values + o, 16);
    let c = v128.load(values + o, 32), d = v128.load(values + o, 48);
    for (let i = 0; i < count; i++) {
      const prefix = v128.load_splat<T>(at<T>(prefixes, i));
      const from = edges + o + <usize>load<i32>(at<i32>(labels, i)) * row;
      a = larger<T>(a, v128.add<T>(prefix, v128.load(from)));
      b = larger<T>(b, v128.add<T>(prefix, v128.load(from, 16)));
      c = larger<T>(c, v128.add<T>(prefix, v128.load(from, 32)));
      d = larger<T>(d, v128.add<T>(prefix, v128.load(from, 48)));
    }
    v128.store(values + o, a);
    v128.store(values + o, b, 16);
    v128.store(values + o, c, 32);
    v128.store(values + o, d, 48);
  }
}

/** The least of some vectors. */
// @ts-ignore: decorator
@inline
function leastOfAll<T>(least: usize, end: usize): T {
  let all = v128.load(least);
  for (let g = least + VECTOR; g < end; g += VECTOR) all = smaller<T>(all, v128.load(g));
  return smallest<T>(all);
}

/** Lists the labels whose keys exceed a bar, with their keys, padded with −∞ to whole quads. */
// @ts-ignore: decorator
@inline
function listAbove<T>(keys: usize, row: usize, bar: T, waitingKeys: usize, waitingLabels: usize): i32 {
  const wanted = v128.splat<T>(bar);
  let n = 0;
  for (let o: usize = 0; o < row; o += QUAD) {
    let above = aboveQuad<T>(keys + o, wanted);
    while (above) {
      const x = <i32>(o / sizeof<T>()) + <i32>ctz(above);
      above &= above - 1;
      store<T>(at<T>(waitingKeys, n), load<T>(at<T>(keys, x)));
      store<i32>(at<i32>(waitingLabels, n), x);
      n++;
    }
  }
  const end = at<T>(waitingKeys, n);
  for (let i: usize = 0; i < QUAD; i += VECTOR) v128.store(end + i, noScore<T>());
  return n;
}

// @ts-ignore: decorator
@inline
export function blockSweep<T>(address: usize, own: usize, length: i32, limit: f64): i32 {
  const tables = changetype<Tables>(address);
  // Fields are read once: a store in a loop might change them for all the compiler knows.
  const labelCount = tables.labelCount;
  const blocks = tables.blocks;
  const row = <usize>blocks * blockBytes<T>();
  const edges = tables.edges;
  const outgoing = tables.outgoing;
  const maxima = tables.maxima;
  const floors = tables.floors;
  const values = tables.values;
  const keys = tables.keys;
  const laneMinima = tables.laneMinima;
  const least = tables.least;
  const groupBytes = <usize>tables.groups * VECTOR;
  const leastEnd = least + groupBytes;
  const laneMinimaEnd = laneMinima + <usize>blocks * VECTOR;
  const waitingKeys = tables.waitingKeys;
  const waitingLabels = tables.waitingLabels;
  const sources = tables.sources;
  const ends = tables.ends;
  const flooredCount = tables.flooredCount;
  const floored = tables.floored;
  const lastBlock = blocks - 1;
  const padding = blocks * BLOCK - labelCount;
  let alpha = tables.alpha;
  let edgeEvaluations: f64 = 0;
  let nodeExpansions: f64 = 0;
  let end = 0;
  store<i32>(ends, 0);
  let highest = noScore<T>();
  for (let o: usize = 0; o < row; o += VECTOR) {
    const prefix = v128.load(own + o);
    const key = v128.add<T>(prefix, v128.load(outgoing + o));
    v128.store(alpha + o, prefix);
    v128.store(keys + o, key);
    highest = larger<T>(highest, key);
  }
  let t = 1;
  for (; t < length; t++) {
    own += row;
    highest = spread<T>(highest);
    if (v128.extract_lane<T>(highest, 0) == <T>(-Infinity)) break;
    const first = find<T>(keys, row, highest);
    const prefix = v128.load_splat<T>(at<T>(alpha, first));
    relaxAll<T>(prefix, edges + <usize>first * row, values, laneMinima, row);
    for (let i = 0; i < flooredCount; i++) {
      const b = load<i32>(at<i32>(floored, i));
      const offset = <usize>b * blockBytes<T>();
      v128.store(laneMinima + <usize>b * VECTOR, flooredLeast<T>(values + offset, floors + offset));
    }
    let bar = leastOfAll<T>(laneMinima, laneMinimaEnd);
    store<T>(at<T>(keys, first), <T>(-Infinity));
    store<i32>(at<i32>(sources, end++), first);
    let spent: f64 = <f64>labelCount;
    const waiting = listAbove<T>(keys, row, bar, waitingKeys, waitingLabels);
    const waitingBytes = (<usize>waiting * sizeof<T>() + QUAD - 1) & ~(QUAD - 1);
    if (waiting) {
      for (let g: usize = 0, from = laneMinima; g < groupBytes; g += VECTOR, from += VECTOR * VECTOR / sizeof<T>()) {
        v128.store(least + g, smallestOfEach<T>(from));
      }
    }
    while (waiting) {
      let top = quadTop<T>(waitingKeys);
      for (let o = QUAD; o < waitingBytes; o += QUAD) top = larger<T>(top, quadTop<T>(waitingKeys + o));
      top = spread<T>(top);
      if (!(v128.extract_lane<T>(top, 0) > bar)) break;
      if (spent > limit) {
        // Labels that wait no longer, for their keys were taken or do not exceed the bar, go out.
        let n = 0;
        for (let i = 0; i < waiting; i++) {
          const x = load<i32>(at<i32>(waitingLabels, i));
          if (!(load<T>(at<T>(waitingKeys, i)) > bar)) continue;
          store<i32>(at<i32>(sources, end++), x);
          store<i32>(at<i32>(waitingLabels, n), x);
          store<T>(at<T>(waitingKeys, n), load<T>(at<T>(alpha, x)));
          n++;
        }
        for (let o: usize = 0; o < row; o += blockBytes<T>()) {
          raiseFromAll<T>(waitingLabels, waitingKeys, n, edges + o, row, values + o);
        }
        spent += <f64>n * <f64>labelCount;
        break;
      }
      const i = find<T>(waitingKeys, waitingBytes, top);
      store<T>(at<T>(waitingKeys, i), <T>(-Infinity));
      const x = load<i32>(at<i32>(waitingLabels, i));
      const source = v128.load_splat<T>(at<T>(alpha, x));
      const from = edges + <usize>x * row;
      const most = maxima + <usize>x * groupBytes;
      let relaxed = 0;
      for (let g: usize = 0, b = 0; g < groupBytes; ) {
        let open: u64 = 0;
        for (let shift: u64 = 0; shift < 64 && g < groupBytes; shift += VECTOR / sizeof<T>(), g += VECTOR) {
          const exceeds = v128.gt<T>(v128.add<T>(source, v128.load(most + g)), v128.load(least + g));
          open |= <u64>(sizeof<T>() == 4 ? v128.bitmask<i32>(exceeds) : v128.bitmask<i64>(exceeds)) << shift;
        }
        while (open) {
          const block = b + <i32>ctz(open);
          open &= open - 1;
          const offset = <usize>block * blockBytes<T>();
          store<T>(at<T>(least, block), raiseBlock<T>(source, from + offset, values + offset, floors + offset));
          relaxed += block == lastBlock ? BLOCK - padding : BLOCK;
        }
        b += 64;
      }
      spent += <f64>(blocks + relaxed);
      if (relaxed) {
        store<i32>(at<i32>(sources, end++), x);
        bar = leastOfAll<T>(least, leastEnd);
      }
    }
    edgeEvaluations += spent;
    nodeExpansions += <f64>(end - load<i32>(at<i32>(ends, t - 1)));
    store<i32>(at<i32>(ends, t), end);
    alpha += row;
    highest = finish<T>(values, own, outgoing, alpha, keys, row);
  }
  tables.edgeEvaluations = edgeEvaluations;
  tables.nodeExpansions = nodeExpansions;
  if (t < length) return 0;
  let top = noScore<T>();
  for (let o: usize = 0; o < row; o += QUAD) top = larger<T>(top, quadTop<T>(alpha + o));
  top = spread<T>(top);
  const score = v128.extract_lane<T>(top, 0);
  if (score == <T>(-Infinity)) return 0;
  tables.score = <f64>score;
  return length;
}

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
export function blockFollow<T>(address: usize, length: i32): void {
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
