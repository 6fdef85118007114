/**
 * Posterior decoding: as many labels right as can be expected.
 *
 * @module
 */

import { KERNEL } from "./chain/options.ts";
import type { Decode, Decoder, Work } from "./contract.ts";
import { type Lattice, type Model, scorePath } from "./lattice.ts";
import { pairLatticeOf } from "./pairs/lattice.ts";
import { pairMarginals } from "./pairs/sums.ts";
import { openSums } from "./probability/open_sums.ts";

/** Options of posterior decoding. */
export const OPTIONS = { kernel: KERNEL } as const;

/**
 * Maximum expected accuracy: of all paths that are allowed, the one with the largest sum of
 * marginals Σ_t p(y_t), which is the number of labels that are right in expectation.
 *
 * Not what the other decoders look for: the best path may be another one, so that this one counts
 * as approximate. The most probable label of each position would often do, but two of them in a row
 * may be forbidden. So the sum is maximised over paths of finite score alone, exactly for the
 * marginals as computed: D_t(y) = p(y_t = y) + max over allowed x of D_{t−1}(x).
 *
 * Ties: the smallest label, from the last position backwards; rounding may break a tie of
 * marginals. Cost: that of marginals, and where transitions are forbidden at most (T−1)·L²
 * look-ups.
 *
 * Source: Rabiner 1989, equation (29); Käll, Krogh and Sonnhammer 2005 for the paths that are
 * allowed.
 */
const posterior: Decoder<typeof OPTIONS> = {
  name: "posterior",
  title: "Posterior decoding",
  source: "Rabiner 1989, equation (29); Käll et al. 2005",
  exact: false,
  maxK: 1,
  pairs: true,
  options: OPTIONS,
  prepare(model, { kernel }) {
    if (model.hasPairs) return pairPosterior(model);
    const sums = openSums(model, { kernel });
    const hasForbidden = model.transitions.includes(-Infinity);
    let nodes = new Float64Array(0);
    return (lattice, _k, work) => {
      if (sums.forward(lattice, work) === undefined) return { paths: [] };
      const size = lattice.emissions.length;
      if (nodes.length < size) nodes = new Float64Array(size);
      sums.backward(nodes, work);
      const labels = hasForbidden
        ? bestAllowed(model, lattice, nodes, work, model.transitions, 0)
        : bestLabels(model, lattice, nodes);
      return { paths: [{ score: scorePath(model, lattice, labels), labels }] };
    };
  },
};
export default posterior;

/** The same of lattices with pairs. Counts the edges of both directions. */
function pairPosterior(model: Model): Decode {
  const size = model.labelCount ** 2;
  return (lattice, _k, work) => {
    const own = pairLatticeOf(model, lattice);
    const { pairs, length } = own;
    work.iterations++;
    work.nodeExpansions += (length - 1) * model.labelCount;
    work.edgeEvaluations += 2 * (length - 1) * size;
    const found = pairMarginals(own);
    if (found === undefined) return { paths: [] };
    const labels = pairs.includes(-Infinity)
      ? bestAllowed(model, lattice, found.nodes, work, pairs, size)
      : bestLabels(model, lattice, found.nodes);
    return { paths: [{ score: scorePath(model, lattice, labels), labels }] };
  };
}

/** The most probable label of each position, of those that are allowed if nothing is known. */
function bestLabels(
  { labelCount }: Model,
  { length, emissions }: Lattice,
  nodes: Float64Array,
): Int32Array {
  return new Int32Array(length).map((_, t) => {
    const row = t * labelCount;
    let best = row;
    for (let i = row; i < row + labelCount; i++) {
      if (nodes[i]! > nodes[best]! || emissions[best] === -Infinity) best = i;
    }
    return best - row;
  });
}

/**
 * The path of finite score with the largest sum of marginals. Writes sums over them.
 *
 * @param edges L×L, or as much for each position from 1 on
 * @param stride from those of a position to the next
 */
function bestAllowed(
  { labelCount }: Model,
  { length, emissions }: Lattice,
  sums: Float64Array,
  work: Work,
  edges: Float64Array,
  stride: number,
): Int32Array {
  const forbid = (row: number) => {
    for (let y = row; y < row + labelCount; y++) {
      if (emissions[y] === -Infinity) sums[y] = -Infinity;
    }
  };
  /** The best label of a position from which another one may follow; −1 if there is none. */
  const bestInto = (position: number, label: number | undefined) => {
    const [row, first] = [position * labelCount, position * stride];
    let best = -1;
    for (let x = 0; x < labelCount; x++) {
      if (sums[row + x] === -Infinity) continue;
      if (best >= 0 && sums[row + x]! <= sums[row + best]!) continue;
      if (label === undefined || edges[first + x * labelCount + label] !== -Infinity) best = x;
    }
    return best;
  };
  forbid(0);
  for (let t = 1; t < length; t++) {
    const row = t * labelCount;
    const previous = row - labelCount;
    forbid(row);
    for (let y = 0; y < labelCount; y++) {
      if (sums[row + y] === -Infinity) continue;
      const x = bestInto(t - 1, y);
      work.edgeEvaluations += labelCount;
      if (x < 0) sums[row + y] = -Infinity;
      else sums[row + y]! += sums[previous + x]!;
    }
  }
  const labels = new Int32Array(length);
  for (let t = length - 1; t >= 0; t--) labels[t] = bestInto(t, labels[t + 1]);
  return labels;
}
