// Beam search over a sentence; `chain/beam.ts` does the same in TypeScript.

import { bits, blockBytes, larger, largest, noScore, VECTOR } from "../shared/lanes";
import { at, leastOffset } from "../shared/quads";

/** Bytes of four vectors: two such runs of values stay in registers at a time. */
const RUN: usize = 64;

/** values[y] = max over the sources of ( prefix + e(source, y) ) + own[y], two runs at a time. */
// @ts-ignore: decorator
@inline
function relaxRow<T>(own: usize, edges: usize, row: usize, width: i32, labels: usize, prefixes: usize, values: usize): void {
  for (let o: usize = 0; o < row; o += 2 * RUN) {
    // The last run of an odd number is computed twice.
    const p = min(o + RUN, row - RUN);
    let m0 = noScore<T>(), m1 = m0, m2 = m0, m3 = m0, m4 = m0, m5 = m0, m6 = m0, m7 = m0;
    for (let i = 0; i < width; i++) {
      const prefix = v128.load_splat<T>(at<T>(prefixes, i));
      const from = edges + <usize>load<i32>(at<i32>(labels, i)) * row;
      m0 = larger<T>(m0, v128.add<T>(prefix, v128.load(from + o)));
      m1 = larger<T>(m1, v128.add<T>(prefix, v128.load(from + o, 16)));
      m2 = larger<T>(m2, v128.add<T>(prefix, v128.load(from + o, 32)));
      m3 = larger<T>(m3, v128.add<T>(prefix, v128.load(from + o, 48)));
      m4 = larger<T>(m4, v128.add<T>(prefix, v128.load(from + p)));
      m5 = larger<T>(m5, v128.add<T>(prefix, v128.load(from + p, 16)));
      m6 = larger<T>(m6, v128.add<T>(prefix, v128.load(from + p, 32)));
      m7 = larger<T>(m7, v128.add<T>(prefix, v128.load(from + p, 48)));
    }
    v128.store(values + o, v128.add<T>(m0, v128.load(own + o)));
    v128.store(values + o, v128.add<T>(m1, v128.load(own + o, 16)), 16);
    v128.store(values + o, v128.add<T>(m2, v128.load(own + o, 32)), 32);
    v128.store(values + o, v128.add<T>(m3, v128.load(own + o, 48)), 48);
    v128.store(values + p, v128.add<T>(m4, v128.load(own + p)));
    v128.store(values + p, v128.add<T>(m5, v128.load(own + p, 16)), 16);
    v128.store(values + p, v128.add<T>(m6, v128.load(own + p, 32)), 32);
    v128.store(values + p, v128.add<T>(m7, v128.load(own + p, 48)), 48);
  }
}

/** Fills a list with −∞. */
// @ts-ignore: decorator
@inline
function clear<T>(list: usize, end: usize): void {
  for (let i = list; i < end; i += VECTOR) v128.store(i, noScore<T>());
}

/** Inserts each lane into the list of its lane, largest first, whose last one drops out. */
// @ts-ignore: decorator
@inline
function insertLanes<T>(list: usize, end: usize, lanes: v128): void {
  for (let i = list; i < end; i += VECTOR) {
    const old = v128.load(i);
    v128.store(i, larger<T>(old, lanes));
    lanes = v128.pmin<T>(old, lanes);
  }
}

/** Inserts a value, which all lanes hold, into one list over all lanes, largest first. */
// @ts-ignore: decorator
@inline
function insert<T>(list: usize, end: usize, value: v128): void {
  let before = v128.splat<T>(<T>Infinity);
  for (let i = list; i < end; i += VECTOR) {
    const old = v128.load(i);
    // Every place holds the larger one of itself and what is pushed down from the place before it.
    const shifted = sizeof<T>() == 4 ? v128.shuffle<f32>(before, old, 3, 4, 5, 6) : v128.shuffle<f64>(before, old, 1, 2);
    v128.store(i, larger<T>(old, v128.pmin<T>(shifted, value)));
    before = old;
  }
}

/**
 * A value that at least `width` labels of a row reach. Each lane of a run has a maximum, no two at
 * the same label, so the `width`-th largest of any of them is such a value. Of each lane the
 * largest few are taken, a vector more than `width` needs for a tighter bound. With fewer runs than
 * that it is −∞, and all labels reach it. Overwrites the list.
 */
