// A pass over the columns of a degenerate lattice; see `degenerate/pass.ts`, which does the same in
// TypeScript.

import { larger, largest, noScore, VECTOR } from "../shared/lanes";
import { at, QUAD, quadTop } from "../shared/quads";
import { quadScores, stays, staysOne } from "./columns";
import { groupEdge } from "./lookups";
import { Tables } from "./tables";

/** Bytes of a source in a list: the offset of its row of edges, and its score. */
// @ts-ignore: decorator
@inline
function sourceBytes<T>(): usize {
  return 2 * sizeof<T>();
}

/** to = max over the sources of a list of ( score + edge ), for a quad. */
// @ts-ignore: decorator
@inline
function relaxQuad<T>(list: usize, end: usize, edges: usize, to: usize): void {
  let a = noScore<T>(), b = a, c = a, d = a;
  for (; list < end; list += sourceBytes<T>()) {
    const score = v128.load_splat<T>(list, sizeof<T>());
    const from = edges + <usize>load<i32>(list);
    a = larger<T>(a, v128.add<T>(score, v128.load(from)));
    b = larger<T>(b, v128.add<T>(score, v128.load(from, 16)));
    c = larger<T>(c, v128.add<T>(score, v128.load(from, 32)));
    d = larger<T>(d, v128.add<T>(score, v128.load(from, 48)));
  }
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  v128.store(to, d, 48);
}

/** `relaxQuad` for two quads that follow each other. */
// @ts-ignore: decorator
@inline
function relaxTwo<T>(list: usize, end: usize, edges: usize, to: usize): void {
  let a = noScore<T>(), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  for (; list < end; list += sourceBytes<T>()) {
    const score = v128.load_splat<T>(list, sizeof<T>());
    const from = edges + <usize>load<i32>(list);
    a = larger<T>(a, v128.add<T>(score, v128.load(from)));
    b = larger<T>(b, v128.add<T>(score, v128.load(from, 16)));
    c = larger<T>(c, v128.add<T>(score, v128.load(from, 32)));
    d = larger<T>(d, v128.add<T>(score, v128.load(from, 48)));
    e = larger<T>(e, v128.add<T>(score, v128.load(from, 64)));
    f = larger<T>(f, v128.add<T>(score, v128.load(from, 80)));
    g = larger<T>(g, v128.add<T>(score, v128.load(from, 96)));
    h = larger<T>(h, v128.add<T>(score, v128.load(from, 112)));
  }
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  v128.store(to, d, 48);
  v128.store(to, e, 64);
  v128.store(to, f, 80);
  v128.store(to, g, 96);
  v128.store(to, h, 112);
}

/** `relaxQuad` for all quads with a label that is left. */
// @ts-ignore: decorator
@inline
function relaxRow<T>(list: usize, end: usize, edges: usize, masks: usize, used: i32, to: usize): void {
  for (let quad = 0; quad < used; quad++) {
    if (!load<i32>(at<i32>(masks, quad))) continue;
    const o = <usize>quad * QUAD;
    if (quad + 1 < used && load<i32>(at<i32>(masks, quad + 1))) {
      relaxTwo<T>(list, end, edges + o, to + o);
      quad++;
    } else relaxQuad<T>(list, end, edges + o, to + o);
  }
}

/** The lanes of a vector, by its place in a quad, whose bits are set. */
// @ts-ignore: decorator
@inline
function lanesOf<T>(mask: i32, vector: i32): v128 {
  if (sizeof<T>() == 4) {
    const chosen = v128.and(i32x4.splat(mask >> (vector << 2)), i32x4(1, 2, 4, 8));
    return v128.ne<i32>(chosen, i32x4.splat(0));
  }
  const chosen = v128.and(i64x2.splat(<i64>(mask >> (vector << 1))), i64x2(1, 2));
  return v128.ne<i64>(chosen, i64x2.splat(0));
}

/** Appends the labels of a quad whose bits are set to a list; returns its end. */
// @ts-ignore: decorator
@inline
function append<T>(list: usize, labels: i32, offset: usize, row: usize, scores: usize): usize {
  for (; labels; labels &= labels - 1) {
    const i = ctz(labels);
    store<i32>(list, <i32>(offset + <usize>i * row));
    store<T>(list, load<T>(at<T>(scores, i)), sizeof<T>());
    list += sourceBytes<T>();
  }
  return list;
}

