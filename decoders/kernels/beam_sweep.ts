/**
 * Beam search over a sentence: the twin of `assembly/beam.as`.
 *
 * @module
 */

import { restrictedStep } from "../chain/restricted_step.ts";
import type { Arena } from "./arena.ts";
import { BLOCK } from "./layout.ts";

/** Rows of scores that `beamSweep` needs as room. */
export const BEAM_ROOM_ROWS = 4;

/**
 * Fills `labels` and `prefixes` with the `width` best labels of each position and their scores
 * v_t(y) = max over the labels x kept before of ( v_{t−1}(x) + e(x, y) ) + n_t(y), in the order of
 * labels; of equals the smaller labels are kept. Cost: (T−1)·width·L edges.
 *
 * @param own address of T rows of emissions, padded with −∞ to whole blocks
 * @param edges address of the transitions, L rows padded alike
 * @param width labels kept, at most L
 * @param labels address of T·width integers
 * @param prefixes address of T·width scores
 * @param room address of `BEAM_ROOM_ROWS` rows of scores
 */
export function beamSweep(
  arena: Arena,
  own: number,
  length: number,
  edges: number,
  blocks: number,
  width: number,
  labels: number,
  prefixes: number,
  room: number,
): void {
  const row = blocks * BLOCK;
  const { doubles: scores, integers } = arena;
  const emissions = scores.subarray(own / 8, own / 8 + length * row);
  const kept = integers.subarray(labels / 4, labels / 4 + length * width);
  const best = scores.subarray(prefixes / 8, prefixes / 8 + length * width);
  const values = scores.subarray(room / 8, room / 8 + row);
  sweepBeam(emissions, scores.subarray(edges / 8), width, kept, best, values);
  for (let start = 0; start < kept.length; start += width) {
    sortByLabel(kept.subarray(start, start + width), best.subarray(start, start + width));
  }
}

/**
 * Writes the best path through the labels that `beamSweep` kept and returns its score; of several
 * labels the smallest, from the last position backwards. Writes nothing if the score is −∞. Cost:
 * `width` edges a position.
 *
 * @param path address of T integers
 */
export function beamBacktrack(
  arena: Arena,
  length: number,
  edges: number,
  blocks: number,
  width: number,
  labels: number,
  prefixes: number,
  path: number,
): number {
  const { doubles: scores, integers } = arena;
  return backtrackBeam(
    scores.subarray(edges / 8),
    blocks * BLOCK,
    width,
    integers.subarray(labels / 4, labels / 4 + length * width),
    scores.subarray(prefixes / 8, prefixes / 8 + length * width),
    integers.subarray(path / 4, path / 4 + length),
  );
}

/**
 * `beamSweep` over arrays, where the labels of a position come best first, smaller labels first.
 *
 * @param transitions rows as long as those of the emissions
 * @param kept receives the labels
 * @param values room for a row; its length is that of all rows
 */
export function sweepBeam(
  emissions: Float64Array,
  transitions: Float64Array,
  width: number,
  kept: Int32Array,
  prefixes: Float64Array,
  values: Float64Array,
): void {
  const row = values.length;
  for (let from = 0, start = 0; from < emissions.length; from += row, start += width) {
    const own = emissions.subarray(from, from + row);
    if (start === 0) values.set(own);
    else restrictedStep(transitions, kept, prefixes, start - width, start, own, values);
    keepBest(values, kept, prefixes, start, width);
  }
}

/** `beamBacktrack` over arrays; the length of `path` is that of the sentence. */
export function backtrackBeam(
  transitions: Float64Array,
  row: number,
  width: number,
  kept: Int32Array,
  prefixes: Float64Array,
  path: Int32Array,
): number {
  const last = path.length - 1;
  let score = -Infinity;
  let label = 0;
  // Among equals the smallest label comes first, in either order.
  for (let i = last * width; i < (last + 1) * width; i++) {
    if (prefixes[i]! > score) {
      score = prefixes[i]!;
      label = kept[i]!;
    }
  }
  if (score === -Infinity) return score;
  path[last] = label;
  for (let t = last - 1; t >= 0; t--) {
    let best = -Infinity;
    let from = 0;
    for (let i = t * width; i < (t + 1) * width; i++) {
      const x = kept[i]!;
      const value = prefixes[i]! + transitions[x * row + label]!;
      if (value > best || (value === best && x < from)) {
        best = value;
        from = x;
      }
    }
    path[t] = label = from;
  }
  return score;
}

/** Writes the `width` best labels at `start` and their values, best first, smaller labels first. */
function keepBest(
  values: Float64Array,
  kept: Int32Array,
  prefixes: Float64Array,
  start: number,
  width: number,
): void {
  let count = 0;
  let worst = -Infinity;
  for (let y = 0; y < values.length; y++) {
    const value = values[y]!;
    if (count === width && !(value > worst)) continue;
    if (count < width) count++;
    let at = start + count - 1;
    for (; at > start && prefixes[at - 1]! < value; at--) {
      prefixes[at] = prefixes[at - 1]!;
      kept[at] = kept[at - 1]!;
    }
    prefixes[at] = value;
    kept[at] = y;
    worst = prefixes[start + count - 1]!;
  }
}

/** Sorts some labels, and their scores with them. */
function sortByLabel(kept: Int32Array, prefixes: Float64Array): void {
  const order = Array.from(kept.keys()).toSorted((a, b) => kept[a]! - kept[b]!);
  prefixes.set(order.map((i) => prefixes[i]!));
  kept.sort();
}
