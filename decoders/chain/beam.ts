/**
 * Beam search over a sentence.
 *
 * @module
 */

import type { Decode, ScoreBlock } from "../contract.ts";
import { kBestLists } from "./k_best_lists.ts";
import { type Lattice, type Model, type Path, withoutGaps } from "../lattice.ts";
import { newLabels } from "./label_pool.ts";
import { NONE, tell, type Watched } from "./observer.ts";

/** A beam search over one lattice at a time. */
export interface Beam {
  /** Keeps labels at each position. */
  sweep(lattice: Lattice): void;
  /** The labels that the last sweep kept at a position, in ascending order. */
  keptAt(position: number): Int32Array;
  /** The best path through the labels that the last sweep kept. */
  backtrack(length: number): Path;
  /** Tells of the labels that the last sweep kept, if somebody watches. */
  tell?(length: number, work: Watched): void;
  /** See `Decode.reserve`. */
  reserve?(positions: number, lasting: boolean): ScoreBlock;
}

/** Decodes with a beam of that width. */
export function beamDecode({ labelCount, transitions }: Model, width: number, beam: Beam): Decode {
  const edges = { labelCount, transitions, fromStride: labelCount, toStride: 1 };
  const decode: Decode = (lattice, k, work) => {
    const { length } = lattice;
    beam.sweep(lattice);
    work.iterations++;
    tell(work, "iteration", 0, work.iterations);
    if (work.observer) beam.tell?.(length, work);
    work.nodeExpansions += (length - 1) * width;
    work.edgeEvaluations += (length - 1) * width * labelCount;
    if (k > 1) {
      const keptAt = (position: number) => beam.keptAt(position);
      return { paths: kBestLists(edges, withoutGaps(lattice, labelCount), keptAt, k, work) };
    }
    const path = beam.backtrack(length);
    return { paths: path.score === -Infinity ? [] : [path] };
  };
  if (beam.reserve !== undefined) {
    decode.reserve = (positions, lasting) => beam.reserve!(positions, lasting);
  }
  return decode;
}

/** A beam of that width, which is at most L. */
export function plainBeam({ labelCount, transitions }: Model, width: number): Beam {
  const values = new Float64Array(labelCount);
  let kept = new Int32Array(0);
  let prefixes = new Float64Array(0);
  return {
    sweep({ length, emissions }) {
      if (kept.length < length * width) {
        kept = new Int32Array(length * width);
        prefixes = new Float64Array(length * width);
      }
      if (width === 1) sweepGreedy(emissions, transitions, labelCount, kept, prefixes);
      else sweepBeam(emissions, transitions, width, kept, prefixes, values);
    },
    tell(length, { observer, edgeEvaluations }) {
      for (let t = 0; t < length; t++) {
        const edges = edgeEvaluations + t * width * labelCount;
        for (let i = t * width; i < (t + 1) * width; i++) {
          let [best, other] = [-Infinity, NONE];
          for (let j = i - i % width - width; t > 0 && j < i - i % width; j++) {
            const sum = prefixes[j]! + transitions[kept[j]! * labelCount + kept[i]!]!;
            if (sum > best) [best, other] = [sum, kept[j]!];
          }
          const value = prefixes[i]!;
          observer?.({ kind: "opened", position: t, label: kept[i]!, other, value, edges });
        }
      }
    },
    keptAt: (position) => kept.subarray(position * width, (position + 1) * width).toSorted(),
    backtrack(length) {
      const labels = newLabels(length);
      const score = backtrackBeam(transitions, labelCount, width, kept, prefixes, labels);
      return { score, labels };
    },
  };
}

/** `sweepBeam` for a beam of width 1: nothing is written but the label and its score. */
function sweepGreedy(
  emissions: Float64Array,
  transitions: Float64Array,
  labelCount: number,
  kept: Int32Array,
  prefixes: Float64Array,
): void {
  let label = 0;
  let prefix = -Infinity;
  for (let y = 0; y < labelCount; y++) {
    if (emissions[y]! > prefix) {
      prefix = emissions[y]!;
      label = y;
    }
  }
  kept[0] = label;
  prefixes[0] = prefix;
  for (let own = labelCount, t = 1; own < emissions.length; own += labelCount, t++) {
    const edges = label * labelCount;
    let best = -Infinity;
    label = 0;
    for (let y = 0; y < labelCount; y++) {
      const score = prefix + transitions[edges + y]! + emissions[own + y]!;
      if (score > best) {
        best = score;
        label = y;
      }
    }
    kept[t] = label;
    prefixes[t] = prefix = best;
  }
}

/**
 * Writes the `width` best labels of each position and their scores, best first, smaller labels
 * first.
 *
 * @param kept receives the labels
 * @param values room for a row; its length is that of all rows
 */
function sweepBeam(
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

/**
 * Writes the best path through the kept labels and returns its score. Writes nothing if the score
 * is −∞. The length of `path` is that of the sentence.
 */
function backtrackBeam(
  transitions: Float64Array,
  labelCount: number,
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
      const value = prefixes[i]! + transitions[x * labelCount + label]!;
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

/** Sources whose rows of the transitions are read together. */
const ROWS = 4;

/**
 * values[y] = max over sources x of ( prefix(x) + e(x, y) ) + n(y) for all labels y.
 *
 * Source i of start ≤ i < end is the label `labels[i]` with the best prefix score `prefixes[i]`;
 * there is at least one. Cost: (end − start)·L edges.
 *
 * @param emissions the L emissions n of the position
 * @param values receives L scores
 */
export function restrictedStep(
  transitions: Float64Array,
  labels: Int32Array,
  prefixes: Float64Array,
  start: number,
  end: number,
  emissions: Float64Array,
  values: Float64Array,
): void {
  const labelCount = emissions.length;
  values.fill(-Infinity, 0, labelCount);
  let i = start;
  for (; i + ROWS <= end; i += ROWS) {
    const p0 = prefixes[i]!, p1 = prefixes[i + 1]!, p2 = prefixes[i + 2]!, p3 = prefixes[i + 3]!;
    const e0 = labels[i]! * labelCount, e1 = labels[i + 1]! * labelCount;
    const e2 = labels[i + 2]! * labelCount, e3 = labels[i + 3]! * labelCount;
    for (let y = 0; y < labelCount; y++) {
      let best = values[y]!;
      const s0 = p0 + transitions[e0 + y]!;
      if (s0 > best) best = s0;
      const s1 = p1 + transitions[e1 + y]!;
      if (s1 > best) best = s1;
      const s2 = p2 + transitions[e2 + y]!;
      if (s2 > best) best = s2;
      const s3 = p3 + transitions[e3 + y]!;
      if (s3 > best) best = s3;
      values[y] = best;
    }
  }
  for (; i < end; i++) {
    const prefix = prefixes[i]!;
    const row = labels[i]! * labelCount;
    for (let y = 0; y < labelCount; y++) {
      const score = prefix + transitions[row + y]!;
      if (score > values[y]!) values[y] = score;
    }
  }
  for (let y = 0; y < labelCount; y++) values[y]! += emissions[y]!;
}
