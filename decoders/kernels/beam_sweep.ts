/**
 * Beam search over a sentence: the twin of `assembly/beam.as`.
 *
 * @module
 */

import type { Arena } from "./arena.ts";
import { BLOCK } from "./layout.ts";

/**
 * Fills `labels` and `prefixes` with the `width` best labels of each position and their scores
 * v_t(y) = max over the labels x kept before of ( v_{t−1}(x) + e(x, y) ) + n_t(y); best first, smaller
 * labels first. Cost: (T−1)·width·L edges.
 *
 * @param own address of T rows of emissions, padded with −∞ to whole blocks
 * @param edges address of the transitions, L rows padded alike
 * @param width labels kept, at most L
 * @param labels address of T·width integers
 * @param prefixes address of T·width scores
 * @param values address of a row of scores
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
  values: number,
): void {
  const scores = arena.doubles;
  const kept = arena.integers.subarray(labels / 4, labels / 4 + length * width);
  const best = scores.subarray(prefixes / 8, prefixes / 8 + length * width);
  const row = blocks * BLOCK;
  const value = scores.subarray(values / 8, values / 8 + row);
  for (let t = 0; t < length; t++) {
    const emissions = own / 8 + t * row;
    if (t === 0) {
      value.set(scores.subarray(emissions, emissions + row));
    } else {
      value.fill(-Infinity);
      for (let i = (t - 1) * width; i < t * width; i++) {
        const prefix = best[i]!;
        const from = edges / 8 + kept[i]! * row;
        for (let y = 0; y < row; y++) {
          const score = prefix + scores[from + y]!;
          if (score > value[y]!) value[y] = score;
        }
      }
      for (let y = 0; y < row; y++) value[y]! += scores[emissions + y]!;
    }
    keepBest(
      value,
      kept.subarray(t * width, (t + 1) * width),
      best.subarray(t * width, (t + 1) * width),
    );
  }
}

/** Writes the best labels and their values, best first, smaller labels first. */
function keepBest(values: Float64Array, labels: Int32Array, prefixes: Float64Array): void {
  const width = labels.length;
  let count = 0;
  let worst = -Infinity;
  for (let y = 0; y < values.length; y++) {
    const value = values[y]!;
    if (count === width && !(value > worst)) continue;
    if (count < width) count++;
    let at = count - 1;
    for (; at > 0 && prefixes[at - 1]! < value; at--) {
      prefixes[at] = prefixes[at - 1]!;
      labels[at] = labels[at - 1]!;
    }
    prefixes[at] = value;
    labels[at] = y;
    worst = prefixes[width - 1]!;
  }
}
