// Active labels of each position; see `own_order/columns.ts`, which does the same in TypeScript.

import { VECTOR } from "../shared/lanes";
import { at, QUAD } from "../shared/quads";
import { bestThree, centredOf, groupLabels, groupReached, read, tightened } from "./reading";
import {
  ACTIVE,
  COUNT,
  FIRST_SLOTS,
  LAST_LABEL,
  LAST_SCORE,
  MARKED,
  POSITION_BYTES,
  REST,
  REST_AFTER,
  REST_BEFORE,
  ROOM,
  SLOT_AFTER,
  SLOT_BEFORE,
  SLOT_BYTES,
  SLOT_OWN,
  Tables,
} from "./tables";

/** Labels of a position that are active at first. */
const FIRST: i32 = 2;
/** So many more for each active one become active where a rest is split, and where all are. */
const MORE: i32 = 3;
const MORE_OF_ALL: i32 = 2;
/** From so many on, all labels that may be on a path over the bar become active at once. */
const MANY: i32 = 32;
/** 2^-48, as in TypeScript, and the bits of a float64. */
const ROUNDING: f64 = 3.552713678800501e-15;
const FLOAT64_BITS: i32 = 53;

/** The address of a position's record. */
// @ts-ignore: decorator
@inline
export function positionAt(tables: Tables, t: i32): usize {
  return tables.positions + <usize>t * POSITION_BYTES;
}

/** The address of a slot's record. */
// @ts-ignore: decorator
@inline
export function slotAt(tables: Tables, slot: i32): usize {
  return tables.slots + <usize>slot * SLOT_BYTES;
}

/** Where the largest centred emissions of a position's quads are. */
// @ts-ignore: decorator
@inline
function topsAt(tables: Tables, t: i32): usize {
  return tables.tops + <usize>(t * tables.quads) * VECTOR;
}

/** The row of scores that is added to the emissions of a position. */
// @ts-ignore: decorator
@inline
function rowAt(tables: Tables, t: i32, length: i32): usize {
  const isLast = t == length - 1;
  if (t > 0) return isLast ? tables.incomingRow : tables.bothRow;
  return isLast ? tables.noneRow : tables.outgoingRow;
}

/** Keeps the best in the list of what was found; returns its size. */
// @ts-ignore: decorator
@inline
function insert(tables: Tables, size: i32, most: i32, score: f64, label: i32): i32 {
  const scores = tables.scores;
  const found = tables.found;
  let place = size;
  if (size == most) {
    if (!(score > load<f64>(at<f64>(scores, --place)))) return size;
  } else size++;
  for (; place > 0 && load<f64>(at<f64>(scores, place - 1)) < score; place--) {
    store<f64>(at<f64>(scores, place), load<f64>(at<f64>(scores, place - 1)));
    store<i32>(at<i32>(found, place), load<i32>(at<i32>(found, place - 1)));
  }
  store<f64>(at<f64>(scores, place), score);
  store<i32>(at<i32>(found, place), label);
  return size;
}

/**
 * Finds the best labels of a position whose centred emission is at least `floor`, and which come
 * after the last that became active. All of them reach `low`, as rounded. Best first, unless
 * all are to be found.
 */
// @ts-ignore: decorator
@inline
function scan<T>(tables: Tables, own: usize, row: usize, tops: usize, floor: f64, low: f64, most: i32, isUnsorted: bool, last: i32, lastScore: f64): i32 {
  const quads = tables.quads;
  let size = 0;
  let bar = v128.splat<T>(<T>low);
  for (let quad = 0, first = 0; quad < quads; quad += 4, first += groupLabels<T>()) {
    for (let mask = groupReached<T>(own, row, tops, quad, quads, bar); mask; mask &= mask - 1) {
      const y = first + <i32>ctz(mask);
      const score = centredOf<T>(own, row, y);
      if (!(score >= floor) || score > lastScore || score == -Infinity) continue;
      if (score == lastScore && y <= last) continue;
      if (isUnsorted) {
        store<f64>(at<f64>(tables.scores, size), score);
        store<i32>(at<i32>(tables.found, size++), y);
        continue;
      }
      size = insert(tables, size, most, score, y);
      if (size < most) continue;
      const least = load<f64>(at<f64>(tables.scores, most - 1));
      if (least > low) {
        low = least;
        bar = v128.splat<T>(<T>low);
      }
    }
  }
  return size;
}

/** Takes note of a score that sums will have in them. */
// @ts-ignore: decorator
@inline
function use(tables: Tables, score: f64, emission: f64): void {
  const magnitude = abs(score);
  if (magnitude > tables.largest) tables.largest = magnitude;
  while (tables.exponent < FLOAT64_BITS && emission * tables.scale != floor(emission * tables.scale)) {
    tables.exponent++;
    tables.scale *= 2;
  }
}

