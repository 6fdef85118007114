// What is at most, and what is at least, beyond the labels of a sweep, for forward dominance; see
// `suffix_bounds.ts`, which does the same in TypeScript.

import { blockBytes, larger, noScore } from "../shared/lanes";
import { at, bestSum, groupBytes, pack, QUAD, quadTop, reachBits, smaller, spread, sumAt, topSum } from "../shared/quads";
import { keepBits } from "./survivors";
import { advantagesOver, lastValues, coarseBar } from "./lookups";
import { Tables } from "./tables";

/**
 * The score of the path that goes on greedily from the best label of one sweep to the last position
 * of the other one, where it takes the best prefix. `own` and `last` are the emissions of this
 * sweep's first position and of the other one's, `step` bytes apart from position to position.
 */
export function greedyScore<T>(tables: Tables, opposite: Tables, length: i32, own: usize, last: usize, step: isize): T {
  const row = <usize>tables.blocks * blockBytes<T>();
  const edges = tables.edges;
  let score = load<T>(at<T>(tables.prefixes, tables.start));
  let label = load<i32>(at<i32>(tables.labels, tables.start));
  let from = own + tables.position * step;
  for (let between = length - tables.position - opposite.position; between > 0; between--, from += step) {
    const outgoing = edges + <usize>label * row;
    label = bestSum<T>(from, outgoing, row);
    score += sumAt<T>(from, outgoing, label);
  }
  const outgoing = edges + <usize>label * row;
  const values = lastValues(opposite, last);
  tables.edgeEvaluations += <f64>((length - tables.position - opposite.position + 1) * tables.labelCount);
  return score + sumAt<T>(values, outgoing, bestSum<T>(values, outgoing, row));
}

/** What follows labels at most, by the largest edges out of them: S of `SuffixBounds`. */
// @ts-ignore: decorator
@inline
function suffixBound<T>(outgoing: v128, next: v128, limit: v128): v128 {
  return smaller<T>(v128.add<T>(outgoing, next), limit);
}

/**
 * Bounds what lies beyond the labels of a sweep at its last position and at those up to the
 * opposite one's.
 */
export function boundSuffixes<T>(tables: Tables, opposite: Tables, length: i32, last: usize, step: isize): void {
  const row = <usize>tables.blocks * blockBytes<T>();
  const incoming = tables.incoming;
  const outgoing = tables.outgoing;
  const values = lastValues(opposite, last);
  let most = noScore<T>(), entering = most;
  for (let o: usize = 0; o < row; o += QUAD) {
    most = larger<T>(most, quadTop<T>(values + o));
    entering = larger<T>(entering, topSum<T>(values + o, incoming + o));
  }
  let t = length - 1 - opposite.position;
  let bounds = at<T>(tables.suffixes, 2 * t);
  let own = last - opposite.position * step;
  while (true) {
    const next = spread<T>(most);
    const limit = spread<T>(entering);
    store<T>(bounds, v128.extract_lane<T>(limit, 0));
    store<T>(bounds, v128.extract_lane<T>(next, 0), sizeof<T>());
    if (t-- < tables.position) break;
    most = noScore<T>();
    entering = most;
    for (let o: usize = 0; o < row; o += QUAD) {
      const a = v128.add<T>(v128.load(own + o), suffixBound<T>(v128.load(outgoing + o), next, limit));
      const b = v128.add<T>(v128.load(own + o, 16), suffixBound<T>(v128.load(outgoing + o, 16), next, limit));
      const c = v128.add<T>(v128.load(own + o, 32), suffixBound<T>(v128.load(outgoing + o, 32), next, limit));
      const d = v128.add<T>(v128.load(own + o, 48), suffixBound<T>(v128.load(outgoing + o, 48), next, limit));
      most = larger<T>(larger<T>(most, larger<T>(a, b)), larger<T>(c, d));
      entering = larger<T>(
        larger<T>(entering, larger<T>(v128.add<T>(a, v128.load(incoming + o)), v128.add<T>(b, v128.load(incoming + o, 16)))),
        larger<T>(v128.add<T>(c, v128.load(incoming + o, 32)), v128.add<T>(d, v128.load(incoming + o, 48))),
      );
    }
    bounds -= 2 * sizeof<T>();
    own -= step;
  }
  tables.isBounded = 1;
}

/**
 * One bit for each of up to 64 prefixes before `end`: which reach a score with the bound of their
 * suffix.
 */
// @ts-ignore: decorator
@inline
function reachableBits<T>(values: usize, end: usize, outgoing: usize, next: v128, limit: v128, bar: v128): u64 {
  let result: u64 = 0;
  for (let shift: u64 = 0; values < end; values += QUAD, outgoing += QUAD, shift += QUAD / sizeof<T>()) {
    result |= pack<T>(
      isReachable<T>(values, outgoing, next, limit, bar),
      isReachable<T>(values + 16, outgoing + 16, next, limit, bar),
      isReachable<T>(values + 32, outgoing + 32, next, limit, bar),
      isReachable<T>(values + 48, outgoing + 48, next, limit, bar),
    ) << shift;
  }
  return result;
}

