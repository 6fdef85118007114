// A pass over the columns of a sentence; see `own_order/pass.ts`, which does it in TypeScript.

import { at } from "../shared/quads";
import { positionAt, slotAt } from "./columns";
import {
  COUNT,
  MARKED,
  POSITION_BYTES,
  REST,
  REST_AFTER,
  REST_BEFORE,
  REST_SUM,
  SLOT_AFTER,
  SLOT_BEFORE,
  SLOT_BYTES,
  SLOT_MIXED,
  SLOT_OWN,
  SLOT_SUM,
  Tables,
} from "./tables";

/** Nodes that are no labels: the rest of a position, and what is behind the end. */
const REST_NODE: i32 = -1;
const END_NODE: i32 = -2;

/** The larger lane. */
// @ts-ignore: decorator
@inline
function larger(pair: v128): f64 {
  return v128.extract_lane<f64>(v128.pmax<f64>(pair, v128.shuffle<i64>(pair, pair, 1, 0)), 0);
}

/** A score in both lanes. */
// @ts-ignore: decorator
@inline
function both(score: f64): v128 {
  return v128.splat<f64>(score);
}

/**
 * See `kernels.ts`. The sum over labels alone and that with a rest are a vector, which takes half
 * of the instructions and no branch. What goes is written, too, and written over: whether it stays
 * is as if at random.
 */
export function ownPass<T>(address: usize, length: i32, isForward: i32): i32 {
  const tables = changetype<Tables>(address);
  const labelCount = tables.labelCount;
  const edges = tables.edges;
  const above = tables.above;
  const least = tables.least;
  const fromRest = isForward ? tables.entry : tables.outgoing;
  const toRest = isForward ? tables.outgoing : tables.entry;
  const sourceStride = isForward ? labelCount : 1;
  const targetStride = isForward ? 1 : labelCount;
  const here: usize = isForward ? SLOT_BEFORE : SLOT_AFTER;
  const there: usize = isForward ? SLOT_AFTER : SLOT_BEFORE;
  const restHere: usize = isForward ? REST_BEFORE : REST_AFTER;
  const restThere: usize = isForward ? REST_AFTER : REST_BEFORE;
  const step = isForward ? POSITION_BYTES : -POSITION_BYTES;
  const none = both(-Infinity);
  let edgeCount: f64 = 0;
  let nodeCount: f64 = 0;
  let position = positionAt(tables, isForward ? 0 : length - 1);
  let from: usize = 0;
  let end: usize = 0;
  let sources = 0;
  let restSum: f64 = -Infinity;
  let i = 0;
  for (; i < length; i++, position += step) {
    const start = slotAt(tables, load<i32>(position));
    const count = load<i32>(position, COUNT);
    const stop = start + <usize>count * SLOT_BYTES;
    const rest = load<f64>(position, REST);
    const hasRest = rest > -Infinity;
    let restReach: f64 = 0;
    if (i > 0) {
      const targets = count + i32(hasRest);
      nodeCount += targets;
      edgeCount += <f64>targets * (sources + i32(restSum > -Infinity));
      restReach = restSum;
      if (hasRest) {
        let best = both(restSum);
        for (let source = from; source < end; source += SLOT_BYTES) {
          const edge = both(load<f64>(at<f64>(toRest, load<i32>(source))));
          best = v128.pmax<f64>(best, v128.add<f64>(v128.load(source, SLOT_SUM), edge));
        }
        restReach = larger(best);
      }
    }
    let to = start;
    for (let slot = start; slot < stop; slot += SLOT_BYTES) {
      const label = load<i32>(slot);
      const emission = load<f64>(slot, SLOT_OWN);
      const other = load<f64>(slot + there);
      let best = v128.replace_lane<f64>(none, 0, 0);
      if (i > 0) {
        best = v128.replace_lane<f64>(none, 1, restSum + load<f64>(at<f64>(fromRest, label)));
        const row = at<T>(edges, label * targetStride);
        for (let source = from; source < end; source += SLOT_BYTES) {
          const edge = both(<f64>load<T>(at<T>(row, load<i32>(source) * sourceStride)));
          best = v128.pmax<f64>(best, v128.add<f64>(v128.load(source, SLOT_SUM), edge));
        }
      }
      const reach = larger(best);
      store<i32>(to, label);
      store<f64>(to, emission, SLOT_OWN);
      store<f64>(to + here, reach);
      store<f64>(to + there, other);
      v128.store(to, v128.add<f64>(best, both(emission)), SLOT_SUM);
      const bound = reach + emission + other;
      to += (i32(bound > above) & i32(bound >= least)) * SLOT_BYTES;
    }
    sources = <i32>((to - start) / SLOT_BYTES);
    store<i32>(position, sources, COUNT);
    restSum = -Infinity;
    if (hasRest) {
      const sum = restReach + rest;
      const bound = sum + load<f64>(position + restThere);
      if (bound > above && bound >= least) {
        store<f64>(position + restHere, restReach);
        restSum = sum;
      } else store<f64>(position, -Infinity, REST);
    }
    store<f64>(position, restSum, REST_SUM);
    from = start;
    end = to;
    if (sources == 0 && restSum == -Infinity) break;
  }
  tables.edgeEvaluations += edgeCount;
  tables.nodeExpansions += nodeCount;
  let best = v128.replace_lane<f64>(none, 1, restSum);
  for (let slot = from; slot < end; slot += SLOT_BYTES) best = v128.pmax<f64>(best, v128.load(slot, SLOT_SUM));
  tables.labelBest = v128.extract_lane<f64>(best, 0);
  tables.mixedBest = v128.extract_lane<f64>(best, 1);
  return i32(i == length);
}

