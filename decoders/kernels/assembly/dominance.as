// Forward dominance over a sentence; see `dominance_sweep.ts`, which does the same in TypeScript.

import { denseStep } from "./dense";
import { BLOCK, blockBytes, larger, noScore, VECTOR } from "./lanes";
import { at, find, groupBytes, QUAD, quadTop, reachBits, spread } from "./quads";
import {
  boundBlocks,
  clearBlock,
  findTouched,
  keepGroup,
  keepLabel,
  listByBound,
  listByRow,
  relaxBlock,
  relaxFew,
} from "./relax";
import { ADVANTAGES_MISSING, PANELS_MISSING, Tables } from "./tables";

/** The sweep goes on from the left while it has so few labels. */
const FEW: i32 = 32;

/**
 * So few sources are relaxed into all labels, which is cheaper than to look where they matter. So is
 * the dense step where more than seven eighths of the labels are sources.
 */
const FEW_ROWS: i32 = 4;

/**
 * Keeps labels of position `t` of a sweep; returns how many, or −1 if something is missing, which
 * `tables.missing` names. What is needed at every position comes as parameters, so that a loop reads it
 * from the tables once.
 */
// @ts-ignore: decorator
@inline
function step<T>(tables: Tables, row: usize, edges: usize, values: usize, allAdvantages: usize, sources: usize, prefixes: usize, count: i32, t: i32, own: usize, isLast: bool, slack: v128): i32 {
  const bytes = blockBytes<T>();
  let relaxed: f64 = 0;
  // Of all labels, or of n blocks.
  let all = true;
  let n = 0;
  let highest = noScore<T>();
  let m = 0;
  if (t == 0) {
    values = own;
    highest = noScore<T>();
    for (let o: usize = 0; o < row; o += QUAD) highest = larger<T>(highest, quadTop<T>(own + o));
    highest = spread<T>(highest);
    m = find<T>(values, row, highest);
  } else {
    let others = count;
    const prefix = v128.load_splat<T>(prefixes);
    if (count > FEW_ROWS && 8 * count > 7 * tables.labelCount) n = tables.blocks;
    else if (tables.byRow) {
      const labelCount = tables.labelCount;
      const rows = count <= FEW_ROWS ? count : 1;
      others -= rows;
      highest = spread<T>(relaxFew<T>(edges, row, sources, prefixes, rows, own, values));
      relaxed += <f64>rows * <f64>labelCount;
      m = find<T>(values, row, highest);
      if (others) {
        let other: T = <T>(-Infinity);
        for (let i = 1; i < count; i++) {
          const score = load<T>(at<T>(prefixes, i));
          // Not `max`, which is slow: it minds NaN.
          if (score > other) other = score;
        }
        const advantages = isLast ? tables.zeros : <usize>load<u32>(at<i32>(allAdvantages, m));
        if (!advantages) {
          tables.missing = ADVANTAGES_MISSING - m;
          return -1;
        }
        const bar = v128.sub<T>(highest, slack);
        n = listByRow<T>(values, v128.splat<T>(other), own, tables.incoming, advantages, row, bar, tables.touched, tables.needed);
      }
    } else {
      const blocks = tables.blocks;
      const tops = tables.tops;
      const touched = tables.touched;
      const needed = tables.needed;
      const least = isLast ? tables.zeros : tables.least;
      const wanted = spread<T>(boundBlocks<T>(own, isLast ? tables.incoming : tables.bounds, row, tops));
      let b = 0;
      while (b < blocks - 1 && !v128.any_true(v128.eq<T>(v128.load(tops + <usize>b * VECTOR), wanted))) b++;
      const offset = <usize>b * bytes;
      clearBlock<T>(values + offset);
      tables.relaxed = 0;
      highest = relaxBlock<T>(tables, edges + offset, row, sources, prefixes, count, noScore<T>(), own + offset, values + offset);
      relaxed += <f64>count * <f64>BLOCK;
      let reached = noScore<T>();
      for (let i = offset; i < offset + bytes; i += VECTOR) {
        reached = larger<T>(reached, v128.add<T>(v128.load(values + i), v128.load(least + i)));
      }
      const bar = v128.sub<T>(spread<T>(reached), slack);
      n = listByBound<T>(tops, blocks, prefix, bar, touched, needed);
      for (let j = 0; j < n; j++) {
        clearBlock<T>(values + <usize>load<i32>(at<i32>(touched, j)) * bytes);
      }
    }
    if (others) {
      const labelCount = tables.labelCount;
      const blocks = tables.blocks;
      const touched = tables.touched;
      const needed = tables.needed;
      if (others * n > (labelCount * blocks) >> 1) {
        if (!tables.panels) {
          tables.missing = PANELS_MISSING;
          return -1;
        }
        const prefixRow = tables.prefixRow;
        for (let o: usize = 0; o < row; o += VECTOR) v128.store(prefixRow + o, noScore<T>());
        for (let i = 0; i < count; i++) {
          store<T>(at<T>(prefixRow, load<i32>(at<i32>(sources, i))), load<T>(at<T>(prefixes, i)));
        }
        denseStep<T>(prefixRow, tables.panels, own, values, labelCount, blocks);
        highest = noScore<T>();
        for (let o: usize = 0; o < row; o += QUAD) highest = larger<T>(highest, quadTop<T>(values + o));
        highest = spread<T>(highest);
        m = find<T>(values, row, highest);
        relaxed += <f64>labelCount * <f64>labelCount;
      } else {
        all = false;
        const first = count - others;
        highest = noScore<T>();
        tables.relaxed = 0;
        for (let j = 0; j < n; j++) {
          const offset = <usize>load<i32>(at<i32>(touched, j)) * bytes;
          const least = v128.load(needed + <usize>j * VECTOR);
          highest = larger<T>(
            highest,
            relaxBlock<T>(tables, edges + offset, row, at<i32>(sources, first), at<T>(prefixes, first), others, least, own + offset, values + offset),
          );
        }
        highest = spread<T>(highest);
        m = findTouched<T>(values, touched, n, highest);
        relaxed += <f64>tables.relaxed * <f64>BLOCK;
      }
    }
  }

  let kept = 0;
  if (m >= 0 && v128.extract_lane<T>(highest, 0) > <T>(-Infinity)) {
    const keptLabels = at<i32>(sources, count);
    const keptPrefixes = at<T>(prefixes, count);
    keepLabel<T>(keptLabels, keptPrefixes, 0, m, values);
    kept = 1;
    if (!isLast) {
      const advantages = <usize>load<u32>(at<i32>(allAdvantages, m));
      if (!advantages) {
        tables.missing = ADVANTAGES_MISSING - m;
        return -1;
      }
      const bar = v128.sub<T>(highest, slack);
      if (all) {
        for (let o: usize = 0; o < row; o += groupBytes<T>()) {
          let rest = reachBits<T>(values + o, values + min(o + groupBytes<T>(), row), advantages + o, bar);
          const first = <i32>(o / sizeof<T>());
          if (rest == u64.MAX_VALUE && <u32>(m - first) >= 64) {
            keepGroup<T>(at<i32>(keptLabels, kept), at<T>(keptPrefixes, kept), first, values + o);
            kept += 64;
            rest = 0;
          }
          while (rest) {
            const y = first + <i32>ctz(rest);
            rest &= rest - 1;
            keepLabel<T>(keptLabels, keptPrefixes, kept, y, values);
            kept += <i32>(y != m);
          }
        }
      } else {
        const touched = tables.touched;
        for (let j = 0; j < n; j++) {
          const b = load<i32>(at<i32>(touched, j));
          const from = values + <usize>b * bytes;
          let rest = reachBits<T>(from, from + bytes, advantages + <usize>b * bytes, bar);
          while (rest) {
            const y = b * BLOCK + <i32>ctz(rest);
            rest &= rest - 1;
            keepLabel<T>(keptLabels, keptPrefixes, kept, y, values);
            kept += <i32>(y != m);
          }
        }
      }
    }
  }
  tables.edgeEvaluations += relaxed;
  return kept;
}