/** The best sum of score and edge over all labels that are left. */
// @ts-ignore: decorator
@inline
function bestInto<T>(scores: usize, edges: usize, masks: usize, used: i32): T {
  let top = noScore<T>();
  for (let quad = 0; quad < used; quad++) {
    if (!load<i32>(at<i32>(masks, quad))) continue;
    const p = scores + <usize>quad * QUAD;
    const e = edges + <usize>quad * QUAD;
    const ab = larger<T>(v128.add<T>(v128.load(p), v128.load(e)), v128.add<T>(v128.load(p, 16), v128.load(e, 16)));
    const cd = larger<T>(v128.add<T>(v128.load(p, 32), v128.load(e, 32)), v128.add<T>(v128.load(p, 48), v128.load(e, 48)));
    top = larger<T>(top, larger<T>(ab, cd));
  }
  return largest<T>(top);
}

/** The largest score of the labels of a position that are left. */
// @ts-ignore: decorator
@inline
function topOf<T>(scores: usize, masks: usize, used: i32): T {
  let top = noScore<T>();
  for (let quad = 0; quad < used; quad++) {
    if (load<i32>(at<i32>(masks, quad))) top = larger<T>(top, quadTop<T>(scores + <usize>quad * QUAD));
  }
  return largest<T>(top);
}