/** See `kernels.ts`. */
export function ownFollow<T>(address: usize, length: i32, isForward: i32): void {
  const tables = changetype<Tables>(address);
  const labelCount = tables.labelCount;
  const sourceStride = isForward ? labelCount : 1;
  const targetStride = isForward ? 1 : labelCount;
  const step = isForward ? -1 : 1;
  let t = isForward ? length - 1 : 0;
  let row: usize = 0;
  for (let i = 0; i < length; i++, t += step) {
    const position = positionAt(tables, t);
    let slot = slotAt(tables, load<i32>(position));
    const end = slot + <usize>load<i32>(position, COUNT) * SLOT_BYTES;
    let best: f64 = -Infinity;
    let label = 0;
    for (; slot < end; slot += SLOT_BYTES) {
      const one = load<i32>(slot);
      let score = load<f64>(slot, SLOT_SUM);
      if (row) score += <f64>load<T>(at<T>(row, one * sourceStride));
      if (score > best) {
        best = score;
        label = one;
      }
    }
    store<i32>(at<i32>(tables.path, t), label);
    row = at<T>(tables.edges, label * targetStride);
  }
}

/** See `kernels.ts`. */
export function ownMark<T>(address: usize, length: i32, isForward: i32): void {
  const tables = changetype<Tables>(address);
  const labelCount = tables.labelCount;
  const fromRest = isForward ? tables.entry : tables.outgoing;
  const toRest = isForward ? tables.outgoing : tables.entry;
  const sourceStride = isForward ? labelCount : 1;
  const targetStride = isForward ? 1 : labelCount;
  const step = isForward ? -1 : 1;
  let t = isForward ? length - 1 : 0;
  let node = END_NODE;
  for (let i = 0; i < length; i++, t += step) {
    const position = positionAt(tables, t);
    let slot = slotAt(tables, load<i32>(position));
    const end = slot + <usize>load<i32>(position, COUNT) * SLOT_BYTES;
    let best: f64 = -Infinity;
    let found = REST_NODE;
    let isMixed = true;
    if (load<f64>(position, REST) > -Infinity) {
      best = load<f64>(position, REST_SUM);
      if (node >= 0) best += load<f64>(at<f64>(fromRest, node));
    }
    for (; slot < end; slot += SLOT_BYTES) {
      const label = load<i32>(slot);
      let edge: f64 = 0;
      if (node == REST_NODE) edge = load<f64>(at<f64>(toRest, label));
      else if (node >= 0) edge = <f64>load<T>(at<T>(tables.edges, label * sourceStride + node * targetStride));
      const m = load<f64>(slot, SLOT_MIXED) + edge;
      if (m > best) {
        best = m;
        found = label;
        isMixed = true;
      }
      if (node != REST_NODE) continue;
      const s = load<f64>(slot, SLOT_SUM) + edge;
      if (s > best) {
        best = s;
        found = label;
        isMixed = false;
      }
    }
    if (node == REST_NODE) store<i32>(positionAt(tables, t - step), 1, MARKED);
    if (!isMixed) return;
    node = found;
  }
  if (node == REST_NODE) store<i32>(positionAt(tables, t - step), 1, MARKED);
}
