// The k best paths from the scores of all best prefixes; see `../../k_best/deviations.ts`, which
// does the same in TypeScript (in its lazy form, from the left).

import { blockBytes } from "../shared/lanes";
import { at } from "../shared/quads";
import { COUNT, entryOf, LABELS, ranked, rankingOf } from "./rankings";
import { ELEMENTS_MISSING, PATHS_MISSING, POOL_MISSING, Tables } from "./tables";

// @ts-ignore: decorator
@inline
function precedes<T>(scores: usize, one: i32, other: i32): bool {
  const a = load<T>(at<T>(scores, one)), b = load<T>(at<T>(scores, other));
  return a > b || (a == b && one < other);
}

// @ts-ignore: decorator
@inline
function pushAgenda<T>(search: Tables, element: i32): void {
  const agenda = search.agenda;
  const scores = search.scores;
  let i = search.agendaCount++;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    const other = load<i32>(at<i32>(agenda, parent));
    if (!precedes<T>(scores, element, other)) break;
    store<i32>(at<i32>(agenda, i), other);
    i = parent;
  }
  store<i32>(at<i32>(agenda, i), element);
}

// @ts-ignore: decorator
@inline
function popAgenda<T>(search: Tables): i32 {
  const agenda = search.agenda;
  const scores = search.scores;
  const top = load<i32>(agenda);
  const count = --search.agendaCount;
  const element = load<i32>(at<i32>(agenda, count));
  let i = 0;
  for (let child = 1; child < count; child = 2 * i + 1) {
    let next = load<i32>(at<i32>(agenda, child));
    if (child + 1 < count) {
      const right = load<i32>(at<i32>(agenda, child + 1));
      if (precedes<T>(scores, right, next)) {
        child++;
        next = right;
      }
    }
    if (!precedes<T>(scores, next, element)) break;
    store<i32>(at<i32>(agenda, i), next);
    i = child;
  }
  if (count) store<i32>(at<i32>(agenda, i), element);
  return top;
}

/** Adds a score to the best `limit`, the worst of which is on top; raises the bar. */
// @ts-ignore: decorator
@inline
function raiseBar<T>(search: Tables, score: T): void {
  const best = search.best;
  const limit = search.limit;
  let count = search.bestCount;
  if (count < limit) {
    let i = count++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const other = load<T>(at<T>(best, parent));
      if (other <= score) break;
      store<T>(at<T>(best, i), other);
      i = parent;
    }
    store<T>(at<T>(best, i), score);
    search.bestCount = count;
  } else {
    let i = 0;
    for (let child = 1; child < count; child = 2 * i + 1) {
      let next = load<T>(at<T>(best, child));
      if (child + 1 < count) {
        const right = load<T>(at<T>(best, child + 1));
        if (right < next) {
          child++;
          next = right;
        }
      }
      if (score <= next) break;
      store<T>(at<T>(best, i), next);
      i = child;
    }
    store<T>(at<T>(best, i), score);
  }
  if (count == limit) search.bar = <f64>load<T>(best);
}

/**
 * The score of the predecessor of that rank of a node and of what comes after it; −∞ if there is
 * none. Where it cannot exceed the bar, in any order.
 */
// @ts-ignore: decorator
@inline
function scoreOf<T>(search: Tables, ranking: usize, t: i32, wanted: i32, rest: T, path: usize, bar: T): T {
  if (wanted >= load<i32>(ranking, COUNT)) return <T>(-Infinity);
  const score = load<T>(at<T>(ranked<T>(ranking), wanted));
  const rough = score + rest;
  const tolerance = <T>search.tolerance;
  return tolerance == 0 || rough + tolerance <= bar ? rough : complete<T>(search, score, t, path);
}

/** Adds the rest of a path to a prefix term by term, as `scorePath` does. */
function complete<T>(search: Tables, score: T, t: i32, path: usize): T {
  const row = <usize>search.blocks * blockBytes<T>();
  let own = search.own + <usize>t * row;
  for (let i = t; i < search.length; i++, own += row) {
    const label = load<i32>(at<i32>(path, i));
    score += load<T>(at<T>(own, label));
    if (i == search.length - 1) break;
    score += load<T>(at<T>(search.incoming + <usize>load<i32>(at<i32>(path, i + 1)) * row, label));
  }
  return score;
}

/**
 * Pushes the predecessor of that rank of a node, whose score exceeds the bar; 0, or what is
 * missing.
 */