// @ts-ignore: decorator
@inline
function degeneratePass<T>(address: usize, own: usize, length: i32, isForward: i32): void {
  const tables = changetype<Tables>(address);
  // Fields are read once: a store in a loop might change them for all the compiler knows.
  const labelCount = tables.labelCount;
  const groupCount = tables.groupCount;
  const quads = tables.quads;
  const row = <usize>quads * QUAD;
  const edges = isForward ? tables.outgoing : tables.incoming;
  const inverse = isForward ? tables.incoming : tables.outgoing;
  const side = isForward ? tables.before : tables.after;
  const otherSide = isForward ? tables.after : tables.before;
  const groupSide = isForward ? tables.groupBefore : tables.groupAfter;
  const otherGroupSide = isForward ? tables.groupAfter : tables.groupBefore;
  const groupSums = tables.groupSums;
  const levels = tables.levels;
  const isActive = tables.isActive;
  const active = i32x4.splat(isActive ? -1 : 0);
  const all = i32x4.splat(tables.keepAll ? -1 : 0);
  const above = v128.splat<T>(<T>tables.above);
  const least = v128.splat<T>(<T>tables.least);
  const step = isForward ? 1 : -1;
  let lists = tables.lists;
  let nextLists = lists + 2 * tables.listBytes;
  let labelEnd: usize = 0;
  let otherEnd: usize = 0;
  let sources = 0;
  let edgeEvaluations: f64 = 0;
  let nodeExpansions: f64 = 0;
  tables.upper = -Infinity;
  tables.labelScore = -Infinity;
  let t = isForward ? 0 : length - 1;
  for (let i = 0; i < length; i++, t += step) {
    const masks = at<i32>(tables.masks, t * quads);
    const used = load<i32>(at<i32>(tables.used, t));
    const offset = <usize>t * row;
    const ownRow = own + offset;
    const sums = tables.sums + offset;
    const labelSums = tables.labelSums + offset;
    const others = lists + tables.listBytes;
    const nextOthers = nextLists + tables.listBytes;
    if (i > 0) {
      const count = load<i32>(at<i32>(tables.counts, t));
      nodeExpansions += <f64>count;
      edgeEvaluations += <f64>sources * <f64>count;
      relaxRow<T>(lists, labelEnd, edges, masks, used, labelSums);
      relaxRow<T>(others, otherEnd, edges, masks, used, sums);
    }
    let count = 0;
    let nextLabelEnd = nextLists;
    let nextOtherEnd = nextOthers;
    for (let quad = 0; quad < used; quad++) {
      const mask = load<i32>(at<i32>(masks, quad));
      if (!mask) continue;
      const first = <usize>quad * QUAD;
      let kept = 0;
      let tracked = 0;
      for (let vector = 0; vector < 4; vector++) {
        const o = first + <usize>vector * VECTOR;
        const labelBest = i > 0 ? v128.load(labelSums + o) : v128.splat<T>(0);
        const otherBest = i > 0 ? v128.load(sums + o) : noScore<T>();
        const reach = larger<T>(labelBest, otherBest);
        const isTracked = v128.or(active, v128.ge<T>(labelBest, otherBest));
        const labelReach = v128.bitselect(labelBest, noScore<T>(), isTracked);
        const emission = v128.load(ownRow + o);
        const sum = v128.add<T>(reach, emission);
        const beyond = v128.load(otherSide + offset + o);
        const through = isForward ? v128.add<T>(sum, beyond) : v128.add<T>(v128.add<T>(beyond, emission), reach);
        const keep = v128.and(lanesOf<T>(mask, vector), v128.or(all, stays<T>(through, above, least)));
        v128.store(side + offset + o, reach);
        v128.store(sums + o, v128.bitselect(sum, noScore<T>(), keep));
        v128.store(labelSums + o, v128.bitselect(v128.add<T>(labelReach, emission), noScore<T>(), keep));
        const lanes = vector * quadScores<T>() / 4;
        const known = v128.and(keep, v128.gt<T>(labelReach, noScore<T>()));
        kept |= (sizeof<T>() == 4 ? v128.bitmask<i32>(keep) : v128.bitmask<i64>(keep)) << lanes;
        tracked |= (sizeof<T>() == 4 ? v128.bitmask<i32>(known) : v128.bitmask<i64>(known)) << lanes;
      }
      store<i32>(at<i32>(masks, quad), kept);
      count += popcnt(kept);
      const rows = <usize>(quad * quadScores<T>()) * row;
      nextLabelEnd = append<T>(nextLabelEnd, tracked, rows, row, labelSums + first);
      nextOtherEnd = append<T>(nextOtherEnd, isActive ? kept : kept & ~tracked, rows, row, sums + first);
    }
    const level = load<i32>(at<i32>(levels, t));
    if (level >= 0) {
      let reach: T = 0;
      if (i > 0) {
        const p = t - step;
        const previous = tables.sums + <usize>p * row;
        const into = inverse + <usize>(labelCount + level) * row;
        reach = bestInto<T>(previous, into, at<i32>(tables.masks, p * quads), load<i32>(at<i32>(tables.used, p)));
        const source = load<i32>(at<i32>(levels, p));
        if (source >= 0) {
          const score = load<T>(at<T>(groupSums, p)) + groupEdge<T>(tables, isForward, source, level);
          if (score > reach) reach = score;
        }
      }
      const emission = load<T>(at<T>(tables.groupOwn, t * groupCount + level));
      const sum = reach + emission;
      const beyond = load<T>(at<T>(otherGroupSide, t));
      const through = isForward ? sum + beyond : beyond + emission + reach;
      store<T>(at<T>(groupSide, t), reach);
      store<T>(at<T>(groupSums, t), sum);
      if (staysOne<T>(tables, through)) {
        store<i32>(nextOtherEnd, <i32>(<usize>(labelCount + level) * row));
        store<T>(nextOtherEnd, sum, sizeof<T>());
        nextOtherEnd += sourceBytes<T>();
        count++;
      } else store<i32>(at<i32>(levels, t), -1);
    }
    store<i32>(at<i32>(tables.counts, t), count);
    if (count == 0) break;
    sources = <i32>((nextLabelEnd - nextLists + nextOtherEnd - nextOthers) / sourceBytes<T>());
    labelEnd = nextLabelEnd;
    otherEnd = nextOtherEnd;
    const free = lists;
    lists = nextLists;
    nextLists = free;
    if (i == length - 1) {
      const upper = topOf<T>(sums, masks, used);
      tables.upper = <f64>upper;
      tables.labelScore = <f64>topOf<T>(labelSums, masks, used);
      if (load<i32>(at<i32>(levels, t)) >= 0) {
        const group = load<T>(at<T>(groupSums, t));
        if (group > upper) tables.upper = <f64>group;
      }
    }
  }
  tables.edgeEvaluations = edgeEvaluations;
  tables.nodeExpansions = nodeExpansions;
}

export function degeneratePass32(tables: usize, own: usize, length: i32, isForward: i32): void {
  degeneratePass<f32>(tables, own, length, isForward);
}
export function degeneratePass64(tables: usize, own: usize, length: i32, isForward: i32): void {
  degeneratePass<f64>(tables, own, length, isForward);
}
