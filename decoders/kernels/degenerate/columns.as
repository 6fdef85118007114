// The columns of a degenerate lattice; see `degenerate/columns.ts`, which does the same in
// TypeScript.

import { larger, largest, noScore, VECTOR } from "../shared/lanes";
import { at, pack, QUAD, quadTop } from "../shared/quads";
import { Tables } from "./tables";

/** Scores of a quad. */
// @ts-ignore: decorator
@inline
export function quadScores<T>(): i32 {
  return <i32>(QUAD / sizeof<T>());
}

/** Writes the largest of the labels ≥ 2^m for each level m. */
// @ts-ignore: decorator
@inline
function groupMaxima<T>(own: usize, quads: i32, groupCount: i32, maxima: usize): void {
  let level = groupCount - 1;
  let top = noScore<T>();
  let quad = quads - 1;
  for (; level >= 0 && 1 << level >= quadScores<T>(); level--) {
    for (const first = (1 << level) / quadScores<T>(); quad >= first; quad--) {
      top = larger<T>(top, quadTop<T>(own + <usize>quad * QUAD));
    }
    store<T>(at<T>(maxima, level), largest<T>(top));
  }
  for (; quad > 0; quad--) top = larger<T>(top, quadTop<T>(own + <usize>quad * QUAD));
  let most = largest<T>(top);
  for (let y = quadScores<T>() - 1; level >= 0; level--) {
    for (; y >= 1 << level; y--) {
      const score = load<T>(at<T>(own, y));
      if (score > most) most = score;
    }
    store<T>(at<T>(maxima, level), most);
  }
}

// @ts-ignore: decorator
@inline
function degenerateReset<T>(address: usize, own: usize, length: i32): void {
  const tables = changetype<Tables>(address);
  const quads = tables.quads;
  const groupCount = tables.groupCount;
  const row = <usize>quads * QUAD;
  const labels = groupCount == 0 ? tables.labelCount : 1;
  const unknown = v128.splat<T>(<T>Infinity);
  let before = tables.before;
  let after = tables.after;
  let masks = tables.masks;
  let groupOwn = tables.groupOwn;
  for (let t = 0; t < length; t++) {
    store<i32>(masks, (1 << labels) - 1);
    store<i32>(at<i32>(tables.used, t), 1);
    store<i32>(at<i32>(tables.counts, t), labels + i32(groupCount > 0));
    store<i32>(at<i32>(tables.levels, t), groupCount > 0 ? 0 : -1);
    store<T>(at<T>(tables.groupBefore, t), <T>Infinity);
    store<T>(at<T>(tables.groupAfter, t), <T>Infinity);
    for (let o: usize = 0; o < QUAD; o += VECTOR) {
      v128.store(before + o, unknown);
      v128.store(after + o, unknown);
    }
    groupMaxima<T>(own, quads, groupCount, groupOwn);
    own += row;
    before += row;
    after += row;
    masks = at<i32>(masks, quads);
    groupOwn = at<T>(groupOwn, groupCount);
  }
}

export function degenerateReset32(tables: usize, own: usize, length: i32): void {
  degenerateReset<f32>(tables, own, length);
}
export function degenerateReset64(tables: usize, own: usize, length: i32): void {
  degenerateReset<f64>(tables, own, length);
}

/** Which paths of these scores stay. NaN, which is −∞ and +∞, does not. */
// @ts-ignore: decorator
@inline
export function stays<T>(score: v128, above: v128, least: v128): v128 {
  return v128.and(v128.gt<T>(score, above), v128.ge<T>(score, least));
}

// @ts-ignore: decorator
@inline
export function staysOne<T>(tables: Tables, score: T): bool {
  if (tables.keepAll) return true;
  return score > <T>tables.above && score >= <T>tables.least;
}

