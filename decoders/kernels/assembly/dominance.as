// Forward dominance over a sentence; see `dominance_sweep.ts`, which does the same in TypeScript.

import { bits, BLOCK, blockBytes, larger, largest, noScore, VECTOR } from "./lanes";
import { denseStep } from "./dense";

/** As `DominanceTables` in TypeScript writes it. */
@unmanaged
class Tables {
  labelCount: i32;
  blocks: i32;
  /** 1: the row of the best source filters the blocks; 0: the block of the best bound does. */
  byRow: i32;
  /** Rows of the transitions, previous label by previous label, padded with −∞. */
  edges: usize;
  /** The same as panels for `denseStep`; 0 if they have not been made. */
  panels: usize;
  /** Two rows: largest edge into plus largest edge out of each label; largest edge into it. */
  bounds: usize;
  /** Smallest edge out of each label. */
  least: usize;
  /** By label, the address of its row of advantages; 0 if it has not been made. */
  advantages: usize;
  /** Room for a row of scores, for a dense row of prefixes, and for a vector and an index a block. */
  values: usize;
  prefixRow: usize;
  tops: usize;
  touched: usize;
  /** Where the sweep begins, and where it stops if something is missing. */
  position: i32;
  /** Nothing: the counters are aligned to eight bytes. */
  padding: i32;
  /** Edges and nodes counted. */
  edgeEvaluations: f64;
  nodeExpansions: f64;
}

/** What a sweep needs before it can go on: the panels, or (less m) the advantages over label m. */
const PANELS_MISSING: i32 = -1;
const ADVANTAGES_MISSING: i32 = -2;

// @ts-ignore: decorator
@inline
function at<T>(base: usize, index: i32): usize {
  return base + <usize>index * sizeof<T>();
}

/** values[y] = max( values[y], prefix + e(x, y) + own[y] ) for the labels of a block. */
// @ts-ignore: decorator
@inline
function relaxBlock<T>(prefix: v128, edges: usize, own: usize, values: usize): void {
  for (let i: usize = 0; i < blockBytes<T>(); i += VECTOR) {
    const score = v128.add<T>(v128.add<T>(prefix, v128.load(edges + i)), v128.load(own + i));
    v128.store(values + i, larger<T>(v128.load(values + i), score));
  }
}

/** Relaxes the edges of all sources but one into the labels of a block. */
// @ts-ignore: decorator
@inline
function relaxSources<T>(edges: usize, row: usize, values: usize, labels: usize, prefixes: usize, count: i32, except: i32, own: usize, block: i32): void {
  const offset = <usize>block * blockBytes<T>();
  for (let i = 0; i < count; i++) {
    if (i == except) continue;
    const prefix = v128.load_splat<T>(at<T>(prefixes, i));
    const from = edges + <usize>load<i32>(at<i32>(labels, i)) * row;
    relaxBlock<T>(prefix, from + offset, own + offset, values + offset);
  }
}

/** Starts the values of a block at −∞. */
// @ts-ignore: decorator
@inline
function clearBlock<T>(values: usize, block: i32): void {
  const from = values + <usize>block * blockBytes<T>();
  for (let i: usize = 0; i < blockBytes<T>(); i += VECTOR) v128.store(from + i, noScore<T>());
}

/** The largest sum of two rows over a block, lane by lane. */
// @ts-ignore: decorator
@inline
function blockTop<T>(a: usize, b: usize): v128 {
  let top = noScore<T>();
  for (let i: usize = 0; i < blockBytes<T>(); i += VECTOR) {
    top = larger<T>(top, v128.add<T>(v128.load(a + i), v128.load(b + i)));
  }
  return top;
}

/**
 * Values of the labels that may survive at a position after the first. Writes the blocks that were
 * touched and returns their number, or PANELS_MISSING.
 */