/** The same for the next position, as the tables have it. */
function advance<T>(tables: Tables, own: usize, isLast: bool, slack: v128): i32 {
  const row = <usize>tables.blocks * blockBytes<T>();
  const start = tables.start;
  const end = tables.end;
  const t = tables.position;
  const kept = step<T>(tables, row, tables.edges, tables.values, tables.advantages, at<i32>(tables.labels, start), at<T>(tables.prefixes, start), end - start, t, own, isLast, slack);
  if (kept >= 0) {
    store<i32>(at<i32>(tables.ends, t), end + kept);
    tables.position = t + 1;
    tables.start = end;
    tables.end = end + kept;
  }
  return kept;
}

/** Goes on from the left, to the end or to a position with many labels; as `advance`. */
// @ts-ignore: decorator
@inline
function goOn<T>(tables: Tables, own: usize, length: i32, few: i32, slack: v128): i32 {
  const row = <usize>tables.blocks * blockBytes<T>();
  const edges = tables.edges;
  const values = tables.values;
  const advantages = tables.advantages;
  const labels = tables.labels;
  const prefixes = tables.prefixes;
  const ends = tables.ends;
  let t = tables.position;
  let start = tables.start;
  let end = tables.end;
  let kept = end - start;
  own += <usize>t * row;
  while (t < length && kept <= few) {
    kept = step<T>(tables, row, edges, values, advantages, at<i32>(labels, start), at<T>(prefixes, start), end - start, t, own, t == length - 1, slack);
    if (kept < 0) break;
    start = end;
    end += kept;
    store<i32>(at<i32>(ends, t), end);
    t++;
    own += row;
    if (!kept) break;
  }
  tables.position = t;
  tables.start = start;
  tables.end = end;
  return kept;
}

