// Relaxing the edges of a few sources, for forward dominance, and finding what may matter.

import { BLOCK, blockBytes, larger, noScore, VECTOR } from "./lanes";
import { at, equalBits, QUAD, quadTop, reachingBits, spread } from "./quads";
import { Tables } from "./tables";

/** So few sources are relaxed into all labels, which is cheaper than to look where they matter. */
export const FEW_ROWS: i32 = 4;

/** values = prefix + e(x, y) + own for all labels, and their heights; returns their maxima lane by lane. */
// @ts-ignore: decorator
@inline
export function relaxRow<T>(prefix: v128, edges: usize, own: usize, values: usize, heights: usize, row: usize): v128 {
  let highest = noScore<T>();
  for (let o: usize = 0; o < row; o += QUAD) {
    const a = v128.add<T>(v128.add<T>(prefix, v128.load(edges + o)), v128.load(own + o));
    const b = v128.add<T>(v128.add<T>(prefix, v128.load(edges + o, 16)), v128.load(own + o, 16));
    const c = v128.add<T>(v128.add<T>(prefix, v128.load(edges + o, 32)), v128.load(own + o, 32));
    const d = v128.add<T>(v128.add<T>(prefix, v128.load(edges + o, 48)), v128.load(own + o, 48));
    v128.store(values + o, a);
    v128.store(values + o, b, 16);
    v128.store(values + o, c, 32);
    v128.store(values + o, d, 48);
    const top = larger<T>(larger<T>(a, b), larger<T>(c, d));
    v128.store(heights + (o >> 2), top);
    highest = larger<T>(highest, top);
  }
  return highest;
}

/** The same from two sources. */
// @ts-ignore: decorator
@inline
function relaxTwo<T>(p: v128, q: v128, one: usize, two: usize, own: usize, values: usize, heights: usize, row: usize): v128 {
  let highest = noScore<T>();
  for (let o: usize = 0; o < row; o += QUAD) {
    const a = v128.add<T>(bestOfTwo<T>(p, q, one + o, two + o), v128.load(own + o));
    const b = v128.add<T>(bestOfTwo<T>(p, q, one + o + 16, two + o + 16), v128.load(own + o, 16));
    const c = v128.add<T>(bestOfTwo<T>(p, q, one + o + 32, two + o + 32), v128.load(own + o, 32));
    const d = v128.add<T>(bestOfTwo<T>(p, q, one + o + 48, two + o + 48), v128.load(own + o, 48));
    v128.store(values + o, a);
    v128.store(values + o, b, 16);
    v128.store(values + o, c, 32);
    v128.store(values + o, d, 48);
    const top = larger<T>(larger<T>(a, b), larger<T>(c, d));
    v128.store(heights + (o >> 2), top);
    highest = larger<T>(highest, top);
  }
  return highest;
}

/** The same from four. */
// @ts-ignore: decorator
@inline
function relaxFour<T>(p: v128, q: v128, r: v128, s: v128, one: usize, two: usize, three: usize, four: usize, own: usize, values: usize, heights: usize, row: usize): v128 {
  let highest = noScore<T>();
  for (let o: usize = 0; o < row; o += QUAD) {
    const a = v128.add<T>(bestOfFour<T>(p, q, r, s, one + o, two + o, three + o, four + o), v128.load(own + o));
    const b = v128.add<T>(bestOfFour<T>(p, q, r, s, one + o + 16, two + o + 16, three + o + 16, four + o + 16), v128.load(own + o, 16));
    v128.store(values + o, a);
    v128.store(values + o, b, 16);
    const c = v128.add<T>(bestOfFour<T>(p, q, r, s, one + o + 32, two + o + 32, three + o + 32, four + o + 32), v128.load(own + o, 32));
    const d = v128.add<T>(bestOfFour<T>(p, q, r, s, one + o + 48, two + o + 48, three + o + 48, four + o + 48), v128.load(own + o, 48));
    v128.store(values + o, c, 32);
    v128.store(values + o, d, 48);
    const top = larger<T>(larger<T>(a, b), larger<T>(c, d));
    v128.store(heights + (o >> 2), top);
    highest = larger<T>(highest, top);
  }
  return highest;
}

// @ts-ignore: decorator
@inline
function bestOfTwo<T>(p: v128, q: v128, one: usize, two: usize): v128 {
  return larger<T>(v128.add<T>(p, v128.load(one)), v128.add<T>(q, v128.load(two)));
}

// @ts-ignore: decorator
@inline
function bestOfFour<T>(p: v128, q: v128, r: v128, s: v128, one: usize, two: usize, three: usize, four: usize): v128 {
  return larger<T>(bestOfTwo<T>(p, q, one, two), bestOfTwo<T>(r, s, three, four));
}

