// Forward dominance over a sentence; see `dominance_sweep.ts`, which does the same in TypeScript.

import { denseStep } from "./dense";
import { BLOCK, blockBytes, larger, noScore, VECTOR } from "./lanes";
import { at, reachBits, spread } from "./quads";
import {
  boundBlocks,
  clearBlock,
  findTouched,
  findWanted,
  listByBound,
  reachingPrefixes,
  relaxBlock,
  relaxFew,
  relaxWanted,
} from "./relax";
import { findBest, keepBits, keepLabel, keepReaching, raiseHeights } from "./survivors";
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
  const heights = tables.heights;
  let relaxed: f64 = 0;
  // Values of all labels, or of n blocks.
  let all = true;
  let n = 0;
  let isDense = false;
  let highest = noScore<T>();
  let m = 0;
  if (t == 0) {
    values = own;
    highest = spread<T>(raiseHeights<T>(values, heights, row));
    m = findBest<T>(values, heights, row, highest);
  } else if (count > FEW_ROWS && 8 * count > 7 * tables.labelCount) isDense = true;
  else if (tables.byRow) {
    const labelCount = tables.labelCount;
    const rows = count <= FEW_ROWS ? count : 1;
    highest = spread<T>(relaxFew<T>(edges, row, sources, prefixes, rows, own, values, heights));
    relaxed += <f64>rows * <f64>labelCount;
    m = findBest<T>(values, heights, row, highest);
    if (rows < count) {
      const advantages = isLast ? tables.zeros : <usize>load<u32>(at<i32>(allAdvantages, m));
      if (!advantages) {
        tables.missing = ADVANTAGES_MISSING - m;
        return -1;
      }
      const limit = (labelCount * tables.blocks) >> 1;
      const bar = v128.sub<T>(highest, slack);
      const pairs = findWanted<T>(tables, row, sources, prefixes, count, own, advantages, bar, limit);
      isDense = pairs > limit;
      if (!isDense) {
        const raised = relaxWanted<T>(tables, edges, row, sources, prefixes, count, own, values, heights);
        highest = spread<T>(larger<T>(highest, raised));
        m = findBest<T>(values, heights, row, highest);
        relaxed += <f64>pairs * <f64>BLOCK;
      }
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
    n = listByBound<T>(tops, blocks, v128.load_splat<T>(prefixes), bar, touched, needed);
    isDense = count * n > (tables.labelCount * blocks) >> 1;
    if (!isDense) {
      all = false;
      highest = noScore<T>();
      tables.relaxed = 0;
      for (let j = 0; j < n; j++) {
        const offset = <usize>load<i32>(at<i32>(touched, j)) * bytes;
        clearBlock<T>(values + offset);
        const least = v128.load(needed + <usize>j * VECTOR);
        highest = larger<T>(
          highest,
          relaxBlock<T>(tables, edges + offset, row, sources, prefixes, count, least, own + offset, values + offset),
        );
      }
      highest = spread<T>(highest);
      m = findTouched<T>(values, touched, n, highest);
      relaxed += <f64>tables.relaxed * <f64>BLOCK;
    }
  }
  if (isDense) {
    if (!tables.panels) {
      tables.missing = PANELS_MISSING;
      return -1;
    }
    const labelCount = tables.labelCount;
    const prefixRow = tables.prefixRow;
    for (let o: usize = 0; o < row; o += VECTOR) v128.store(prefixRow + o, noScore<T>());
    for (let i = 0; i < count; i++) {
      store<T>(at<T>(prefixRow, load<i32>(at<i32>(sources, i))), load<T>(at<T>(prefixes, i)));
    }
    denseStep<T>(prefixRow, tables.panels, own, values, labelCount, tables.blocks);
    highest = spread<T>(raiseHeights<T>(values, heights, row));
    m = findBest<T>(values, heights, row, highest);
    relaxed += <f64>labelCount * <f64>labelCount;
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
      if (all) kept += keepReaching<T>(values, heights, advantages, row, bar, m, at<i32>(keptLabels, 1), at<T>(keptPrefixes, 1));
      else {
        const touched = tables.touched;
        for (let j = 0; j < n; j++) {
          const b = load<i32>(at<i32>(touched, j));
          const from = values + <usize>b * bytes;
          const rest = reachBits<T>(from, from + bytes, advantages + <usize>b * bytes, bar);
          kept += keepBits<T>(rest, b * BLOCK, m, values, at<i32>(keptLabels, kept), at<T>(keptPrefixes, kept));
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
    const rest = load<T>(at<T>(forward.incoming, y)) + suffix;
    if (!(most + rest > best)) continue;
    const needed = v128.splat<T>(best - rest);
    const edges = backward.edges + <usize>y * row;
    for (let first = 0; first < count; first += 64) {
      let wanted = reachingPrefixes<T>(prefixes, first, count, needed);
      evaluated += <i32>popcnt(wanted);
      for (; wanted; wanted &= wanted - 1) {
        const i = first + <i32>ctz(wanted);
        const x = load<i32>(at<i32>(labels, i));
        const score = load<T>(at<T>(prefixes, i)) + load<T>(at<T>(edges, x)) + suffix;
        if (score > best) {
          best = score;
          from = x;
          to = y;
        }
      }
    }
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