/** Makes the best of the labels that were found active, for which there is room. */
// @ts-ignore: decorator
@inline
function admit<T>(tables: Tables, own: usize, t: i32, length: i32, admitted: i32, size: i32): void {
  const position = positionAt(tables, t);
  const found = tables.found;
  const scores = tables.scores;
  store<f64>(position, admitted < size ? load<f64>(at<f64>(scores, admitted)) : -Infinity, REST);
  if (admitted == 0) return;
  const before = load<f64>(position, REST_BEFORE);
  const after = load<f64>(position, REST_AFTER);
  const start = load<i32>(position);
  const old = load<i32>(position, COUNT);
  const needed = old + admitted;
  if (needed > load<i32>(position, ROOM)) {
    const room = 2 * needed;
    memory.copy(slotAt(tables, tables.used), slotAt(tables, start), <usize>old * SLOT_BYTES);
    store<i32>(position, tables.used);
    store<i32>(position, room, ROOM);
    tables.used += room;
  }
  let slot = slotAt(tables, load<i32>(position) + old);
  for (let i = 0; i < admitted; i++) {
    const label = load<i32>(at<i32>(found, i));
    const emission = <f64>load<T>(at<T>(own, label));
    store<i32>(slot, label);
    store<f64>(slot, emission, SLOT_OWN);
    store<f64>(slot, t == 0 ? 0 : before + load<f64>(at<f64>(tables.incoming, label)), SLOT_BEFORE);
    store<f64>(slot, t == length - 1 ? 0 : after + load<f64>(at<f64>(tables.outgoing, label)), SLOT_AFTER);
    use(tables, load<f64>(at<f64>(scores, i)), emission);
    slot += SLOT_BYTES;
  }
  if (admitted < size) {
    const next = load<i32>(at<i32>(found, admitted));
    use(tables, load<f64>(at<f64>(scores, admitted)), <f64>load<T>(at<T>(own, next)));
  }
  store<i32>(position, needed, COUNT);
  store<i32>(position, load<i32>(position, ACTIVE) + admitted, ACTIVE);
  store<i32>(position, load<i32>(at<i32>(found, admitted - 1)), LAST_LABEL);
  store<f64>(position, load<f64>(at<f64>(scores, admitted - 1)), LAST_SCORE);
}

/** See `kernels.ts`. */
export function ownReset<T>(address: usize, own: usize, length: i32): void {
  const tables = changetype<Tables>(address);
  const quads = tables.quads;
  tables.largest = 0;
  tables.exponent = tables.firstExponent;
  tables.scale = reinterpret<f64>(<i64>(1023 + tables.firstExponent) << 52);
  tables.used = FIRST_SLOTS * length;
  let after: f64 = 0;
  for (let t = length - 1; t >= 0; t--) {
    const position = positionAt(tables, t);
    store<i32>(position, FIRST_SLOTS * t);
    store<i32>(position, 0, COUNT);
    store<i32>(position, FIRST_SLOTS, ROOM);
    store<i32>(position, 0, ACTIVE);
    store<i32>(position, 0, MARKED);
    store<f64>(position, t == 0 ? 0 : Infinity, REST_BEFORE);
    store<f64>(position, after, REST_AFTER);
    const from = own + <usize>(t * quads) * QUAD;
    const row = rowAt(tables, t, length);
    const tops = topsAt(tables, t);
    const floor = read<T>(from, row, tops, quads);
    const size = bestThree<T>(tables, from, row, tops, floor);
    after += load<f64>(tables.scores);
    admit<T>(tables, from, t, length, min(size, FIRST), size);
  }
}

/** See `kernels.ts`. */
export function ownExpand<T>(address: usize, own: usize, length: i32, isAll: i32): i32 {
  const tables = changetype<Tables>(address);
  const quads = tables.quads;
  const bar = max(tables.above, tables.least);
  if (isAll == 1) {
    for (let t = 0; t < length; t++) store<i32>(positionAt(tables, t), 1, MARKED);
  }
  for (let t = 0; t < length; t++, own += <usize>quads * QUAD) {
    const position = positionAt(tables, t);
    if (!load<i32>(position, MARKED)) continue;
    const rest = load<f64>(position, REST);
    if (rest > -Infinity) {
      const active = load<i32>(position, ACTIVE);
      const isLast = active >= MANY;
      const count = isLast ? tables.labelCount : max(1, (isAll ? MORE_OF_ALL : MORE) * active);
      // All that may become active, twice.
      const wanted = tables.used + 2 * (load<i32>(position, COUNT) + min(count + 1, tables.labelCount));
      if (wanted > tables.capacity) {
        tables.wanted = wanted;
        return 0;
      }
      const before = load<f64>(position, REST_BEFORE);
      const after = load<f64>(position, REST_AFTER);
      const slack = ROUNDING * (abs(bar) + abs(before) + abs(after));
      const floor = bar - before - after - slack;
      const tops = topsAt(tables, t);
      const row = rowAt(tables, t, length);
      const last = load<i32>(position, LAST_LABEL);
      const lastScore = load<f64>(position, LAST_SCORE);
      const most = isLast ? count : count + 2;
      const low = isLast ? floor : tightened<T>(tops, quads, floor, rest, active + most);
      const size = scan<T>(tables, own, row, tops, floor, low, most, isLast, last, lastScore);
      // A rest of one label becomes active, too.
      admit<T>(tables, own, t, length, size <= count + 1 ? size : count, size);
    }
    store<i32>(position, 0, MARKED);
  }
  return 1;
}
