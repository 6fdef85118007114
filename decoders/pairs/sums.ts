/**
 * Sums over all paths of a lattice whose scores of pairs depend on the position.
 *
 * @module
 */

import { exp, log } from "../kernels/probability/exp.ts";
import { largestMagnitude } from "../lattice.ts";
import {
  checkDraws,
  CompensatedSum,
  drawLabel,
  type Estimate,
  type Marginals,
  relativeBound,
} from "../probability/estimate.ts";
import { LOST, normalize, rounding } from "../probability/log_sums.ts";
import { checkPairLattice, type PairLattice } from "./lattice.ts";

/** Logarithms of sums over prefixes, or over suffixes, each row without its largest. */
interface Rows {
  /** T×L. */
  readonly logarithms: Float64Array;
  /** How far those of each position may be off, but for a number that all of a row share. */
  readonly errors: Float64Array;
  /** The largest finite magnitude of each row. */
  readonly ranges: Float64Array;
  /** What was taken out of all rows. */
  readonly sum: CompensatedSum;
}

/**
 * ln Z = ln Σ_y e^score(y) of a lattice; −∞ if it has no path. |value − ln Z| ≤ error.
 *
 * a_0(y) = n_0(y), a_t(y) = n_t(y) + ln Σ_x e^(a_{t−1}(x) + e_t(x, y)), the largest term taken out
 * of each sum and the largest logarithm out of each row, so that nothing under- or overflows.
 * The bound is proven in `PROOFS.md`. Cost: (T−1)·L² exponentials.
 *
 * @throws as `checkPairLattice`
 *
 * @example
 * ```ts
 * import { pairLogPartition } from "./sums.ts";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const lattice = {
 *   labelCount: 2,
 *   length: 2,
 *   emissions: new Float64Array(4),
 *   pairs: Float64Array.of(0, 0, 0, -Infinity),
 * };
 * assertAlmostEquals(pairLogPartition(lattice).value, Math.log(3), 1e-14);
 * ```
 */
export function pairLogPartition(lattice: PairLattice): Estimate {
  checkPairLattice(lattice);
  const prefixes = prefixRows(lattice);
  return prefixes === undefined ? { value: -Infinity, error: 0 } : total(lattice, prefixes);
}

/**
 * Marginals of a lattice; nothing for one without a path.
 *
 * p(y_t = y) = e^(a_t(y) + b_t(y)), normalized, with b_{T−1} = 0 and
 * b_t(x) = ln Σ_y e^(e_{t+1}(x, y) + n_{t+1}(y) + b_{t+1}(y)); edges into position t are
 * e^(a_{t−1}(x) + e_t(x, y) + n_t(y) + b_t(y)), normalized. Cost: twice that of `pairLogPartition`,
 * and L² exponentials for each call of `edges`.
 *
 * @throws as `checkPairLattice`
 */
export function pairMarginals(lattice: PairLattice): Marginals | undefined {
  checkPairLattice(lattice);
  const prefixes = prefixRows(lattice);
  if (prefixes === undefined) return undefined;
  const suffixes = suffixRows(lattice);
  const { labelCount: L, length, emissions, pairs } = lattice;
  const nodes = new Float64Array(length * L);
  let error = 0;
  for (let i = 0; i < nodes.length; i++) {
    nodes[i] = prefixes.logarithms[i]! + suffixes.logarithms[i]!;
  }
  for (let t = 0; t < length; t++) {
    normalize(nodes.subarray(t * L, t * L + L));
    const joining = rounding(L, prefixes.ranges[t]! + suffixes.ranges[t]!);
    const off = prefixes.errors[t]! + suffixes.errors[t]! + joining;
    error = Math.max(error, relativeBound(2 * off) + LOST);
  }
  const edges = (position: number) => {
    if (!(Number.isInteger(position) && position >= 1 && position < length)) {
      throw new RangeError(
        `Cannot find edges into a position of 1 to ${length - 1}: ${position}`,
      );
    }
    const [row, first] = [position * L, (position - 1) * L * L];
    const found = Float64Array.from({ length: L * L }, (_, edge) => {
      const [x, y] = [Math.floor(edge / L), edge % L];
      const follow = emissions[row + y]! + suffixes.logarithms[row + y]!;
      return prefixes.logarithms[row - L + x]! + pairs[first + edge]! + follow;
    });
    normalize(found, L);
    return found;
  };
  return { logPartition: total(lattice, prefixes), nodes, error: Math.min(1, error), edges };
}

/**
 * Draws paths of a lattice, each with probability p(y) = e^score(y) / Z; none if it has no path.
 *
 * The last label is drawn with weights e^a_{T−1}(y), and before label y of position t a label x
 * with e^(a_{t−1}(x) + e_t(x, y)), as in `pathSampler`. Cost: that of `pairLogPartition`, and O(L)
 * for each label that is drawn.
 *
 * @param random uniform in [0, 1)
 * @throws RangeError for a count that is none, and naming the position for which `random` is not
 * uniform in [0, 1); as `checkPairLattice`
 */
