// Forward dominance over a sentence; see `dominance_sweep.ts`, which does the same in TypeScript.

import { BLOCK, blockBytes, noScore } from "./lanes";
import { relaxMany } from "./position_values";
import { at, reachBits, spread } from "./quads";
import { FEW_ROWS, reachingPrefixes, relaxFew } from "./relax";
import { findBest, keepBits, keepLabel, keepReaching, raiseHeights } from "./survivors";
import { advantagesOver, ALL, GIVEN_UP, MISSING, Tables } from "./tables";

/** The sweep goes on from the left while it has so few labels for each position of the sentence. */
const FEW: i32 = 8;

/**
 * Keeps labels of position `t` of a sweep; returns how many, or −1 if something is missing, which
 * `tables.missing` names. What is needed at every position comes as parameters, so that a loop reads it
 * from the tables once.
 */
// @ts-ignore: decorator
@inline
function step<T>(tables: Tables, row: usize, edges: usize, values: usize, heights: usize, allAdvantages: usize, fewRows: i32, sources: usize, prefixes: usize, count: i32, t: i32, own: usize, isLast: bool, slack: v128): i32 {
  let highest: v128;
  let m: i32;
  let touched = ALL;
  let relaxed = 0;
  if (t == 0) {
    values = own;
    highest = spread<T>(raiseHeights<T>(values, heights, row));
    m = findBest<T>(values, heights, row, highest);
  } else if (count <= fewRows) {
    highest = spread<T>(relaxFew<T>(edges, row, sources, prefixes, count, own, values, heights));
    m = findBest<T>(values, heights, row, highest);
    relaxed = count * tables.labelCount;
  } else {
    m = relaxMany<T>(tables, row, sources, prefixes, count, own, isLast, slack);
    if (m == MISSING) return -1;
    highest = m < 0 ? noScore<T>() : v128.load_splat<T>(at<T>(values, m));
    touched = tables.touchedCount;
    relaxed = tables.relaxed;
  }

  let kept = 0;
  if (v128.extract_lane<T>(highest, 0) > <T>(-Infinity)) {
    const labels = at<i32>(sources, count);
    const scores = at<T>(prefixes, count);
    keepLabel<T>(labels, scores, 0, m, values);
    kept = 1;
    if (!isLast) {
      const advantages = advantagesOver(tables, allAdvantages, m);
      if (!advantages) return -1;
      const bar = v128.sub<T>(highest, slack);
      if (touched == ALL) {
        kept += keepReaching<T>(values, heights, advantages, row, bar, m, at<i32>(labels, 1), at<T>(scores, 1));
      } else {
        for (let j = 0; j < touched; j++) {
          const b = load<i32>(at<i32>(tables.touched, j));
          const offset = <usize>b * blockBytes<T>();
          const rest = reachBits<T>(values + offset, values + offset + blockBytes<T>(), advantages + offset, bar);
          kept += keepBits<T>(rest, b * BLOCK, m, values, at<i32>(labels, kept), at<T>(scores, kept));
        }
      }
    }
  }
  tables.edgeEvaluations += <f64>relaxed;
  return kept;
}

/** So many sources at most are relaxed into all labels. */
// @ts-ignore: decorator
@inline
function fewRows(tables: Tables): i32 {
  return tables.byRow ? FEW_ROWS : 0;
}

/** The same for the next position, as the tables have it. */
function advance<T>(tables: Tables, own: usize, isLast: bool, slack: v128): i32 {
  const row = <usize>tables.blocks * blockBytes<T>();
  const start = tables.start;
  const end = tables.end;
  const t = tables.position;
  const kept = step<T>(tables, row, tables.edges, tables.values, tables.heights, tables.advantages, fewRows(tables), at<i32>(tables.labels, start), at<T>(tables.prefixes, start), end - start, t, own, isLast, slack);
  if (kept >= 0) {
    store<i32>(at<i32>(tables.ends, t), end + kept);
    tables.position = t + 1;
    tables.start = end;
    tables.end = end + kept;
  }
  return kept;
}