// @ts-ignore: decorator
@inline
function reachedBy<T>(values: usize, row: usize, width: i32, list: usize, end: usize, maxima: usize): v128 {
  const maximaEnd = maxima + (end - list) + VECTOR;
  clear<T>(maxima, maximaEnd);
  for (let o = values; o < values + row; o += RUN) {
    const top = larger<T>(
      larger<T>(v128.load(o), v128.load(o, 16)),
      larger<T>(v128.load(o, 32), v128.load(o, 48)),
    );
    const isNew = v128.any_true(v128.gt<T>(top, v128.load(maximaEnd - VECTOR)));
    if (isNew) insertLanes<T>(maxima, maximaEnd, top);
  }
  clear<T>(list, end);
  for (let p = maxima; p < maximaEnd; p += sizeof<T>()) insert<T>(list, end, v128.load_splat<T>(p));
  return v128.load_splat<T>(at<T>(list, width - 1));
}

/** Writes the labels whose values reach a bound, in order; returns the end of what it wrote. */
// @ts-ignore: decorator
@inline
function collect<T>(values: usize, row: usize, bound: v128, labels: usize): usize {
  const lanes = <i32>(VECTOR / sizeof<T>());
  for (let o: usize = 0; o < row; o += RUN) {
    const p = values + o;
    let reached = bits<T>(v128.ge<T>(v128.load(p), bound)) |
      bits<T>(v128.ge<T>(v128.load(p, 16), bound)) << lanes |
      bits<T>(v128.ge<T>(v128.load(p, 32), bound)) << 2 * lanes |
      bits<T>(v128.ge<T>(v128.load(p, 48), bound)) << 3 * lanes;
    const first = <i32>(o / sizeof<T>());
    for (; reached; reached &= reached - 1) {
      store<i32>(labels, first + ctz(reached));
      labels += 4;
    }
  }
  return labels;
}

/**
 * Writes the `width` best labels of a row of values in the order of labels, the smaller ones of
 * equals, and their values. Little in it branches on scores: a bound leaves few candidates, all of
 * which go into a sorted list of values, and then those that reach its end are kept.
 */
// @ts-ignore: decorator
@inline
function keepBest<T>(values: usize, row: usize, width: i32, labels: usize, prefixes: usize): void {
  const list = values + row;
  const end = list + (<usize>width * sizeof<T>() + VECTOR - 1 & ~(VECTOR - 1));
  const candidates = list + row;
  const bound = reachedBy<T>(values, row, width, list, end, candidates);
  const candidatesEnd = collect<T>(values, row, bound, candidates);
  clear<T>(list, end);
  for (let p = candidates; p < candidatesEnd; p += 4) {
    insert<T>(list, end, v128.load_splat<T>(at<T>(values, load<i32>(p))));
  }
  const least = load<T>(at<T>(list, width - 1));
  let equals = 1;
  while (equals < width && load<T>(at<T>(list, width - 1 - equals)) == least) equals++;
  // Each candidate is written, and the next one over it unless it is kept.
  for (let i = 0, from = candidates; i < width; from += 4) {
    const y = load<i32>(from);
    const value = load<T>(at<T>(values, y));
    store<i32>(at<i32>(labels, i), y);
    store<T>(at<T>(prefixes, i), value);
    const isLeast = i32(value == least);
    i += i32(value > least) | (isLeast & i32(equals > 0));
    equals -= isLeast;
  }
}

/** Four values of a row: those of its only source, or the emissions themselves if there is none. */
// @ts-ignore: decorator
@inline
function oneSource<T>(own: usize, prefix: v128, edges: usize, hasSource: bool): v128 {
  return hasSource ? v128.add<T>(v128.add<T>(prefix, v128.load(edges)), v128.load(own)) : v128.load(own);
}

/** `oneSource` for a run of values: the largest in each lane. */
// @ts-ignore: decorator
@inline
function oneSourceTop<T>(own: usize, prefix: v128, edges: usize, hasSource: bool): v128 {
  const first = oneSource<T>(own, prefix, edges, hasSource);
  const second = oneSource<T>(own + VECTOR, prefix, edges + VECTOR, hasSource);
  const third = oneSource<T>(own + 2 * VECTOR, prefix, edges + 2 * VECTOR, hasSource);
  const fourth = oneSource<T>(own + 3 * VECTOR, prefix, edges + 3 * VECTOR, hasSource);
  return larger<T>(larger<T>(first, second), larger<T>(third, fourth));
}

