// Forward dominance from one end of a sentence, position by position; see `sweep.ts`, which does
// the same in TypeScript.

import { BLOCK, blockBytes, noScore } from "../shared/lanes";
import { placePrefixes, relaxMany } from "./position_values";
import { at, equalBits, groupBytes, reachBits, spread } from "../shared/quads";
import { FEW_ROWS, relaxFew } from "./relax";
import { listCounted } from "./suffix_bounds";
import { findBest, keepBits, keepLabel, keepReaching, maximizeQuads } from "./survivors";
import { advantagesOver, ALL, lastValues, coarseBar, MISSING, charge } from "./lookups";
import { Tables } from "./tables";

/** Keeps the labels that reach the bar with their advantages, of all blocks or of the open ones. */
// @ts-ignore: decorator
@inline
function keepOthers<T>(tables: Tables, values: usize, quadMaxima: usize, advantages: usize, row: usize, openBlocks: i32, bar: v128, few: i32, labels: usize, prefixes: usize): i32 {
  if (openBlocks == ALL) return keepReaching<T>(values, quadMaxima, advantages, row, bar, few, labels, prefixes);
  let kept = 0;
  for (let j = 0; j < openBlocks; j++) {
    const b = load<i32>(at<i32>(tables.openBlocks, j));
    const offset = <usize>b * blockBytes<T>();
    const rest = reachBits<T>(values + offset, values + offset + blockBytes<T>(), advantages + offset, bar);
    kept += keepBits<T>(rest, b * BLOCK, values, at<i32>(labels, kept), at<T>(prefixes, kept));
  }
  return kept;
}

/** The same with the coarse advantages over a label, which is kept already. */
function keepLoosely<T>(tables: Tables, values: usize, advantages: usize, row: usize, m: i32, openBlocks: i32, bar: v128, few: i32, labels: usize, prefixes: usize): i32 {
  const own = at<T>(advantages, m);
  const borrowed = load<T>(own);
  store<T>(own, <T>(-Infinity));
  const kept = keepOthers<T>(tables, values, tables.quadMaxima, advantages, row, openBlocks, coarseBar<T>(tables, bar, m), few, labels, prefixes);
  store<T>(own, borrowed);
  return kept;
}

/**
 * Keeps labels of position `t` of a sweep; returns how many, or −1 if something is missing, which
 * `tables.missing` names. What is needed at every position comes as parameters, so that a loop
 * reads it from the tables once.
 */
// @ts-ignore: decorator
@inline
function step<T>(tables: Tables, row: usize, edges: usize, values: usize, quadMaxima: usize, allAdvantages: usize, fewRows: i32, sources: usize, prefixes: usize, count: i32, t: i32, own: usize, few: i32, isLast: bool, slack: v128): i32 {
  let highest: v128;
  let m: i32;
  let openBlocks = ALL;
  let relaxed = 0;
  if (t == 0) {
    values = own;
    highest = spread<T>(maximizeQuads<T>(values, quadMaxima, row));
    m = findBest<T>(values, quadMaxima, row, highest);
  } else if (count <= fewRows) {
    highest = spread<T>(relaxFew<T>(edges, row, sources, prefixes, count, own, values, quadMaxima));
    m = findBest<T>(values, quadMaxima, row, highest);
    relaxed = count * tables.labelCount;
  } else {
    m = relaxMany<T>(tables, row, sources, prefixes, count, own, isLast, slack);
    if (m == MISSING) return -1;
    highest = m < 0 ? noScore<T>() : v128.load_splat<T>(at<T>(values, m));
    openBlocks = tables.openCount;
    relaxed = tables.relaxed;
  }

  let kept = 0;
  let coarse = 0;
  if (v128.extract_lane<T>(highest, 0) > <T>(-Infinity)) {
    const labels = at<i32>(sources, count);
    const scores = at<T>(prefixes, count);
    keepLabel<T>(labels, scores, 0, m, values);
    kept = 1;
    if (!isLast) {
      const advantages = advantagesOver(tables, allAdvantages, m);
      if (!advantages) return -1;
      const bar = v128.sub<T>(highest, slack);
      if (advantages == tables.coarseAdvantages) {
        coarse = m + 1;
        kept += keepLoosely<T>(tables, values, advantages, row, m, openBlocks, bar, few, at<i32>(labels, 1), at<T>(scores, 1));
      } else kept += keepOthers<T>(tables, values, quadMaxima, advantages, row, openBlocks, bar, few, at<i32>(labels, 1), at<T>(scores, 1));
    }
  }
  if (count > fewRows && !tables.coarse) tables.coarse = tables.coarseGains;
  charge(tables, tables.coarse, relaxed);
  tables.coarse = coarse;
  tables.isCounted = i32(openBlocks == ALL && kept > few);
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
export function advance<T>(tables: Tables, own: usize, few: i32, isLast: bool, slack: v128): i32 {
  const row = <usize>tables.blocks * blockBytes<T>();
  const start = tables.start;
  const end = tables.end;
  const t = tables.position;
  const kept = step<T>(tables, row, tables.edges, tables.values, tables.quadMaxima, tables.advantages, fewRows(tables), at<i32>(tables.labels, start), at<T>(tables.prefixes, start), end - start, t, own, few, isLast, slack);
  if (kept >= 0) {
    store<i32>(at<i32>(tables.ends, t), end + kept);
    tables.position = t + 1;
    tables.start = end;
    tables.end = end + kept;
  }
  return kept;
}

/**
 * Goes on from the left, at least by one position: to the end or to one with many labels; as
 * `advance`.
 */
// @ts-ignore: decorator
@inline
export function goOn<T>(tables: Tables, own: usize, length: i32, few: i32, listed: i32, slack: v128): i32 {
  const row = <usize>tables.blocks * blockBytes<T>();
  const edges = tables.edges;
  const values = tables.values;
  const quadMaxima = tables.quadMaxima;
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
    kept = step<T>(tables, row, edges, values, quadMaxima, allAdvantages, rows, at<i32>(labels, start), at<T>(prefixes, start), end - start, t, own, listed, t == length - 1, slack);
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

/**
 * The best path through the labels that a sweep kept, into one of the last: the smallest of those
 * that tie. Returns whether any do.
 */
// @ts-ignore: decorator
@inline
function follow<T>(tables: Tables, next: i32, path: usize, step: isize): bool {
  let isTied = false;
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
      let ties = false;
      for (let i = start; i < end; i++) {
        const label = load<i32>(at<i32>(labels, i));
        const score = load<T>(at<T>(prefixes, i)) + load<T>(at<T>(edges + <usize>label * row, next));
        if (score >= best) {
          ties = score == best;
          if (!ties || label < from) from = label;
          best = score;
        }
      }
      isTied = isTied || ties;
    }
    path += <usize>step;
    store<i32>(path, from);
    next = from;
    end = start;
  }
  return isTied;
}

