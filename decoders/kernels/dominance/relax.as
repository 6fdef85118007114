// Relaxing the edges of a few sources, for forward dominance, and finding what may matter.

import { BLOCK, blockBytes, larger, noScore, VECTOR } from "../shared/lanes";
import { at, equalBits, QUAD, quadTop, reachingBits, spread } from "../shared/quads";
import { Tables } from "./tables";

/** So few sources are relaxed into all labels, which is cheaper than to look where they matter. */
export const FEW_ROWS: i32 = 4;

/**
 * The best of the sums of up to four prefixes and edges. The count is a constant, which chooses a
 * loop without the others.
 */
// @ts-ignore: decorator
@inline
function bestOf<T>(count: i32, p: v128, q: v128, r: v128, s: v128, one: usize, two: usize, three: usize, four: usize): v128 {
  let best = v128.add<T>(p, v128.load(one));
  if (count > 1) best = larger<T>(best, v128.add<T>(q, v128.load(two)));
  if (count > 2) best = larger<T>(best, v128.add<T>(r, v128.load(three)));
  if (count > 3) best = larger<T>(best, v128.add<T>(s, v128.load(four)));
  return best;
}

/**
 * values = max over one to four sources of ( prefix + e(x, y) ) + own for a row of labels, and
 * their quad maxima; returns their maxima lane by lane.
 */
// @ts-ignore: decorator
@inline
function relaxRows<T>(count: i32, p: v128, q: v128, r: v128, s: v128, one: usize, two: usize, three: usize, four: usize, own: usize, values: usize, quadMaxima: usize, row: usize): v128 {
  let highest = noScore<T>();
  for (let o: usize = 0; o < row; o += QUAD) {
    const a = v128.add<T>(bestOf<T>(count, p, q, r, s, one + o, two + o, three + o, four + o), v128.load(own + o));
    const b = v128.add<T>(bestOf<T>(count, p, q, r, s, one + o + 16, two + o + 16, three + o + 16, four + o + 16), v128.load(own + o, 16));
    v128.store(values + o, a);
    v128.store(values + o, b, 16);
    const c = v128.add<T>(bestOf<T>(count, p, q, r, s, one + o + 32, two + o + 32, three + o + 32, four + o + 32), v128.load(own + o, 32));
    const d = v128.add<T>(bestOf<T>(count, p, q, r, s, one + o + 48, two + o + 48, three + o + 48, four + o + 48), v128.load(own + o, 48));
    v128.store(values + o, c, 32);
    v128.store(values + o, d, 48);
    const top = larger<T>(larger<T>(a, b), larger<T>(c, d));
    v128.store(quadMaxima + (o >> 2), top);
    highest = larger<T>(highest, top);
  }
  return highest;
}

/** `relaxRows` from one source. */
// @ts-ignore: decorator
@inline
export function relaxRow<T>(prefix: v128, edges: usize, own: usize, values: usize, quadMaxima: usize, row: usize): v128 {
  return relaxRows<T>(1, prefix, prefix, prefix, prefix, edges, edges, edges, edges, own, values, quadMaxima, row);
}

/**
 * `relaxRows` from the first one to four sources of a list. Not inlined: it is as fast, and less
 * code.
 */
export function relaxFew<T>(edges: usize, row: usize, labels: usize, prefixes: usize, count: i32, own: usize, values: usize, quadMaxima: usize): v128 {
  const p = v128.load_splat<T>(prefixes);
  const one = edges + <usize>load<i32>(labels) * row;
  if (count == 1) return relaxRow<T>(p, one, own, values, quadMaxima, row);
  const q = v128.load_splat<T>(prefixes, sizeof<T>());
  const two = edges + <usize>load<i32>(labels, 4) * row;
  if (count == 2) return relaxRows<T>(2, p, q, q, q, one, two, two, two, own, values, quadMaxima, row);
  const r = v128.load_splat<T>(prefixes, 2 * sizeof<T>());
  const three = edges + <usize>load<i32>(labels, 8) * row;
  if (count == 3) return relaxRows<T>(3, p, q, r, r, one, two, three, three, own, values, quadMaxima, row);
  const s = v128.load_splat<T>(prefixes, 3 * sizeof<T>());
  const four = edges + <usize>load<i32>(labels, 12) * row;
  return relaxRows<T>(4, p, q, r, s, one, two, three, four, own, values, quadMaxima, row);
}

/** Which of up to 64 prefixes from `first` on, of `count` in all, reach a score. */
// @ts-ignore: decorator
@inline
function reachingPrefixes<T>(prefixes: usize, first: i32, count: i32, needed: v128): u64 {
  const reaching = reachingBits<T>(at<T>(prefixes, first), at<T>(prefixes, min(first + 64, count)), needed);
  return count - first < 64 ? reaching & (<u64>1 << <u64>(count - first)) - 1 : reaching;
}

/**
 * values = max over sources of ( prefix + e(x, y) ) + own for a block of labels, and the values
 * that are there; and their quad maxima. Returns their maxima lane by lane, −∞ if no source has the
 * prefix needed: such sources are left out. Adds the edges of the others to `tables.relaxed`, of a
 * block with `size` labels.
 */