/** The same from one to four sources, each count with a loop of its own; three count as four. */
// @ts-ignore: decorator
@inline
export function relaxFew<T>(edges: usize, row: usize, labels: usize, prefixes: usize, count: i32, own: usize, values: usize, heights: usize): v128 {
  const p = v128.load_splat<T>(prefixes);
  const one = edges + <usize>load<i32>(labels) * row;
  if (count == 1) return relaxRow<T>(p, one, own, values, heights, row);
  const q = v128.load_splat<T>(prefixes, sizeof<T>());
  const two = edges + <usize>load<i32>(labels, 4) * row;
  if (count == 2) return relaxTwo<T>(p, q, one, two, own, values, heights, row);
  const r = v128.load_splat<T>(prefixes, 2 * sizeof<T>());
  const three = edges + <usize>load<i32>(labels, 8) * row;
  const s = v128.load_splat<T>(at<T>(prefixes, count - 1));
  const four = edges + <usize>load<i32>(at<i32>(labels, count - 1)) * row;
  return relaxFour<T>(p, q, r, s, one, two, three, four, own, values, heights, row);
}

/** Which of up to 64 prefixes from `first` on, of `count` in all, reach a score. */
// @ts-ignore: decorator
@inline
function reachingPrefixes<T>(prefixes: usize, first: i32, count: i32, needed: v128): u64 {
  const reaching = reachingBits<T>(at<T>(prefixes, first), at<T>(prefixes, min(first + 64, count)), needed);
  return count - first < 64 ? reaching & (<u64>1 << <u64>(count - first)) - 1 : reaching;
}

/**
 * values = max over sources of ( prefix + e(x, y) ) + own for a block of labels, and the values that
 * are there; returns their maxima lane by lane. Sources whose prefix is less than needed are left out; adds the
 * edges of the others to `tables.relaxed`.
 */
// @ts-ignore: decorator
@inline
export function relaxBlock<T>(tables: Tables, edges: usize, row: usize, labels: usize, prefixes: usize, count: i32, needed: v128, own: usize, values: usize): v128 {
  let highest = noScore<T>();
  for (let first = 0; first < count; first += 64) {
    const wanted = reachingPrefixes<T>(prefixes, first, count, needed);
    if (!wanted) continue;
    tables.relaxed += <i32>popcnt(wanted) * BLOCK;
    for (let o: usize = 0; o < blockBytes<T>(); o += QUAD) {
      let a = noScore<T>(), b = a, c = a, d = a;
      for (let rest = wanted; rest; rest &= rest - 1) {
        const i = first + <i32>ctz(rest);
        const prefix = v128.load_splat<T>(at<T>(prefixes, i));
        const from = edges + o + <usize>load<i32>(at<i32>(labels, i)) * row;
        a = larger<T>(a, v128.add<T>(prefix, v128.load(from)));
        b = larger<T>(b, v128.add<T>(prefix, v128.load(from, 16)));
        c = larger<T>(c, v128.add<T>(prefix, v128.load(from, 32)));
        d = larger<T>(d, v128.add<T>(prefix, v128.load(from, 48)));
      }
      v128.store(values + o, larger<T>(v128.load(values + o), v128.add<T>(a, v128.load(own + o))));
      v128.store(values + o, larger<T>(v128.load(values + o, 16), v128.add<T>(b, v128.load(own + o, 16))), 16);
      v128.store(values + o, larger<T>(v128.load(values + o, 32), v128.add<T>(c, v128.load(own + o, 32))), 32);
      v128.store(values + o, larger<T>(v128.load(values + o, 48), v128.add<T>(d, v128.load(own + o, 48))), 48);
    }
  }
  for (let o: usize = 0; o < blockBytes<T>(); o += QUAD) highest = larger<T>(highest, quadTop<T>(values + o));
  return highest;
}

/** Starts the values of a block at −∞. */
// @ts-ignore: decorator
@inline
export function clearBlock<T>(values: usize): void {
  for (let o: usize = 0; o < blockBytes<T>(); o += VECTOR) v128.store(values + o, noScore<T>());
}

/** The first label with a value, among those of some blocks. */
// @ts-ignore: decorator
@inline
export function findTouched<T>(values: usize, touched: usize, n: i32, wanted: v128): i32 {
  for (let j = 0; j < n; j++) {
    const b = load<i32>(at<i32>(touched, j));
    const from = values + <usize>b * blockBytes<T>();
    const equal = equalBits<T>(from, from + blockBytes<T>(), wanted);
    if (equal) return b * BLOCK + <i32>ctz(equal);
  }
  return -1;
}

/**
 * Lists the blocks with a label that the best one, with its advantages, does not dominate whatever
 * source it comes from: the best, whose values are known, or one of the others, the best of which has
 * the prefix `other`. Writes what prefix a source needs to matter to the block.
 */