// @ts-ignore: decorator
@inline
function relax<T>(tables: Tables, labels: usize, prefixes: usize, count: i32, own: usize, tolerance: T, isLast: bool): i32 {
  const bytes = blockBytes<T>();
  const blocks = tables.blocks;
  const row = <usize>blocks * bytes;
  const values = tables.values;
  const tops = tables.tops;
  const touched = tables.touched;
  const bounds = isLast ? tables.bounds + row : tables.bounds;
  // Fields are read once: a store in a loop might change them for all the compiler knows.
  const allEdges = tables.edges;
  const least = tables.least;
  const byRow = tables.byRow;
  const labelCount = tables.labelCount;
  let best = 0;
  for (let i = 1; i < count; i++) {
    if (load<T>(at<T>(prefixes, i)) > load<T>(at<T>(prefixes, best))) best = i;
  }
  const prefix = v128.load_splat<T>(at<T>(prefixes, best));
  const edges = allEdges + <usize>load<i32>(at<i32>(labels, best)) * row;

  // A score that some label reaches whatever comes next, and the highest score of each block.
  let reached = noScore<T>();
  if (byRow) {
    for (let b: usize = 0, o: usize = 0; b < <usize>blocks; b++, o += bytes) {
      let top = noScore<T>();
      for (let i = o; i < o + bytes; i += VECTOR) {
        const emission = v128.load(own + i);
        const value = v128.add<T>(v128.add<T>(prefix, v128.load(edges + i)), emission);
        v128.store(values + i, value);
        reached = larger<T>(reached, isLast ? value : v128.add<T>(value, v128.load(least + i)));
        top = larger<T>(top, v128.add<T>(emission, v128.load(bounds + i)));
      }
      v128.store(tops + b * VECTOR, top);
    }
    tables.edgeEvaluations += tables.labelCount;
    tables.nodeExpansions += tables.labelCount;
  } else {
    let highest = noScore<T>();
    for (let b: usize = 0, o: usize = 0; b < <usize>blocks; b++, o += bytes) {
      const top = blockTop<T>(own + o, bounds + o);
      v128.store(tops + b * VECTOR, top);
      highest = larger<T>(highest, top);
    }
    const wanted = v128.splat<T>(largest<T>(highest));
    let b = 0;
    while (b < blocks - 1 && !v128.any_true(v128.eq<T>(v128.load(tops + <usize>b * VECTOR), wanted))) b++;
    clearBlock<T>(values, b);
    relaxSources<T>(allEdges, row, values, labels, prefixes, count, -1, own, b);
    for (let i = <usize>b * bytes; i < <usize>(b + 1) * bytes; i += VECTOR) {
      const value = v128.load(values + i);
      reached = larger<T>(reached, isLast ? value : v128.add<T>(value, v128.load(least + i)));
    }
    tables.edgeEvaluations += <f64>count * <f64>BLOCK;
    tables.nodeExpansions += <f64>BLOCK;
  }

  const bar = v128.splat<T>(largest<T>(reached) - tolerance);
  let n = 0;
  for (let b = 0; b < blocks; b++) {
    const top = v128.add<T>(v128.load(tops + <usize>b * VECTOR), prefix);
    if (!v128.any_true(v128.ge<T>(top, bar))) continue;
    store<i32>(at<i32>(touched, n), b);
    n++;
  }
  const others = byRow ? count - 1 : count;
  if (others == 0) return n;
  if (others * n > (labelCount * blocks) >> 1) {
    if (!tables.panels) return PANELS_MISSING;
    for (let o: usize = 0; o < row; o += VECTOR) v128.store(tables.prefixRow + o, noScore<T>());
    for (let i = 0; i < count; i++) {
      store<T>(at<T>(tables.prefixRow, load<i32>(at<i32>(labels, i))), load<T>(at<T>(prefixes, i)));
    }
    denseStep<T>(tables.prefixRow, tables.panels, own, values, tables.labelCount, blocks);
    for (let b = 0; b < blocks; b++) store<i32>(at<i32>(touched, b), b);
    tables.edgeEvaluations += <f64>tables.labelCount * <f64>tables.labelCount;
    return blocks;
  }
  for (let j = 0; j < n; j++) {
    const b = load<i32>(at<i32>(touched, j));
    if (!byRow) clearBlock<T>(values, b);
    relaxSources<T>(allEdges, row, values, labels, prefixes, count, byRow ? best : -1, own, b);
  }
  tables.edgeEvaluations += <f64>others * <f64>n * <f64>BLOCK;
  if (!byRow) tables.nodeExpansions += <f64>n * <f64>BLOCK;
  return n;
}

/**
 * Keeps the labels of the touched blocks that the best of them does not dominate; of the last
 * position only the best. Returns their number, or ADVANTAGES_MISSING − m.
 */
// @ts-ignore: decorator
@inline
function keep<T>(tables: Tables, n: i32, labels: usize, prefixes: usize, tolerance: T, isLast: bool): i32 {
  const size: usize = sizeof<T>();
  const bytes = blockBytes<T>();
  const values = tables.values;
  const touched = tables.touched;
  let highest = noScore<T>();
  for (let j = 0; j < n; j++) {
    const from = values + <usize>load<i32>(at<i32>(touched, j)) * bytes;
    for (let i: usize = 0; i < bytes; i += VECTOR) highest = larger<T>(highest, v128.load(from + i));
  }
  const most = largest<T>(highest);
  if (most == <T>(-Infinity)) return 0;
  const wanted = v128.splat<T>(most);
  let m = -1;
  for (let j = 0; m < 0; j++) {
    const from = <usize>load<i32>(at<i32>(touched, j)) * bytes;
    for (let i: usize = 0; i < bytes; i += VECTOR) {
      const equal = bits<T>(v128.eq<T>(v128.load(values + from + i), wanted));
      if (equal) {
        m = <i32>((from + i) / size) + ctz(equal);
        break;
      }
    }
  }
  if (isLast) {
    store<i32>(labels, m);
    store<T>(prefixes, most);
    return 1;
  }
  const advantages = <usize>load<u32>(at<i32>(tables.advantages, m));
  if (!advantages) return ADVANTAGES_MISSING - m;
  const bar = v128.splat<T>(most - tolerance);
  let count = 0;
  for (let j = 0; j < n; j++) {
    const from = <usize>load<i32>(at<i32>(touched, j)) * bytes;
    for (let i = from; i < from + bytes; i += VECTOR) {
      const reach = v128.add<T>(v128.load(values + i), v128.load(advantages + i));
      let kept = bits<T>(v128.ge<T>(reach, bar));
      while (kept) {
        const y = <i32>(i / size) + ctz(kept);
        kept &= kept - 1;
        store<i32>(at<i32>(labels, count), y);
        store<T>(at<T>(prefixes, count), load<T>(at<T>(values, y)));
        count++;
      }
    }
  }
  return count;
}

