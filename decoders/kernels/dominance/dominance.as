// Forward dominance over a sentence; see `dominance.ts`, which does the same in TypeScript.

import { BLOCK, blockBytes, larger, largest, noScore, VECTOR } from "../shared/lanes";
import { at } from "../shared/quads";
import { charge } from "./lookups";
import { boundSuffixes, dropHopeless, greedyScore, listCounted } from "./suffix_bounds";
import { advance, finish, goOn, join } from "./sweep";
import { GIVEN_UP, Tables } from "./tables";

/** row[y] = max over z of ( e(y, z) − e(m, z) ); −∞ where no edge leaves y, and past L. */
// @ts-ignore: decorator
@inline
export function advantages<T>(edges: usize, m: i32, labelCount: i32, blocks: i32, row: usize): void {
  const bytes = <usize>blocks * blockBytes<T>();
  const other = edges + <usize>m * bytes;
  for (let y = 0; y < labelCount; y++, edges += bytes) {
    let most = noScore<T>();
    for (let i: usize = 0; i < bytes; i += VECTOR) {
      // −∞ − (−∞) is NaN, and never the larger one.
      most = larger<T>(most, v128.sub<T>(v128.load(edges + i), v128.load(other + i)));
    }
    store<T>(at<T>(row, y), largest<T>(most));
  }
  for (let y = labelCount; y < blocks * BLOCK; y++) store<T>(at<T>(row, y), <T>(-Infinity));
}

/** The sweep goes on from the left while it has so few labels for each position of the sentence. */
const FEW: i32 = 8;

/**
 * Suffixes are bounded over so many positions between two sweeps: over more, the bounds are too
 * coarse.
 */
const NEAR: i32 = 8;

/** So few labels are listed all the same: it takes no time. */
const LISTED: i32 = 128;

/** Whether a side has kept more than half of the labels, and more than a block. */
// @ts-ignore: decorator
@inline
function hasMany(tables: Tables): bool {
  const count = tables.end - tables.start;
  return count > BLOCK && 2 * count > tables.labelCount;
}

/**
 * Whether half of the labels were kept on average of at least two positions, which were no more
 * than a quarter.
 */
// @ts-ignore: decorator
@inline
function isInVain(tables: Tables, done: i32, kept: i32, length: i32): bool {
  return done >= 2 && 4 * done <= length && 2 * kept > done * tables.labelCount;
}

/**
 * Charges the dense steps that come instead to the label whose coarse advantages kept too many:
 * else a sweep that is always given up early would never have its own.
 */
// @ts-ignore: decorator
@inline
function giveUp(tables: Tables): i32 {
  charge(tables, tables.coarse, tables.labelCount * tables.labelCount);
  return GIVEN_UP;
}

/** Drops the labels of the last position of a sweep that bounds tell to be on no best path. */
// @ts-ignore: decorator
@inline
function drop<T>(tables: Tables, own: usize, slack: v128): void {
  if (tables.isCounted) listCounted<T>(tables, own, slack);
  else dropHopeless<T>(tables);
}

/**
 * Bounds what lies between two sweeps, and drops labels of the left one, and of the right one if it
 * still has many.
 */
// @ts-ignore: decorator
@inline
function bound<T>(forward: Tables, backward: Tables, own: usize, last: usize, length: i32, few: i32, slack: v128): void {
  const step = <isize>forward.blocks * <isize>blockBytes<T>();
  const one = greedyScore<T>(forward, backward, length, own, last, step);
  const other = greedyScore<T>(backward, forward, length, last, own, -step);
  const lower = <f64>((one > other ? one : other) - v128.extract_lane<T>(slack, 0));
  forward.lowerBound = lower;
  boundSuffixes<T>(forward, backward, length, last, step);
  drop<T>(forward, own, slack);
  if (forward.end - forward.start <= few) return;
  backward.lowerBound = lower;
  boundSuffixes<T>(backward, forward, length, own, -step);
  drop<T>(backward, last, slack);
}

/** Goes on from the side with fewer labels until both meet; returns what the sweep does. */
function meet<T>(forward: Tables, backward: Tables, own: usize, length: i32, few: i32, listed: i32, tolerance: T, mayGiveUp: bool): i32 {
  const slack = v128.splat<T>(tolerance);
  const row = <usize>forward.blocks * blockBytes<T>();
  const last = own + <usize>(length - 1) * row;
  while (forward.position + backward.position < length) {
    const count = forward.end - forward.start;
    const others = backward.end - backward.start;
    if (mayGiveUp && hasMany(forward) && hasMany(backward) && isInVain(forward, forward.position + backward.position, forward.end + backward.end, length)) {
      giveUp(backward);
      return giveUp(forward);
    }
    if (count > few && others > few && forward.byRow && !forward.isBounded && length - forward.position - backward.position <= NEAR) {
      bound<T>(forward, backward, own, last, length, few, slack);
      continue;
    }
    // The side goes on that has fewer sources; the right one has begun when the left one has many.
    const isRight = count > few && (!backward.position || others < count);
    const side = isRight ? backward : forward;
    if (side.isCounted) listCounted<T>(side, isRight ? last : own, slack);
    const t = isRight ? length - 1 - backward.position : forward.position;
    const kept = advance<T>(side, own + <usize>t * row, listed, false, slack);
    if (kept <= 0) return kept;
    if (side.isBounded) drop<T>(side, isRight ? last : own, slack);
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
  // Many labels that a side is met with need not be listed: its values are enough.
  const listed = opposite && forward.byRow && forward.labelCount > LISTED ? few : i32.MAX_VALUE;
  while (!opposite || (!backward.position && forward.end - forward.start <= few)) {
    const kept = goOn<T>(forward, own, length, few, listed, slack);
    if (kept <= 0) return kept;
    if (forward.position == length) return finish<T>(forward, length);
    if (mayGiveUp && !opposite && hasMany(forward) && isInVain(forward, forward.position, forward.end, length)) return giveUp(forward);
  }
  return meet<T>(forward, backward, own, length, few, listed, tolerance, mayGiveUp);
}

// @ts-ignore: decorator
@inline
function begin(tables: Tables): void {
  tables.position = 0;
  tables.start = 0;
  tables.end = 0;
  tables.isCounted = 0;
  tables.isBounded = 0;
  tables.coarse = 0;
  tables.isTied = 0;
  tables.edgeEvaluations = 0;
  tables.nodeExpansions = 0;
}

// @ts-ignore: decorator
@inline
export function dominanceSweep<T>(address: usize, opposite: usize, own: usize, length: i32, tolerance: T, mayGiveUp: bool, isNew: bool): i32 {
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