// @ts-ignore: decorator
@inline
function isReachable<T>(values: usize, outgoing: usize, next: v128, limit: v128, bar: v128): v128 {
  const rest = suffixBound<T>(v128.load(outgoing), next, limit);
  return v128.ge<T>(v128.add<T>(v128.load(values), rest), bar);
}

/**
 * Lists the labels of the last position of a sweep, which have been counted, but for those that are
 * on no path with the score that the best one has at least. `first` are the emissions of its first
 * position.
 */
export function listCounted<T>(tables: Tables, first: usize, slack: v128): void {
  const row = <usize>tables.blocks * blockBytes<T>();
  const start = tables.start;
  const labels = at<i32>(tables.labels, start);
  const prefixes = at<T>(tables.prefixes, start);
  const values = lastValues(tables, first);
  const m = load<i32>(labels);
  const isCoarse = tables.coarse == m + 1;
  const advantages = isCoarse ? tables.coarseAdvantages : advantagesOver(tables, tables.advantages, m);
  const tight = v128.sub<T>(v128.load_splat<T>(prefixes), slack);
  const bar = isCoarse ? coarseBar<T>(tables, tight, m) : tight;
  const own = at<T>(advantages, m);
  const borrowed = load<T>(own);
  store<T>(own, <T>(-Infinity));
  const isBounded = tables.isBounded;
  const bounds = at<T>(tables.suffixes, 2 * (tables.position - 1));
  const limit = v128.load_splat<T>(bounds);
  const next = v128.load_splat<T>(bounds, sizeof<T>());
  const lower = v128.splat<T>(<T>tables.lowerBound);
  const outgoing = tables.outgoing;
  // The best label stays first if it stays.
  let kept = 1;
  if (isBounded) {
    const rest = suffixBound<T>(v128.load_splat<T>(at<T>(outgoing, m)), next, limit);
    kept = v128.bitmask<i32>(v128.ge<T>(v128.add<T>(v128.load_splat<T>(prefixes), rest), lower)) & 1;
  }
  const isFirst = kept == 1;
  for (let o: usize = 0; o < row; o += groupBytes<T>()) {
    const end = values + min(o + groupBytes<T>(), row);
    let rest = reachBits<T>(values + o, end, advantages + o, bar);
    if (isBounded) rest &= reachableBits<T>(values + o, end, outgoing + o, next, limit, lower);
    kept += keepBits<T>(rest, <i32>(o / sizeof<T>()), values, at<i32>(labels, kept), at<T>(prefixes, kept));
  }
  store<T>(own, borrowed);
  tables.isCounted = 0;
  endWith<T>(tables, kept, isFirst);
}

/**
 * Drops the labels of the last position of a sweep that are on no path with the score that the best
 * one has at least.
 */
export function dropHopeless<T>(tables: Tables): void {
  const start = tables.start;
  const count = tables.end - start;
  const labels = at<i32>(tables.labels, start);
  const prefixes = at<T>(tables.prefixes, start);
  const outgoing = tables.outgoing;
  const bounds = at<T>(tables.suffixes, 2 * (tables.position - 1));
  const limit = v128.load_splat<T>(bounds);
  const next = v128.load_splat<T>(bounds, sizeof<T>());
  const bar = v128.splat<T>(<T>tables.lowerBound);
  const first = load<i32>(labels);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const label = load<i32>(at<i32>(labels, i));
    const prefix = v128.load_splat<T>(at<T>(prefixes, i));
    const rest = suffixBound<T>(v128.load_splat<T>(at<T>(outgoing, label)), next, limit);
    store<i32>(at<i32>(labels, kept), label);
    store<T>(at<T>(prefixes, kept), v128.extract_lane<T>(prefix, 0));
    // Without a branch, which would be taken or not as if at random.
    kept += v128.bitmask<i32>(v128.ge<T>(v128.add<T>(prefix, rest), bar)) & 1;
  }
  endWith<T>(tables, kept, load<i32>(labels) == first);
}

/** Ends the labels of the last position after so many, and puts the best one first. */
// @ts-ignore: decorator
@inline
function endWith<T>(tables: Tables, kept: i32, isFirst: bool): void {
  const start = tables.start;
  store<i32>(at<i32>(tables.ends, tables.position - 1), start + kept);
  tables.end = start + kept;
  if (isFirst) return;
  const labels = at<i32>(tables.labels, start);
  const prefixes = at<T>(tables.prefixes, start);
  let best = 0;
  for (let i = 1; i < kept; i++) {
    if (load<T>(at<T>(prefixes, i)) > load<T>(at<T>(prefixes, best))) best = i;
  }
  const label = load<i32>(at<i32>(labels, best));
  const prefix = load<T>(at<T>(prefixes, best));
  store<i32>(at<i32>(labels, best), load<i32>(labels));
  store<T>(at<T>(prefixes, best), load<T>(prefixes));
  store<i32>(labels, label);
  store<T>(prefixes, prefix);
}
