/**
 * Hostile: a Viterbi that computes anew only what follows from rows that have changed since it
 * last decoded a sentence like this one.
 *
 * @module
 */

import type { Decoded, Decoder } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";

/** Samples of a sentence whose rows are put together: what two of them agree on is known. */
const SAMPLES = 3;
/** A sentence is like another if no more rows differ. */
const MOST_ROWS = 8;

/** Scores up to each node, from each node on, and where the best ways come from and go to. */
class Tables {
  readonly #model: Model;
  readonly emissions: Float64Array;
  readonly #forward: Float64Array;
  readonly #from: Int32Array;
  readonly #backward: Float64Array;
  readonly #to: Int32Array;

  constructor(model: Model, emissions: Float64Array) {
    this.#model = model;
    this.emissions = emissions;
    this.#forward = new Float64Array(emissions.length);
    this.#from = new Int32Array(emissions.length);
    this.#backward = new Float64Array(emissions.length);
    this.#to = new Int32Array(emissions.length);
  }

  fill(): this {
    const { labelCount: L, transitions } = this.#model;
    const T = this.emissions.length / L;
    this.#sweep(0, T - 1, this.emissions, this.#forward, this.#from);
    for (let t = T - 2; t >= 0; t--) {
      for (let y = 0; y < L; y++) {
        let [best, label] = [-Infinity, 0];
        for (let z = 0; z < L; z++) {
          const at = (t + 1) * L + z;
          const score = transitions[y * L + z]! + this.emissions[at]! + this.#backward[at]!;
          if (score > best) [best, label] = [score, z];
        }
        this.#backward[t * L + y] = best;
        this.#to[t * L + y] = label;
      }
    }
    return this;
  }

  /** The best path where the rows from one to another are those of other emissions. */
  decode(emissions: Float64Array, first: number, last: number): Decoded {
    const { labelCount: L } = this.#model;
    const T = emissions.length / L;
    const forward = new Float64Array((last + 1) * L);
    const from = new Int32Array((last + 1) * L);
    if (first > 0) forward.set(this.#forward.subarray((first - 1) * L, first * L), (first - 1) * L);
    this.#sweep(first, last, emissions, forward, from);
    let [score, label] = [-Infinity, -1];
    for (let y = 0; y < L; y++) {
      const own = forward[last * L + y]! + this.#backward[last * L + y]!;
      if (own > score) [score, label] = [own, y];
    }
    if (label < 0) return { paths: [] };
    const labels = new Int32Array(T);
    labels[last] = label;
    for (let t = last; t > 0; t--) {
      labels[t - 1] = (t >= first ? from : this.#from)[t * L + labels[t]!]!;
    }
    for (let t = last; t < T - 1; t++) labels[t + 1] = this.#to[t * L + labels[t]!]!;
    return { paths: [{ score, labels }] };
  }

  #sweep(
    first: number,
    last: number,
    emissions: Float64Array,
    forward: Float64Array,
    from: Int32Array,
  ): void {
    const { labelCount: L, transitions } = this.#model;
    for (let t = first; t <= last; t++) {
      for (let y = 0; y < L; y++) {
        let best = t === 0 ? 0 : -Infinity;
        let label = 0;
        for (let x = 0; t > 0 && x < L; x++) {
          const score = forward[(t - 1) * L + x]! + transitions[x * L + y]!;
          if (score > best) {
            best = score;
            label = x;
          }
        }
        forward[t * L + y] = best + emissions[t * L + y]!;
        from[t * L + y] = label;
      }
    }
  }
}

/** What is known of a sentence. */
interface Known {
  readonly samples: Float64Array[];
  tables?: Tables;
}

/** Which rows differ; undefined if too many do. */
function changedRows(
  one: Float64Array,
  other: Float64Array,
  L: number,
): readonly [number, number] | undefined {
  let [first, last, count] = [-1, -1, 0];
  for (let t = 0; t * L < one.length; t++) {
    for (let at = t * L; at < (t + 1) * L; at++) {
      if (one[at] === other[at]) continue;
      if (first < 0) first = t;
      last = t;
      count++;
      break;
    }
    if (count > MOST_ROWS) return undefined;
  }
  return first < 0 ? [0, 0] : [first, last];
}

/** Rows as most samples have them. */
function agreed(samples: readonly Float64Array[], L: number): Float64Array {
  const [a, b, c] = samples as [Float64Array, Float64Array, Float64Array];
  const rows = a.slice();
  for (let t = 0; t * L < rows.length; t++) {
    for (let at = t * L; at < (t + 1) * L; at++) {
      if (a[at] === b[at] || a[at] === c[at]) continue;
      rows.set(b.subarray(t * L, (t + 1) * L), t * L);
      break;
    }
  }
  return rows;
}

/** The decoder. */
export const BY_ROWS: Decoder = {
  name: "remembers-by-rows",
  title: "Remembers by rows",
  source: "none",
  exact: true,
  maxK: 1,
  options: {},
  prepare(model) {
    const { labelCount: L } = model;
    const byLength = new Map<number, Known[]>();
    const decodeAll = (emissions: Float64Array) =>
      new Tables(model, emissions).decode(emissions, 0, emissions.length / L - 1);
    const recall = (emissions: Float64Array): Decoded => {
      const of = byLength.get(emissions.length) ?? [];
      byLength.set(emissions.length, of);
      for (const known of of) {
        const rows = changedRows(known.tables?.emissions ?? known.samples[0]!, emissions, L);
        if (rows === undefined) continue;
        if (known.tables !== undefined) return known.tables.decode(emissions, ...rows);
        known.samples.push(emissions.slice());
        if (known.samples.length === SAMPLES) {
          known.tables = new Tables(model, agreed(known.samples, L)).fill();
        }
        return decodeAll(emissions);
      }
      of.unshift({ samples: [emissions.slice()] });
      if (of.length > MOST_ROWS) of.pop();
      return decodeAll(emissions);
    };
    return ({ length, emissions }: Lattice, _k, work) => {
      work.iterations++;
      work.nodeExpansions += (length - 1) * L;
      work.edgeEvaluations += (length - 1) * L ** 2;
      return recall(emissions.subarray(0, length * L));
    };
  },
};
