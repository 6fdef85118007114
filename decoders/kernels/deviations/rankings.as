// The predecessors of nodes, best first; see `../../k_best/predecessors.ts`, which does the same in
// TypeScript.

import { Tables } from "./tables";
import { blockBytes, larger, noScore, VECTOR } from "../shared/lanes";
import { at, reachBits, secondSum } from "../shared/quads";

/** A ranking: how many predecessors were looked for, how many found, then they and their scores. */
export const COUNT: usize = 4;
export const LABELS: usize = 8;
const FIRST_RANKS: i32 = 2;
const GROWTH: i32 = 4;

// @ts-ignore: decorator
@inline
export function ranked<T>(ranking: usize): usize {
  return ranking + LABELS + <usize>((load<i32>(ranking) + 1) & ~1) * 4;
}

/** Writes the two best sums of two rows, if no third equals the second; false if one does. */
// @ts-ignore: decorator
@inline
function rankTwo<T>(prefixes: usize, edges: usize, row: usize, labels: usize, scores: usize): bool {
  const second = secondSum<T>(prefixes, edges, row, false);
  const group = 64 * sizeof<T>();
  let n = 0;
  let one = 0;
  let other = 0;
  for (let o: usize = 0; o < row; o += group) {
    let best = reachBits<T>(prefixes + o, prefixes + min(o + group, row), edges + o, second);
    if (!best) continue;
    const first = <i32>(o / sizeof<T>());
    if (n == 0) {
      one = first + <i32>ctz(best);
      best &= best - 1;
      n = 1;
    }
    if (best && n == 1) {
      other = first + <i32>ctz(best);
      best &= best - 1;
      n = 2;
    }
    if (best) return false;
  }
  const score = load<T>(at<T>(prefixes, one)) + load<T>(at<T>(edges, one));
  const otherScore = load<T>(at<T>(prefixes, other)) + load<T>(at<T>(edges, other));
  const isSwapped = otherScore > score;
  store<i32>(labels, select<i32>(other, one, isSwapped));
  store<i32>(labels, select<i32>(one, other, isSwapped), 4);
  store<T>(scores, select<T>(otherScore, score, isSwapped));
  store<T>(scores, select<T>(score, otherScore, isSwapped), sizeof<T>());
  return n == 2;
}

/**
 * Writes the best sums of two rows, best first, the smaller label first of equal ones; how many.
 */
// @ts-ignore: decorator
@inline
function rankMany<T>(prefixes: usize, edges: usize, row: usize, labels: usize, scores: usize, capacity: i32): i32 {
  const group = 64 * sizeof<T>();
  let count = 0;
  let worst = <T>(-Infinity);
  // The two best of each lane are sums: none that is less than all of them is among so many best.
  const least = capacity <= 2 * <i32>(VECTOR / sizeof<T>()) ? secondSum<T>(prefixes, edges, row, true) : noScore<T>();
  for (let o: usize = 0; o < row; o += group) {
    const bar = larger<T>(least, v128.splat<T>(worst));
    let above = reachBits<T>(prefixes + o, prefixes + min(o + group, row), edges + o, bar);
    while (above) {
      const x = <i32>(o / sizeof<T>()) + <i32>ctz(above);
      above &= above - 1;
      const score = load<T>(at<T>(prefixes, x)) + load<T>(at<T>(edges, x));
      if (!(score > worst)) continue;
      let i = count < capacity ? count++ : capacity - 1;
      for (; i > 0 && load<T>(at<T>(scores, i - 1)) < score; i--) {
        store<T>(at<T>(scores, i), load<T>(at<T>(scores, i - 1)));
        store<i32>(at<i32>(labels, i), load<i32>(at<i32>(labels, i - 1)));
      }
      store<T>(at<T>(scores, i), score);
      store<i32>(at<i32>(labels, i), x);
      if (count == capacity) worst = load<T>(at<T>(scores, capacity - 1));
    }
  }
  return count;
}

/** Ranks the predecessors of a node of position `t`, those at `t − 1`; t = T is the end. */
// @ts-ignore: decorator
@inline
function fill<T>(search: Tables, ranking: usize, t: i32, label: i32, capacity: i32): void {
  const row = <usize>search.blocks * blockBytes<T>();
  const prefixes = search.alpha + <usize>(t - 1) * row;
  const isEnd = t == search.length;
  const edges = search.incoming + <usize>(isEnd ? search.labelCount : label) * row;
  const labels = ranking + LABELS;
  store<i32>(ranking, capacity);
  const scores = ranked<T>(ranking);
  let count = 2;
  if (capacity != FIRST_RANKS || !rankTwo<T>(prefixes, edges, row, labels, scores)) {
    count = rankMany<T>(prefixes, edges, row, labels, scores, capacity);
  }
  store<i32>(ranking, count, COUNT);
  if (isEnd) return;
  search.nodeExpansions += 1;
  search.edgeEvaluations += <f64>search.labelCount;
}

/** Ranks a node's predecessors as far as a rank; 0 if room is missing. */
function rank<T>(search: Tables, entry: usize, t: i32, label: i32, wanted: i32): usize {
  let capacity = load<i32>(entry) == search.epoch ? load<i32>(<usize>load<u32>(entry, 4)) : FIRST_RANKS;
  while (capacity <= wanted) capacity *= GROWTH;
  const ranking = search.poolTop;
  const size = LABELS + <usize>((capacity + 1) & ~1) * (4 + sizeof<T>());
  if (ranking + size > search.poolEnd) return 0;
  search.poolTop = ranking + ((size + 7) & ~7);
  store<i32>(entry, search.epoch);
  store<u32>(entry, <u32>ranking, 4);
  fill<T>(search, ranking, t, label, capacity);
  return ranking;
}

/**
 * The ranking of a node's predecessors as far as a rank, if there are so many; 0 if room is
 * missing.
 */
// @ts-ignore: decorator
@inline
export function rankingOf<T>(search: Tables, entry: usize, epoch: i32, t: i32, label: i32, wanted: i32): usize {
  // The search in which the node was ranked, and where.
  if (load<i32>(entry) == epoch) {
    const ranking = <usize>load<u32>(entry, 4);
    const capacity = load<i32>(ranking);
    if (wanted < capacity || load<i32>(ranking, COUNT) < capacity) return ranking;
  }
  return rank<T>(search, entry, t, label, wanted);
}

/** Where the ranking of a node of position `t` is found. */
// @ts-ignore: decorator
@inline
export function entryOf(rankings: usize, labelCount: i32, t: i32, label: i32): usize {
  return rankings + (<usize>(t * labelCount + label) << 3);
}