/** Goes on from the left, at least by one position: to the end or to one with many labels; as `advance`. */
// @ts-ignore: decorator
@inline
function goOn<T>(tables: Tables, own: usize, length: i32, few: i32, slack: v128): i32 {
  const row = <usize>tables.blocks * blockBytes<T>();
  const edges = tables.edges;
  const values = tables.values;
  const heights = tables.heights;
  const allAdvantages = tables.advantages;
  const rows = fewRows(tables);
  const labels = tables.labels;
  const prefixes = tables.prefixes;
  const ends = tables.ends;
  let t = tables.position;
  let start = tables.start;
  let end = tables.end;
  let kept: i32;
  own += <usize>t * row;
  do {
    kept = step<T>(tables, row, edges, values, heights, allAdvantages, rows, at<i32>(labels, start), at<T>(prefixes, start), end - start, t, own, t == length - 1, slack);
    if (kept < 0) break;
    start = end;
    end += kept;
    store<i32>(at<i32>(ends, t), end);
    t++;
    own += row;
    if (!kept) break;
  } while (t < length && kept <= few);
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
  // The best prefix comes first, and so does the best suffix: the edge between them gives a bound.
  const most = load<T>(prefixes);
  let from = load<i32>(labels);
  let to = load<i32>(nexts);
  let best: T = most + load<T>(at<T>(backward.edges + <usize>to * row, from)) + load<T>(suffixes);
  let evaluated = 1;
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
  if (best == <T>(-Infinity)) return false;
  forward.score = <f64>best;
  follow<T>(forward, from, at<i32>(forward.path, forward.position - 1), -4);
  follow<T>(backward, to, at<i32>(forward.path, forward.position), 4);
  return true;
}

/** Whether a side has kept more than half of the labels, and more than a block. */
// @ts-ignore: decorator
@inline
function hasMany(tables: Tables): bool {
  const count = tables.end - tables.start;
  return count > BLOCK && 2 * count > tables.labelCount;
}

/** Whether half of the labels were kept on average of at least two positions, which were no more than a quarter. */
// @ts-ignore: decorator
@inline
function isInVain(tables: Tables, done: i32, kept: i32, length: i32): bool {
  return done >= 2 && 4 * done <= length && 2 * kept > done * tables.labelCount;
}

// @ts-ignore: decorator
@inline
function sweep<T>(address: usize, opposite: usize, own: usize, length: i32, tolerance: T, mayGiveUp: bool): i32 {
  const forward = changetype<Tables>(address);
  const backward = changetype<Tables>(opposite);
  const slack = v128.splat<T>(tolerance);
  const half = max(BLOCK, forward.labelCount >> 1);
  const few = opposite ? min(FEW * length, half) : half;
  while (!opposite || (!backward.position && forward.end - forward.start <= few)) {
    const kept = goOn<T>(forward, own, length, few, slack);
    if (kept <= 0) return kept;
    if (forward.position == length) {
      const last = forward.start;
      forward.score = <f64>load<T>(at<T>(forward.prefixes, last));
      follow<T>(forward, load<i32>(at<i32>(forward.labels, last)), at<i32>(forward.path, length - 1), -4);
      return length;
    }
    if (mayGiveUp && hasMany(forward) && isInVain(forward, forward.position, forward.end, length)) return GIVEN_UP;
  }
  const row = <usize>forward.blocks * blockBytes<T>();
  while (forward.position + backward.position < length) {
    // The side goes on that has fewer sources; the right one has begun when the left one has many.
    const count = forward.end - forward.start;
    const isRight = count > few && (!backward.position || backward.end - backward.start < count);
    if (mayGiveUp && hasMany(forward) && hasMany(backward) && isInVain(forward, forward.position + backward.position, forward.end + backward.end, length)) return GIVEN_UP;
    const t = isRight ? length - 1 - backward.position : forward.position;
    const kept = advance<T>(isRight ? backward : forward, own + <usize>t * row, false, slack);
    if (kept <= 0) return kept;
  }
  return join<T>(forward, backward) ? length : 0;
}

// @ts-ignore: decorator
@inline
function dominanceSweep<T>(address: usize, opposite: usize, own: usize, length: i32, tolerance: T, mayGiveUp: bool): i32 {
  const result = sweep<T>(address, opposite, own, length, tolerance, mayGiveUp);
  // All labels kept were relaxed but those of the last position, and in a join those too.
  const forward = changetype<Tables>(address);
  const right = opposite ? changetype<Tables>(opposite).start : 0;
  const isJoined = opposite && changetype<Tables>(opposite).position && result > 0;
  forward.nodeExpansions = <f64>((isJoined ? forward.end : forward.start) + right);
  return result;
}

export function dominanceSweep32(forward: usize, backward: usize, own: usize, length: i32, tolerance: f32, mayGiveUp: bool): i32 {
  return dominanceSweep<f32>(forward, backward, own, length, tolerance, mayGiveUp);
}
export function dominanceSweep64(forward: usize, backward: usize, own: usize, length: i32, tolerance: f64, mayGiveUp: bool): i32 {
  return dominanceSweep<f64>(forward, backward, own, length, tolerance, mayGiveUp);
}