/** The best path through the labels that a sweep kept, into one of the last. */
// @ts-ignore: decorator
@inline
function follow<T>(tables: Tables, next: i32, path: usize, step: isize): void {
  const edges = tables.edges;
  const row = <usize>tables.blocks * blockBytes<T>();
  const labels = tables.labels;
  const prefixes = tables.prefixes;
  const ends = tables.ends;
  store<i32>(path, next);
  let end = tables.start;
  for (let t = tables.position - 2; t >= 0; t--) {
    const start = t > 0 ? load<i32>(at<i32>(ends, t - 1)) : 0;
    let from = load<i32>(at<i32>(labels, start));
    if (end - start > 1) {
      let best: T = <T>(-Infinity);
      for (let i = start; i < end; i++) {
        const label = load<i32>(at<i32>(labels, i));
        const score = load<T>(at<T>(prefixes, i)) + load<T>(at<T>(edges + <usize>label * row, next));
        if (score > best || (score == best && label < from)) {
          best = score;
          from = label;
        }
      }
    }
    path += <usize>step;
    store<i32>(path, from);
    next = from;
    end = start;
  }
}

/** The best path over an edge between the last labels of two sweeps, and its score; false if none. */
// @ts-ignore: decorator
@inline
function join<T>(forward: Tables, backward: Tables): bool {
  const row = <usize>forward.blocks * blockBytes<T>();
  const labels = at<i32>(forward.labels, forward.start);
  const prefixes = at<T>(forward.prefixes, forward.start);
  const count = forward.end - forward.start;
  const nexts = at<i32>(backward.labels, backward.start);
  const suffixes = at<T>(backward.prefixes, backward.start);
  const nextCount = backward.end - backward.start;
  // The best prefix comes first.
  const most = load<T>(prefixes);
  let best: T = <T>(-Infinity);
  let from = -1;
  let to = -1;
  let evaluated = 0;
  for (let j = 0; j < nextCount; j++) {
    const y = load<i32>(at<i32>(nexts, j));
    const suffix = load<T>(at<T>(suffixes, j));
    if (!(most + load<T>(at<T>(forward.incoming, y)) + suffix > best)) continue;
    const edges = backward.edges + <usize>y * row;
    for (let i = 0; i < count; i++) {
      const x = load<i32>(at<i32>(labels, i));
      const score = load<T>(at<T>(prefixes, i)) + load<T>(at<T>(edges, x)) + suffix;
      if (score > best) {
        best = score;
        from = x;
        to = y;
      }
    }
    evaluated += count;
  }
  forward.edgeEvaluations += <f64>evaluated;
  if (from < 0) return false;
  forward.score = <f64>best;
  follow<T>(forward, from, at<i32>(forward.path, forward.position - 1), -4);
  follow<T>(backward, to, at<i32>(forward.path, forward.position), 4);
  return true;
}

// @ts-ignore: decorator
@inline
function sweep<T>(address: usize, opposite: usize, own: usize, length: i32, tolerance: T): i32 {
  const forward = changetype<Tables>(address);
  const backward = changetype<Tables>(opposite);
  const slack = v128.splat<T>(tolerance);
  if (!opposite || !backward.position) {
    const kept = goOn<T>(forward, own, length, opposite ? FEW : i32.MAX_VALUE, slack);
    if (kept <= 0) return kept;
    if (forward.position == length) {
      const last = forward.start;
      forward.score = <f64>load<T>(at<T>(forward.prefixes, last));
      follow<T>(forward, load<i32>(at<i32>(forward.labels, last)), at<i32>(forward.path, length - 1), -4);
      return length;
    }
  }
  const row = <usize>forward.blocks * blockBytes<T>();
  while (forward.position + backward.position < length) {
    // The side goes on that has fewer sources; the right one has begun when the left one has many.
    const count = forward.end - forward.start;
    const isRight = count > FEW && (!backward.position || backward.end - backward.start < count);
    const t = isRight ? length - 1 - backward.position : forward.position;
    const kept = advance<T>(isRight ? backward : forward, own + <usize>t * row, false, slack);
    if (kept <= 0) return kept;
  }
  return join<T>(forward, backward) ? length : 0;
}

// @ts-ignore: decorator
@inline
function dominanceSweep<T>(address: usize, opposite: usize, own: usize, length: i32, tolerance: T): i32 {
  const result = sweep<T>(address, opposite, own, length, tolerance);
  // All labels kept were relaxed but those of the last position, and in a join those too.
  const forward = changetype<Tables>(address);
  const right = opposite ? changetype<Tables>(opposite).start : 0;
  const isJoined = opposite && changetype<Tables>(opposite).position && result > 0;
  forward.nodeExpansions = <f64>((isJoined ? forward.end : forward.start) + right);
  return result;
}

export function dominanceSweep32(forward: usize, backward: usize, own: usize, length: i32, tolerance: f32): i32 {
  return dominanceSweep<f32>(forward, backward, own, length, tolerance);
}
export function dominanceSweep64(forward: usize, backward: usize, own: usize, length: i32, tolerance: f64): i32 {
  return dominanceSweep<f64>(forward, backward, own, length, tolerance);
}