// @ts-ignore: decorator
@inline
export function relaxBlock<T>(tables: Tables, edges: usize, row: usize, labels: usize, prefixes: usize, count: i32, needed: v128, own: usize, values: usize, quadMaxima: usize, size: i32): v128 {
  let highest = noScore<T>();
  for (let first = 0; first < count; first += 64) {
    const wanted = reachingPrefixes<T>(prefixes, first, count, needed);
    if (!wanted) continue;
    tables.relaxed += <i32>popcnt(wanted) * size;
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
      a = larger<T>(v128.load(values + o), v128.add<T>(a, v128.load(own + o)));
      b = larger<T>(v128.load(values + o, 16), v128.add<T>(b, v128.load(own + o, 16)));
      c = larger<T>(v128.load(values + o, 32), v128.add<T>(c, v128.load(own + o, 32)));
      d = larger<T>(v128.load(values + o, 48), v128.add<T>(d, v128.load(own + o, 48)));
      v128.store(values + o, a);
      v128.store(values + o, b, 16);
      v128.store(values + o, c, 32);
      v128.store(values + o, d, 48);
      const top = larger<T>(larger<T>(a, b), larger<T>(c, d));
      v128.store(quadMaxima + (o >> 2), top);
      highest = larger<T>(highest, top);
    }
  }
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
export function findOpen<T>(values: usize, openBlocks: usize, n: i32, wanted: v128): i32 {
  for (let j = 0; j < n; j++) {
    const b = load<i32>(at<i32>(openBlocks, j));
    const from = values + <usize>b * blockBytes<T>();
    const equal = equalBits<T>(from, from + blockBytes<T>(), wanted);
    if (equal) return b * BLOCK + <i32>ctz(equal);
  }
  return -1;
}

/**
 * Lists the blocks with a label that may matter from a source with the prefix `other`: `gains` is
 * what the best of all edges into a label, with the advantages of the label over the best one, adds
 * to it. Writes what prefix a source needs to matter to the block.
 */
// @ts-ignore: decorator
@inline
export function listByRow<T>(own: usize, gains: usize, row: usize, other: v128, bar: v128, openBlocks: usize, needed: usize): i32 {
  let n = 0;
  let b = 0;
  for (const end = own + row; own < end; b++) {
    let most = noScore<T>();
    for (let i: usize = 0; i < blockBytes<T>(); i += QUAD) {
      // NaN, of a label without edges into it, is never the larger one.
      most = larger<T>(most, v128.add<T>(v128.load(own), v128.load(gains)));
      most = larger<T>(most, v128.add<T>(v128.load(own, 16), v128.load(gains, 16)));
      most = larger<T>(most, v128.add<T>(v128.load(own, 32), v128.load(gains, 32)));
      most = larger<T>(most, v128.add<T>(v128.load(own, 48), v128.load(gains, 48)));
      own += QUAD;
      gains += QUAD;
    }
    // Each block is written, and the next one over it unless it is listed: a branch would be taken
    // as if at random.
    store<i32>(at<i32>(openBlocks, n), b);
    v128.store(needed + <usize>n * VECTOR, v128.sub<T>(bar, spread<T>(most)));
    n += i32(v128.any_true(v128.ge<T>(v128.add<T>(most, other), bar)));
  }
  return n;
}

/** The highest bound of each block, lane by lane, and of all. */
// @ts-ignore: decorator
@inline
export function boundBlocks<T>(own: usize, bounds: usize, row: usize, blockBounds: usize): v128 {
  let highest = noScore<T>();
  for (const end = own + row; own < end; blockBounds += VECTOR) {
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
    v128.store(blockBounds, top);
    highest = larger<T>(highest, top);
  }
  return highest;
}

/** Lists the blocks whose bound reaches a bar, and what prefix a source needs to matter to each. */
// @ts-ignore: decorator
@inline
export function listByBound<T>(blockBounds: usize, blocks: i32, prefix: v128, bar: v128, openBlocks: usize, needed: usize): i32 {
  let n = 0;
  for (let first = 0; first < blocks; first += 4, blockBounds += QUAD) {
    if (!v128.any_true(v128.ge<T>(v128.add<T>(quadTop<T>(blockBounds), prefix), bar))) continue;
    // Not beyond the last one: a bar of −∞ is reached by the padding too.
    for (let b = first; b < min(first + 4, blocks); b++) {
      const top = v128.load(blockBounds + <usize>(b - first) * VECTOR);
      if (!v128.any_true(v128.ge<T>(v128.add<T>(top, prefix), bar))) continue;
      store<i32>(at<i32>(openBlocks, n), b);
      v128.store(needed + <usize>n * VECTOR, v128.sub<T>(bar, spread<T>(top)));
      n++;
    }
  }
  return n;
}

/** The first block with the highest bound, which all lanes hold. */
// @ts-ignore: decorator
@inline
export function findBlock<T>(blockBounds: usize, blocks: i32, highest: v128): i32 {
  for (let first = 0; first < blocks; first += 4, blockBounds += QUAD) {
    if (!v128.any_true(v128.eq<T>(quadTop<T>(blockBounds), highest))) continue;
    let b = first;
    while (!v128.any_true(v128.eq<T>(v128.load(blockBounds), highest))) {
      b++;
      blockBounds += VECTOR;
    }
    return b;
  }
  return 0;
}