/** Whether more than one score of a row is the wanted one. */
// @ts-ignore: decorator
@inline
function areSeveral<T>(scores: usize, row: usize, wanted: v128): bool {
  let count: u64 = 0;
  for (let o: usize = 0; o < row; o += groupBytes<T>()) {
    count += popcnt(equalBits<T>(scores + o, scores + min(o + groupBytes<T>(), row), wanted));
  }
  return count > 1;
}

/** The best path into the best label of the last position; returns T. */
// @ts-ignore: decorator
@inline
export function finish<T>(tables: Tables, length: i32): i32 {
  const last = tables.start;
  tables.score = <f64>load<T>(at<T>(tables.prefixes, last));
  follow<T>(tables, load<i32>(at<i32>(tables.labels, last)), at<i32>(tables.path, length - 1), -4);
  return length;
}

/**
 * The best path over an edge between the last labels of two sweeps: those of the side that has
 * fewer are relaxed into the scores of the other one's. Returns how many paths there are, 0 or 1,
 * or −1 if something is missing.
 */
// @ts-ignore: decorator
@inline
export function join<T>(forward: Tables, backward: Tables, own: usize, last: usize, slack: v128): i32 {
  const isRight = backward.end - backward.start < forward.end - forward.start;
  const scores = isRight ? prefixScores<T>(forward, own) : prefixScores<T>(backward, last);
  const side = isRight ? backward : forward;
  if (side.isCounted) listCounted<T>(side, isRight ? last : own, slack);
  const kept = advance<T>(side, scores, i32.MAX_VALUE, true, slack);
  if (kept <= 0) return kept;
  forward.score = <f64>load<T>(at<T>(side.prefixes, side.start));
  const label = load<i32>(at<i32>(side.labels, side.start));
  const middle = at<i32>(forward.path, forward.position - 1);
  follow<T>(forward, label, middle, -4);
  const row = <usize>forward.blocks * blockBytes<T>();
  const isTied = follow<T>(backward, label, middle, 4);
  forward.isTied = i32(isTied || !side.byRow || areSeveral<T>(side.values, row, v128.splat<T>(<T>forward.score)));
  return kept;
}

/**
 * The scores of the prefixes into a sweep's last labels, as a row; `own` are the emissions of its
 * first position.
 */
// @ts-ignore: decorator
@inline
function prefixScores<T>(tables: Tables, own: usize): usize {
  if (tables.byRow) return lastValues(tables, own);
  const row = tables.prefixRow;
  placePrefixes<T>(tables, at<i32>(tables.labels, tables.start), at<T>(tables.prefixes, tables.start), tables.end - tables.start);
  return row;
}