/** Which labels of a quad stay if these are their paths to both sides, which all share. */
// @ts-ignore: decorator
@inline
function openQuad<T>(tables: Tables, own: usize, left: v128, right: v128): i32 {
  const above = v128.splat<T>(<T>tables.above);
  const least = v128.splat<T>(<T>tables.least);
  return <i32>pack<T>(
    stays<T>(v128.add<T>(v128.add<T>(left, v128.load(own)), right), above, least),
    stays<T>(v128.add<T>(v128.add<T>(left, v128.load(own, 16)), right), above, least),
    stays<T>(v128.add<T>(v128.add<T>(left, v128.load(own, 32)), right), above, least),
    stays<T>(v128.add<T>(v128.add<T>(left, v128.load(own, 48)), right), above, least),
  );
}

/** Splits the group of a position, if there is one. */
// @ts-ignore: decorator
@inline
function expandAt<T>(tables: Tables, own: usize, t: i32): void {
  const level = load<i32>(at<i32>(tables.levels, t));
  if (level < 0) return;
  const labelCount = tables.labelCount;
  const row = <usize>tables.quads * QUAD;
  const masks = at<i32>(tables.masks, t * tables.quads);
  const before = tables.before + <usize>t * row;
  const after = tables.after + <usize>t * row;
  const groupLeft = load<T>(at<T>(tables.groupBefore, t));
  const groupRight = load<T>(at<T>(tables.groupAfter, t));
  const isLast = level + 1 == tables.groupCount;
  const end = isLast ? labelCount : 2 << level;
  let count = load<i32>(at<i32>(tables.counts, t)) - 1;
  own += <usize>t * row;
  let y = 1 << level;
  // The rest of the first quad, where other labels are active.
  for (; y < min(end, quadScores<T>()); y++) {
    const score = groupLeft + load<T>(at<T>(own, y)) + groupRight;
    if (!staysOne<T>(tables, score)) continue;
    store<i32>(masks, load<i32>(masks) | 1 << y);
    store<T>(at<T>(before, y), groupLeft);
    store<T>(at<T>(after, y), groupRight);
    count++;
  }
  const left = v128.splat<T>(groupLeft);
  const right = v128.splat<T>(groupRight);
  for (; y < end; y += quadScores<T>()) {
    const from = <usize>y * sizeof<T>();
    const all = (1 << min(end - y, quadScores<T>())) - 1;
    const mask = tables.keepAll ? all : all & openQuad<T>(tables, own + from, left, right);
    store<i32>(at<i32>(masks, y / quadScores<T>()), mask);
    count += popcnt(mask);
    for (let o = from; o < from + QUAD; o += VECTOR) {
      v128.store(before + o, left);
      v128.store(after + o, right);
    }
  }
  store<i32>(at<i32>(tables.used, t), (end + quadScores<T>() - 1) / quadScores<T>());
  let remaining = -1;
  if (!isLast) {
    const groupOwn = load<T>(at<T>(tables.groupOwn, t * tables.groupCount + level + 1));
    if (staysOne<T>(tables, groupLeft + groupOwn + groupRight)) {
      remaining = level + 1;
      count++;
    }
  }
  store<i32>(at<i32>(tables.levels, t), remaining);
  store<i32>(at<i32>(tables.counts, t), count);
}

// @ts-ignore: decorator
@inline
function degenerateExpand<T>(address: usize, own: usize, length: i32, isUniform: i32): void {
  const tables = changetype<Tables>(address);
  for (let t = 0; t < length; t++) {
    if (isUniform || load<i32>(at<i32>(tables.path, t)) >= tables.labelCount) expandAt<T>(tables, own, t);
  }
}

export function degenerateExpand32(tables: usize, own: usize, length: i32, isUniform: i32): void {
  degenerateExpand<f32>(tables, own, length, isUniform);
}
export function degenerateExpand64(tables: usize, own: usize, length: i32, isUniform: i32): void {
  degenerateExpand<f64>(tables, own, length, isUniform);
}