function pushRank<T>(search: Tables, ranking: usize, t: i32, wanted: i32, score: T, rest: T): i32 {
  const element = search.elementCount;
  if (element == search.elementCapacity) return ELEMENTS_MISSING;
  search.elementCount = element + 1;
  store<i32>(at<i32>(search.positions, element), t - 1);
  store<i32>(at<i32>(search.labels, element), load<i32>(at<i32>(ranking + LABELS, wanted)));
  store<i32>(at<i32>(search.ranks, element), wanted);
  store<i32>(at<i32>(search.origins, element), search.pathCount - 1);
  store<T>(at<T>(search.scores, element), score);
  store<T>(at<T>(search.rests, element), rest);
  raiseBar<T>(search, score);
  pushAgenda<T>(search, element);
  return 0;
}

/** Pops the best path and pushes its deviations; 0, or what is missing. */
// @ts-ignore: decorator
@inline
function pop<T>(search: Tables): i32 {
  const length = search.length;
  const element = popAgenda<T>(search);
  const position = load<i32>(at<i32>(search.positions, element));
  let wanted = load<i32>(at<i32>(search.ranks, element)) + 1;
  const origin = load<i32>(at<i32>(search.origins, element));
  const p = search.pathCount;
  if (p == search.pathCapacity) return PATHS_MISSING;
  const path = at<i32>(search.paths, p * length);
  const popped = load<T>(at<T>(search.scores, element));
  store<f64>(at<f64>(search.pathScores, p), <f64>popped);
  if (origin >= 0) memory.copy(path, at<i32>(search.paths, origin * length), <usize>length << 2);
  search.pathCount = p + 1;
  const row = <usize>search.blocks * blockBytes<T>();
  const rankings = search.rankings;
  const labelCount = search.labelCount;
  const epoch = search.epoch;
  const incoming = search.incoming;
  let bar = <T>search.bar;
  // No deviation is better than its path.
  if (popped <= bar) bar = <T>Infinity;
  let own = search.own + <usize>position * row;
  // The node after position t, and the score from there to the end, its emission included.
  let next = position < length - 1 ? load<i32>(at<i32>(path, position + 1)) : 0;
  let rest = load<T>(at<T>(search.rests, element));
  let label = load<i32>(at<i32>(search.labels, element));
  // The last path that was asked for is only followed, to where it meets the one that it deviates
  // from: that took the best predecessors from there, too.
  if (search.pathCount == search.limit) {
    store<i32>(at<i32>(path, position), label);
    for (let t = position - 1; t >= 0; t--) {
      const entry = entryOf(rankings, labelCount, t + 1, label);
      const ranking = rankingOf<T>(search, entry, epoch, t + 1, label, 0);
      if (!ranking) return POOL_MISSING;
      label = load<i32>(ranking, LABELS);
      if (origin >= 0 && load<i32>(at<i32>(path, t)) == label) break;
      store<i32>(at<i32>(path, t), label);
    }
    return 0;
  }
  for (let t = position; t >= 0; t--, wanted = 1, own -= row) {
    const entry = entryOf(rankings, labelCount, t + 1, next);
    const ranking = rankingOf<T>(search, entry, epoch, t + 1, next, wanted);
    if (!ranking) return POOL_MISSING;
    if (t < position) label = load<i32>(ranking, LABELS);
    const score = scoreOf<T>(search, ranking, t + 1, wanted, rest, path, bar);
    if (score > bar) {
      const missing = pushRank<T>(search, ranking, t + 1, wanted, score, rest);
      if (missing) return missing;
      bar = <T>search.bar;
    }
    store<i32>(at<i32>(path, t), label);
    if (t < length - 1) rest += load<T>(at<T>(incoming + <usize>next * row, label));
    rest += load<T>(at<T>(own, label));
    next = label;
  }
  return 0;
}

// @ts-ignore: decorator
@inline
export function deviationSearch<T>(address: usize, own: usize, length: i32, limit: i32): i32 {
  const search = changetype<Tables>(address);
  search.own = own;
  search.length = length;
  search.limit = limit;
  search.bar = -Infinity;
  search.edgeEvaluations = 0;
  search.nodeExpansions = 0;
  if (search.epoch == i32.MAX_VALUE) {
    memory.fill(search.rankings, 0, search.rankingsBytes);
    search.epoch = 0;
  }
  search.epoch++;
  search.poolTop = search.pool;
  search.elementCount = 0;
  search.agendaCount = 0;
  search.bestCount = 0;
  search.pathCount = 0;
  const entry = entryOf(search.rankings, search.labelCount, length, 0);
  const ranking = rankingOf<T>(search, entry, search.epoch, length, 0, 0);
  if (!ranking) return POOL_MISSING;
  // There is room for one.
  if (load<i32>(ranking, COUNT)) pushRank<T>(search, ranking, length, 0, load<T>(ranked<T>(ranking)), 0);
  while (search.pathCount < limit && search.agendaCount) {
    const missing = pop<T>(search);
    if (missing) return missing;
  }
  return search.pathCount;
}
