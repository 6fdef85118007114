// Forward dominance over a sentence; see `dominance_sweep.ts`, which does the same in TypeScript.

import { BLOCK, blockBytes, noScore } from "./lanes";
import { placePrefixes, relaxMany } from "./position_values";
import { at, reachBits, spread } from "./quads";
import { FEW_ROWS, relaxFew } from "./relax";
import { findBest, keepBits, keepLabel, keepReaching, raiseHeights } from "./survivors";
import { boundSuffixes, dropHopeless, greedyScore } from "./suffix_bounds";
import { advantagesOver, ALL, GIVEN_UP, lastValues, MISSING, Tables } from "./tables";

/** The sweep goes on from the left while it has so few labels for each position of the sentence. */
const FEW: i32 = 8;

/** Suffixes are bounded over so many positions between two sweeps: over more, the bounds are too loose. */
const NEAR: i32 = 8;

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

/** The best path into the best label of the last position; returns T. */
// @ts-ignore: decorator
@inline
function finish<T>(tables: Tables, length: i32): i32 {
  const last = tables.start;
  tables.score = <f64>load<T>(at<T>(tables.prefixes, last));
  follow<T>(tables, load<i32>(at<i32>(tables.labels, last)), at<i32>(tables.path, length - 1), -4);
  return length;
}

/**
 * The best path over an edge between the last labels of two sweeps: those of the side that has fewer are relaxed
 * into the scores of the other one's. Returns how many paths there are, 0 or 1, or −1 if something is missing.
 */
// @ts-ignore: decorator
@inline
function join<T>(forward: Tables, backward: Tables, own: usize, last: usize, slack: v128): i32 {
  const isRight = backward.end - backward.start < forward.end - forward.start;
  const scores = isRight ? prefixScores<T>(forward, own) : prefixScores<T>(backward, last);
  const kept = advance<T>(isRight ? backward : forward, scores, true, slack);
  if (kept <= 0) return kept;
  const side = isRight ? backward : forward;
  forward.score = <f64>load<T>(at<T>(side.prefixes, side.start));
  const label = load<i32>(at<i32>(side.labels, side.start));
  const middle = at<i32>(forward.path, forward.position - 1);
  follow<T>(forward, label, middle, -4);
  follow<T>(backward, label, middle, 4);
  return kept;
}

/** The scores of the prefixes into a sweep's last labels, as a row; `own` are the emissions of its first position. */
// @ts-ignore: decorator
@inline
function prefixScores<T>(tables: Tables, own: usize): usize {
  if (tables.byRow) return lastValues(tables, own);
  const row = tables.prefixRow;
  placePrefixes<T>(tables, at<i32>(tables.labels, tables.start), at<T>(tables.prefixes, tables.start), tables.end - tables.start);
  return row;
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

/** Goes on from the side with fewer labels until both meet; returns what the sweep does. */
function meet<T>(forward: Tables, backward: Tables, own: usize, length: i32, few: i32, tolerance: T, mayGiveUp: bool): i32 {
  const slack = v128.splat<T>(tolerance);
  const row = <usize>forward.blocks * blockBytes<T>();
  const last = own + <usize>(length - 1) * row;
  while (forward.position + backward.position < length) {
    const count = forward.end - forward.start;
    const others = backward.end - backward.start;
    if (mayGiveUp && hasMany(forward) && hasMany(backward) && isInVain(forward, forward.position + backward.position, forward.end + backward.end, length)) return GIVEN_UP;
    if (count > few && others > few && forward.byRow && !forward.isBounded && length - forward.position - backward.position <= NEAR) {
      const one = greedyScore<T>(forward, backward, length, own, last, row);
      const other = greedyScore<T>(backward, forward, length, last, own, -row);
      const lower = <f64>((one > other ? one : other) - tolerance);
      forward.lowerBound = lower;
      boundSuffixes<T>(forward, backward, length, last, row);
      dropHopeless<T>(forward);
      if (forward.end - forward.start > few) {
        backward.lowerBound = lower;
        boundSuffixes<T>(backward, forward, length, own, -row);
        dropHopeless<T>(backward);
      }
      continue;
    }
    // The side goes on that has fewer sources; the right one has begun when the left one has many.
    const isRight = count > few && (!backward.position || others < count);
    const t = isRight ? length - 1 - backward.position : forward.position;
    const kept = advance<T>(isRight ? backward : forward, own + <usize>t * row, false, slack);
    if (kept <= 0) return kept;
    const side = isRight ? backward : forward;
    if (side.isBounded) dropHopeless<T>(side);
  }
  const kept = join<T>(forward, backward, own, last, slack);
  return kept > 0 ? length : kept;
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
    if (forward.position == length) return finish<T>(forward, length);
    if (mayGiveUp && !opposite && hasMany(forward) && isInVain(forward, forward.position, forward.end, length)) return GIVEN_UP;
  }
  return meet<T>(forward, backward, own, length, few, tolerance, mayGiveUp);
}

// @ts-ignore: decorator
@inline
function begin(tables: Tables): void {
  tables.position = 0;
  tables.start = 0;
  tables.end = 0;
  tables.isBounded = 0;
  tables.edgeEvaluations = 0;
  tables.nodeExpansions = 0;
}

// @ts-ignore: decorator
@inline
function dominanceSweep<T>(address: usize, opposite: usize, own: usize, length: i32, tolerance: T, mayGiveUp: bool, isNew: bool): i32 {
  const forward = changetype<Tables>(address);
  const backward = changetype<Tables>(opposite);
  if (isNew) {
    begin(forward);
    if (opposite) begin(backward);
  }
  const result = sweep<T>(address, opposite, own, length, tolerance, mayGiveUp);
  if (result == -1) return result;
  // All labels kept were relaxed but those of the last position.
  forward.nodeExpansions = <f64>forward.start;
  if (opposite) {
    forward.nodeExpansions += <f64>backward.start;
    forward.edgeEvaluations += backward.edgeEvaluations;
  }
  return result;
}

export function dominanceSweep32(forward: usize, backward: usize, own: usize, length: i32, tolerance: f32, mayGiveUp: bool, isNew: bool): i32 {
  return dominanceSweep<f32>(forward, backward, own, length, tolerance, mayGiveUp, isNew);
}
export function dominanceSweep64(forward: usize, backward: usize, own: usize, length: i32, tolerance: f64, mayGiveUp: bool, isNew: bool): i32 {
  return dominanceSweep<f64>(forward, backward, own, length, tolerance, mayGiveUp, isNew);
}