export function pairSamples(
  lattice: PairLattice,
  count: number,
  random: () => number,
): Int32Array[] {
  checkDraws(count);
  checkPairLattice(lattice);
  const prefixes = prefixRows(lattice);
  if (prefixes === undefined) return [];
  const { labelCount: L, length, pairs } = lattice;
  const shares = new Float64Array(L);
  return Array.from({ length: count }, () => {
    const labels = new Int32Array(length);
    for (let t = length - 1; t >= 0; t--) {
      for (let x = 0; x < L; x++) {
        const edge = t === length - 1 ? 0 : pairs[(t * L + x) * L + labels[t + 1]!]!;
        shares[x] = prefixes.logarithms[t * L + x]! + edge;
      }
      normalize(shares);
      labels[t] = drawLabel(shares, random, t);
    }
    return labels;
  });
}

/** ln Z out of the sums over prefixes. */
function total({ labelCount, length }: PairLattice, prefixes: Rows): Estimate {
  const last = prefixes.logarithms.subarray((length - 1) * labelCount);
  const { sum } = prefixes;
  sum.add(log(last.reduce((weight, prefix) => weight + exp(prefix), 0)));
  const error = prefixes.errors[length - 1]! + rounding(labelCount, prefixes.ranges[length - 1]!);
  return { value: sum.value, error: sum.error + 1.001 * error };
}

/** Sums over prefixes; undefined if there is a position that none reaches. */
function prefixRows(lattice: PairLattice): Rows | undefined {
  const { labelCount: L, length, emissions, pairs } = lattice;
  const rows = newRows(lattice);
  const terms = new Float64Array(L);
  for (let t = 0; t < length; t++) {
    const row = rows.logarithms.subarray(t * L, t * L + L);
    for (let y = 0; y < L; y++) {
      const emission = emissions[t * L + y]!;
      if (t === 0) {
        row[y] = emission;
        continue;
      }
      for (let x = 0; x < L; x++) {
        terms[x] = rows.logarithms[(t - 1) * L + x]! + pairs[((t - 1) * L + x) * L + y]!;
      }
      row[y] = logSum(terms) + emission;
    }
    if (!settle(rows, lattice, t, t - 1, t)) return undefined;
  }
  return rows;
}

function suffixRows(lattice: PairLattice): Rows {
  const { labelCount: L, length, emissions, pairs } = lattice;
  const rows = newRows(lattice);
  const terms = new Float64Array(L);
  const follow = new Float64Array(L);
  for (let t = length - 2; t >= 0; t--) {
    const next = (t + 1) * L;
    for (let y = 0; y < L; y++) follow[y] = emissions[next + y]! + rows.logarithms[next + y]!;
    for (let x = 0; x < L; x++) {
      for (let y = 0; y < L; y++) terms[y] = pairs[(t * L + x) * L + y]! + follow[y]!;
      rows.logarithms[t * L + x] = logSum(terms);
    }
    settle(rows, lattice, t, t + 1, t + 1);
  }
  return rows;
}

function newRows({ labelCount, length }: PairLattice): Rows {
  return {
    logarithms: new Float64Array(length * labelCount),
    errors: new Float64Array(length),
    ranges: new Float64Array(length),
    sum: new CompensatedSum(),
  };
}

/**
 * Takes the largest logarithm out of a row; false if all are −∞.
 *
 * @param from the row that it was made of
 * @param position whose emissions were added, and the pairs into it
 */
function settle(
  { logarithms, errors, ranges, sum }: Rows,
  { labelCount: L, length, emissions, pairs }: PairLattice,
  t: number,
  from: number,
  position: number,
): boolean {
  const row = logarithms.subarray(t * L, t * L + L);
  const top = row.reduce((most, value) => Math.max(most, value), -Infinity);
  if (top === -Infinity) return false;
  sum.add(top);
  for (let y = 0; y < L; y++) row[y]! -= top;
  ranges[t] = largestMagnitude(row);
  const before = from >= 0 && from < length ? errors[from]! : 0;
  const range = from >= 0 && from < length ? ranges[from]! : 0;
  const own = largestMagnitude(emissions.subarray(position * L, position * L + L));
  const edges = position === 0
    ? 0
    : largestMagnitude(pairs.subarray((position - 1) * L * L, position * L * L));
  errors[t] = before + rounding(L, range + own + edges);
  return true;
}

/** ln Σ e^term; −∞ if all are. */
function logSum(terms: Float64Array): number {
  let top = -Infinity;
  for (const term of terms) if (term > top) top = term;
  if (top === -Infinity) return top;
  let sum = 0;
  for (const term of terms) sum += exp(term - top);
  return top + log(sum);
}
