/**
 * Viterbi A*: a dense forward pass and a backward best-first search.
 *
 * @module
 */

import type { Decode, Decoder, ScoreBlock, Work } from "./contract.ts";
import { denseForward, transpose } from "./chain/dense_viterbi.ts";
import { kernelPaths, prefixPaths } from "./k_best/prefix_paths.ts";
import { hasKernels } from "./kernels/arena.ts";
import { placePanels } from "./kernels/edges/transitions.ts";
import { DenseForwardKernel } from "./kernels/dense/forward.ts";
import { KERNEL } from "./chain/options.ts";
import { simdPlacement } from "./kernels/scores/placement.ts";
import type { DeviationForm } from "./k_best/deviations.ts";
import type { Lattice, Model, Path } from "./lattice.ts";

/** Options of Viterbi A*. */
export const OPTIONS = {
  deviations: {
    default: "lazy",
    choices: ["lazy", "eager"],
    meaning: "push one deviation a position and others as needed, or all at once",
  },
  kernel: KERNEL,
} as const;

/**
 * Viterbi A*: dense dynamic programming gives the score α_t(y) of the best prefix into each node. A
 * search from the right then pops whole paths, best first. The first is the best path. Each other
 * one leaves one that was popped before at some node and begins with the best prefix there.
 *
 * Exact: α is an exact heuristic, so the first k paths popped are the k best, and no path is
 * generated twice. It holds to the last bit on any scores, without a tolerance: α and the
 * deviations are added from left to right as `scorePath` adds. Proof: `k_best/PROOFS.md`.
 *
 * `deviations=eager` scans all labels of all positions to the left of the deviation for each path
 * and pushes those that can be among the k best, as the paper does. `lazy` pushes one deviation a
 * position, and scans the labels before a node once for all paths through it, as deep as needed.
 *
 * Ties: any of the best paths may be returned.
 *
 * Cost: (T−1)·L² edges; then for each path O(T) and at most (T−1)·L edges, of which few remain in
 * lazy form, for paths share most of their nodes. O(T) for each path that is pushed where sums
 * round. Memory: O(TL + kT), and what is pushed.
 *
 * Source: Huang et al. 2012, Section 3.5, Algorithm 3. We differ in three ways: each element owns
 * its chain of forward links, for several paths share a node; `lazy`; and nothing is pushed that k
 * others equal or beat.
 */
const viterbiAStar: Decoder<typeof OPTIONS> = {
  name: "viterbi-a-star",
  title: "Viterbi A*",
  source: "Huang et al. 2012, Section 3.5, Algorithm 3",
  exact: true,
  maxK: Infinity,
  options: OPTIONS,
  prepare(model, { deviations, kernel }) {
    const isSimd = kernel === "simd" && hasKernels();
    const search = isSimd ? placedSearch(model, deviations) : plainSearch(model, deviations);
    const { labelCount } = model;
    const decode: Decode = (lattice, k, work) => {
      const { length } = lattice;
      work.iterations++;
      work.nodeExpansions += (length - 1) * labelCount;
      work.edgeEvaluations += (length - 1) * labelCount * labelCount;
      return { paths: search(lattice, k, work) };
    };
    if (search.reserve !== undefined) decode.reserve = search.reserve;
    return decode;
  },
};
export default viterbiAStar;

/** The k best paths of a lattice. */
interface Search {
  (lattice: Lattice, k: number, work: Work): Path[];
  reserve?(positions: number, lasting: boolean): ScoreBlock;
}

function plainSearch(model: Model, form: DeviationForm): Search {
  const { labelCount } = model;
  const incoming = transpose(model.transitions, labelCount);
  const search = prefixPaths(model, incoming, form);
  let alpha = new Float64Array(0);
  return (lattice, k, work) => {
    const size = lattice.length * labelCount;
    if (alpha.length < size) alpha = new Float64Array(size);
    denseForward(incoming, labelCount, lattice, alpha);
    return search(lattice, alpha, k, work);
  };
}

function placedSearch(model: Model, form: DeviationForm): Search {
  const placement = simdPlacement(model);
  const { arena } = placement;
  const panels = placePanels(arena, model.labelCount, model.transitions);
  const forward = new DenseForwardKernel(model.labelCount, placement, panels);
  const paths = kernelPaths(model, arena, form);
  const search: Search = (lattice, k, work) => {
    const own = placement.addressOf(lattice);
    forward.run(own, lattice.length);
    return paths.find(lattice, forward.alpha, own, k, work);
  };
  // Otherwise it reads the emissions where they are given.
  if (form === "lazy") search.reserve = (...positions) => placement.reserve(...positions);
  return search;
}