// @ts-ignore: decorator
@inline
function dominanceSweep<T>(address: usize, own: usize, length: i32, tolerance: T, labels: usize, prefixes: usize, ends: usize): i32 {
  const tables = changetype<Tables>(address);
  const row = <usize>tables.blocks * blockBytes<T>();
  const from = tables.position;
  if (from == 0) {
    tables.edgeEvaluations = 0;
    tables.nodeExpansions = 0;
  }
  let start = from > 1 ? load<i32>(at<i32>(ends, from - 2)) : 0;
  let end = from > 0 ? load<i32>(at<i32>(ends, from - 1)) : 0;
  own += <usize>from * row;
  for (let t = from; t < length; t++, own += row) {
    const edgeEvaluations = tables.edgeEvaluations;
    const nodeExpansions = tables.nodeExpansions;
    const isLast = t == length - 1;
    let n = tables.blocks;
    let kept = 0;
    if (t == 0) {
      memory.copy(tables.values, own, row);
      for (let b = 0; b < n; b++) store<i32>(at<i32>(tables.touched, b), b);
    } else {
      n = relax<T>(tables, at<i32>(labels, start), at<T>(prefixes, start), end - start, own, tolerance, isLast);
      if (n < 0) kept = n;
    }
    if (kept == 0) {
      kept = keep<T>(tables, n, at<i32>(labels, end), at<T>(prefixes, end), tolerance, isLast);
    }
    if (kept < 0) {
      // The position will be done again.
      tables.position = t;
      tables.edgeEvaluations = edgeEvaluations;
      tables.nodeExpansions = nodeExpansions;
      return kept;
    }
    start = end;
    end += kept;
    store<i32>(at<i32>(ends, t), end);
    if (kept == 0) return 0;
  }
  return length;
}

export function dominanceSweep32(tables: usize, own: usize, length: i32, tolerance: f32, labels: usize, prefixes: usize, ends: usize): i32 {
  return dominanceSweep<f32>(tables, own, length, tolerance, labels, prefixes, ends);
}
export function dominanceSweep64(tables: usize, own: usize, length: i32, tolerance: f64, labels: usize, prefixes: usize, ends: usize): i32 {
  return dominanceSweep<f64>(tables, own, length, tolerance, labels, prefixes, ends);
}

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

/** path receives the best path through kept labels that ends in the last one kept. */
// @ts-ignore: decorator
@inline
function keptPath<T>(address: usize, length: i32, labels: usize, prefixes: usize, ends: usize, path: usize): void {
  const tables = changetype<Tables>(address);
  const edges = tables.edges;
  const row = <usize>tables.blocks * blockBytes<T>();
  let end = load<i32>(at<i32>(ends, length - 1)) - 1;
  let next = load<i32>(at<i32>(labels, end));
  store<i32>(at<i32>(path, length - 1), next);
  for (let t = length - 2; t >= 0; t--) {
    const start = t > 0 ? load<i32>(at<i32>(ends, t - 1)) : 0;
    let best: T = <T>(-Infinity);
    let from = 0;
    for (let i = start; i < end; i++) {
      const label = load<i32>(at<i32>(labels, i));
      const score = load<T>(at<T>(prefixes, i)) + load<T>(at<T>(edges + <usize>label * row, next));
      if (score > best) {
        best = score;
        from = label;
      }
    }
    store<i32>(at<i32>(path, t), from);
    next = from;
    end = start;
  }
}

export function keptPath32(tables: usize, length: i32, labels: usize, prefixes: usize, ends: usize, path: usize): void {
  keptPath<f32>(tables, length, labels, prefixes, ends, path);
}
export function keptPath64(tables: usize, length: i32, labels: usize, prefixes: usize, ends: usize, path: usize): void {
  keptPath<f64>(tables, length, labels, prefixes, ends, path);
}
