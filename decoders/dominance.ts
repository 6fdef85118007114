/**
 * Forward dominance: one sweep over a short list of labels a position.
 *
 * @module
 */

import type { Decode, Decoded, Decoder } from "./contract.ts";
import type { Lattice, Model } from "./lattice.ts";
import { restrictedStep } from "./_restricted_step.ts";
import { roundingTolerance } from "./_rounding.ts";

/** Options of forward dominance. */
export type DominanceOptions = {
  /** How the transitions out of two labels are compared: `pair` exactly, `row` by their extremes. */
  readonly bound: string;
};

/** advantage(m) at index y: by how much an edge out of y can be better than the one out of m. */
type Advantage = (dominator: number) => Float64Array;

/**
 * Forward dominance: dynamic programming in which a label is dropped as soon as another one is
 * better whatever comes next.
 *
 * At position t, v(y) = max over kept labels x of ( v(x) + e(x, y) ) + n_t(y), and m = argmax v.
 * Label y is kept iff v(y) + D(m, y) ≥ v(m), with D(m, y) = max_z ( e(y, z) − e(m, z) ); after the
 * last position m alone is the answer.
 *
 * Exact: let a best path be lost at its label y of position t, so v(y) + D(m, y) < v(m). Then for
 * its next label z, v(y) + e(y, z) < v(m) + e(m, z): the prefix into m with the rest of the path is
 * better, a contradiction. Any m is valid; the slack is that of one edge and does not add up over
 * positions. D may be replaced by anything larger: `bound=row` takes rowMax(y) − rowMin(m), which
 * needs no preparation but L². On scores whose sums round, a label is dropped only if it is worse by
 * more than the rounding tolerance, and v adds as `scorePath` does. A forbidden edge out of m makes D
 * infinite unless it is forbidden out of y too, and then y is kept.
 *
 * Ties: the smallest label, from the last position backwards. Cost: (kept labels)·L edges a
 * position; a row of D costs L² once a model, when its dominator first occurs, and stays.
 *
 * Source: our own.
 */
const dominance: Decoder<DominanceOptions> = {
  name: "dominance",
  title: "Forward dominance",
  source: "Trellis",
  exact: true,
  maxK: 1,
  options: {
    bound: {
      default: "pair",
      choices: ["pair", "row"],
      meaning: "compare the edges out of two labels one by one, or by their extremes",
    },
  },
  prepare(model: Model, { bound }: DominanceOptions): Decode {
    const { labelCount, transitions } = model;
    const advantage = bound === "pair" ? pairAdvantage(model) : rowAdvantage(model);
    const toleranceOf = roundingTolerance(model);
    const values = new Float64Array(labelCount);
    let kept = new Int32Array(0);
    let prefixes = new Float64Array(0);
    let ends = new Int32Array(0);

    return (lattice, _k, work) => {
      const { length, emissions } = lattice;
      if (ends.length < length) {
        ends = new Int32Array(length);
        kept = new Int32Array(length * labelCount);
        prefixes = new Float64Array(length * labelCount);
      }
      const tolerance = toleranceOf(lattice);
      work.iterations++;
      let start = 0;
      let end = 0;
      for (let t = 0; t < length; t++) {
        const row = emissions.subarray(t * labelCount, (t + 1) * labelCount);
        if (t === 0) {
          values.set(row);
        } else {
          restrictedStep(transitions, kept, prefixes, start, end, row, values);
          work.nodeExpansions += end - start;
          work.edgeEvaluations += (end - start) * labelCount;
        }
        const best = argmax(values);
        if (values[best] === -Infinity) return { paths: [] };
        start = end;
        if (t === length - 1) {
          kept[end] = best;
          prefixes[end++] = values[best]!;
        } else {
          const margins = advantage(best);
          const least = values[best]! - tolerance;
          for (let y = 0; y < labelCount; y++) {
            const value = values[y]!;
            // Not "<": ∞ − ∞ out of `row` bounds says nothing, so the label stays.
            if (value === -Infinity || value + margins[y]! < least) continue;
            kept[end] = y;
            prefixes[end++] = value;
          }
        }
        ends[t] = end;
      }
      return backtrack(model, lattice, kept, prefixes, ends);
    };
  },
};
export default dominance;

/** D(m, ·) = max_z ( e(·, z) − e(m, z) ), a row at a time when it is first asked for. */
function pairAdvantage({ labelCount, transitions }: Model): Advantage {
  const rows = new Map<number, Float64Array>();
  return (dominator) => {
    let row = rows.get(dominator);
    if (row === undefined) {
      const reference = transitions.subarray(dominator * labelCount, (dominator + 1) * labelCount);
      row = new Float64Array(labelCount);
      for (let y = 0; y < labelCount; y++) {
        let largest = -Infinity;
        for (let z = 0; z < labelCount; z++) {
          // −∞ − (−∞) is NaN, which is never larger: no path goes on through z from y.
          const difference = transitions[y * labelCount + z]! - reference[z]!;
          if (difference > largest) largest = difference;
        }
        row[y] = largest;
      }
      rows.set(dominator, row);
    }
    return row;
  };
}

/** rowMax(·) − rowMin(m). */
function rowAdvantage({ labelCount, transitions }: Model): Advantage {
  const minima = new Float64Array(labelCount).fill(Infinity);
  const maxima = new Float64Array(labelCount).fill(-Infinity);
  transitions.forEach((score, index) => {
    const x = Math.floor(index / labelCount);
    if (score < minima[x]!) minima[x] = score;
    if (score > maxima[x]!) maxima[x] = score;
  });
  const row = new Float64Array(labelCount);
  return (dominator) => {
    for (let y = 0; y < labelCount; y++) row[y] = maxima[y]! - minima[dominator]!;
    return row;
  };
}

function argmax(values: Float64Array): number {
  let best = 0;
  for (let y = 1; y < values.length; y++) if (values[y]! > values[best]!) best = y;
  return best;
}

function backtrack(
  { labelCount, transitions }: Model,
  { length }: Lattice,
  kept: Int32Array,
  prefixes: Float64Array,
  ends: Int32Array,
): Decoded {
  const labels = new Int32Array(length);
  const last = ends[length - 1]! - 1;
  labels[length - 1] = kept[last]!;
  for (let t = length - 2; t >= 0; t--) {
    let best = -Infinity;
    for (let i = t === 0 ? 0 : ends[t - 1]!; i < ends[t]!; i++) {
      const score = prefixes[i]! + transitions[kept[i]! * labelCount + labels[t + 1]!]!;
      if (score > best) {
        best = score;
        labels[t] = kept[i]!;
      }
    }
  }
  return { paths: [{ score: prefixes[last]!, labels }] };
}