// @ts-ignore: decorator
@inline
export function listByRow<T>(values: usize, other: v128, own: usize, incoming: usize, advantages: usize, row: usize, bar: v128, touched: usize, needed: usize): i32 {
  let n = 0;
  let b = 0;
  for (const end = own + row; own < end; b++) {
    let reach = noScore<T>();
    let most = noScore<T>();
    for (let i: usize = 0; i < blockBytes<T>(); i += QUAD) {
      const gainA = v128.load(advantages);
      const gainB = v128.load(advantages, 16);
      const gainC = v128.load(advantages, 32);
      const gainD = v128.load(advantages, 48);
      const boundA = v128.add<T>(v128.add<T>(v128.load(own), v128.load(incoming)), gainA);
      const boundB = v128.add<T>(v128.add<T>(v128.load(own, 16), v128.load(incoming, 16)), gainB);
      const boundC = v128.add<T>(v128.add<T>(v128.load(own, 32), v128.load(incoming, 32)), gainC);
      const boundD = v128.add<T>(v128.add<T>(v128.load(own, 48), v128.load(incoming, 48)), gainD);
      most = larger<T>(larger<T>(larger<T>(larger<T>(most, boundA), boundB), boundC), boundD);
      reach = larger<T>(reach, v128.add<T>(v128.load(values), gainA));
      reach = larger<T>(reach, v128.add<T>(v128.load(values, 16), gainB));
      reach = larger<T>(reach, v128.add<T>(v128.load(values, 32), gainC));
      reach = larger<T>(reach, v128.add<T>(v128.load(values, 48), gainD));
      own += QUAD;
      incoming += QUAD;
      advantages += QUAD;
      values += QUAD;
    }
    // Each block is written, and the next one over it unless it is listed: a branch would be taken as if at random.
    store<i32>(at<i32>(touched, n), b);
    v128.store(needed + <usize>n * VECTOR, v128.sub<T>(bar, spread<T>(most)));
    n += i32(v128.any_true(v128.ge<T>(larger<T>(reach, v128.add<T>(most, other)), bar)));
  }
  return n;
}

/** The highest bound of each block, lane by lane, and of all. */
// @ts-ignore: decorator
@inline
export function boundBlocks<T>(own: usize, bounds: usize, row: usize, tops: usize): v128 {
  let highest = noScore<T>();
  for (const end = own + row; own < end; tops += VECTOR) {
    let top = noScore<T>();
    for (let i: usize = 0; i < blockBytes<T>(); i += QUAD) {
      const a = v128.add<T>(v128.load(own), v128.load(bounds));
      const b = v128.add<T>(v128.load(own, 16), v128.load(bounds, 16));
      const c = v128.add<T>(v128.load(own, 32), v128.load(bounds, 32));
      const d = v128.add<T>(v128.load(own, 48), v128.load(bounds, 48));
      top = larger<T>(top, larger<T>(larger<T>(a, b), larger<T>(c, d)));
      own += QUAD;
      bounds += QUAD;
    }
    v128.store(tops, top);
    highest = larger<T>(highest, top);
  }
  return highest;
}

/** Lists the blocks whose bound reaches a bar, and what prefix a source needs to matter to each. */
// @ts-ignore: decorator
@inline
export function listByBound<T>(tops: usize, blocks: i32, prefix: v128, bar: v128, touched: usize, needed: usize): i32 {
  let n = 0;
  for (let first = 0; first < blocks; first += 4, tops += QUAD) {
    if (!v128.any_true(v128.ge<T>(v128.add<T>(quadTop<T>(tops), prefix), bar))) continue;
    // Not beyond the last one: a bar of −∞ is reached by the padding too.
    for (let b = first; b < min(first + 4, blocks); b++) {
      const top = v128.load(tops + <usize>(b - first) * VECTOR);
      if (!v128.any_true(v128.ge<T>(v128.add<T>(top, prefix), bar))) continue;
      store<i32>(at<i32>(touched, n), b);
      v128.store(needed + <usize>n * VECTOR, v128.sub<T>(bar, spread<T>(top)));
      n++;
    }
  }
  return n;
}

/** The first block with the highest bound, which all lanes hold. */
// @ts-ignore: decorator
@inline
export function findBlock<T>(tops: usize, blocks: i32, highest: v128): i32 {
  for (let first = 0; first < blocks; first += 4, tops += QUAD) {
    if (!v128.any_true(v128.eq<T>(quadTop<T>(tops), highest))) continue;
    let b = first;
    while (!v128.any_true(v128.eq<T>(v128.load(tops), highest))) {
      b++;
      tops += VECTOR;
    }
    return b;
  }
  return 0;
}