/**
 * As `relaxRow` and `keepBest` for at most one source and for one label, which it returns. No value
 * is stored: those of the run with the best one are computed again.
 */
// @ts-ignore: decorator
@inline
function keepOne<T>(own: usize, row: usize, prefix: v128, edges: usize, hasSource: bool, best: usize): i32 {
  let highest = noScore<T>();
  // The first run in which each lane has its highest value.
  let runs = i32x4.splat(0);
  for (let o: usize = 0; o < row; o += RUN) {
    const top = oneSourceTop<T>(own + o, prefix, edges + o, hasSource);
    runs = v128.bitselect(i32x4.splat(<i32>o), runs, v128.gt<T>(top, highest));
    highest = larger<T>(highest, top);
  }
  const most = largest<T>(highest);
  store<T>(best, most);
  const wanted = v128.splat<T>(most);
  // The first run with the best value, of those of all lanes that have it.
  const run = leastOffset(runs, v128.eq<T>(highest, wanted));
  const lanes = <i32>(VECTOR / sizeof<T>());
  let equal = 0;
  for (let i = 0; i < 4; i++) {
    const o = run + <usize>i * VECTOR;
    equal |= bits<T>(v128.eq<T>(oneSource<T>(own + o, prefix, edges + o, hasSource), wanted)) << i * lanes;
  }
  return <i32>(run / sizeof<T>()) + ctz(equal);
}

/** `beamSweep` for a width of one. */
// @ts-ignore: decorator
@inline
function greedySweep<T>(own: usize, length: i32, edges: usize, row: usize, labels: usize, prefixes: usize): void {
  let y = keepOne<T>(own, row, noScore<T>(), edges, false, prefixes);
  store<i32>(labels, y);
  for (let t = 1; t < length; t++) {
    own += row;
    const prefix = v128.load_splat<T>(at<T>(prefixes, t - 1));
    y = keepOne<T>(own, row, prefix, edges + <usize>y * row, true, at<T>(prefixes, t));
    store<i32>(at<i32>(labels, t), y);
  }
}

// @ts-ignore: decorator
@inline
export function beamSweep<T>(own: usize, length: i32, edges: usize, blocks: i32, width: i32, labels: usize, prefixes: usize, room: usize): void {
  const row = <usize>blocks * blockBytes<T>();
  if (width == 1) {
    greedySweep<T>(own, length, edges, row, labels, prefixes);
    return;
  }
  for (let t = 0; t < length; t++, own += row) {
    if (t == 0) memory.copy(room, own, row);
    else {
      relaxRow<T>(own, edges, row, width, labels, prefixes, room);
      labels = at<i32>(labels, width);
      prefixes = at<T>(prefixes, width);
    }
    keepBest<T>(room, row, width, labels, prefixes);
  }
}

/**
 * The best path through kept labels, from right to left; returns its score, and only that if it is
 * −∞.
 */
// @ts-ignore: decorator
@inline
export function beamBacktrack<T>(length: i32, edges: usize, blocks: i32, width: i32, labels: usize, prefixes: usize, path: usize): T {
  const row = <usize>blocks * blockBytes<T>();
  let score: T = <T>(-Infinity);
  let y = 0;
  for (let i = (length - 1) * width; i < length * width; i++) {
    if (load<T>(at<T>(prefixes, i)) > score) {
      score = load<T>(at<T>(prefixes, i));
      y = load<i32>(at<i32>(labels, i));
    }
  }
  if (score == <T>(-Infinity)) return score;
  if (width == 1) {
    memory.copy(path, labels, <usize>length << 2);
    return score;
  }
  store<i32>(at<i32>(path, length - 1), y);
  for (let t = length - 2; t >= 0; t--) {
    const into = at<T>(edges, y);
    let best: T = <T>(-Infinity);
    for (let i = t * width; i < (t + 1) * width; i++) {
      const x = load<i32>(at<i32>(labels, i));
      const value = load<T>(at<T>(prefixes, i)) + load<T>(into + <usize>x * row);
      if (value > best) {
        best = value;
        y = x;
      }
    }
    store<i32>(at<i32>(path, t), y);
  }
  return score;
}
