/**
 * Iterative Viterbi, also known as staggered decoding.
 *
 * @module
 */

import { EXPANSION, KERNEL, ORDER } from "./chain/options.ts";
import type { Decode, Decoder } from "./contract.ts";
import type { Bar } from "./degenerate/columns.ts";
import { bestInOwnOrder } from "./own_order/decode.ts";
import { DegenerateKernel } from "./degenerate/kernel.ts";
import { type DegenerateSearch, greedyPaths, plainSearch } from "./degenerate/search.ts";
import { NONE, tell, tellPath } from "./chain/observer.ts";
import { hasKernels, openArena } from "./kernels/arena.ts";
import { type Path, scorePath } from "./lattice.ts";
import { roundingTolerance } from "./chain/grid.ts";

/** Options of iterative Viterbi. */
export const OPTIONS = {
  order: ORDER,
  expansion: EXPANSION,
  prune: { default: true, meaning: "remove nodes that cannot reach the lower bound" },
  lowerBound: {
    default: "greedy",
    choices: ["greedy", "none"],
    meaning: "first lower bound: a beam of width 1, or none",
  },
  raise: {
    default: "ends",
    choices: ["ends", "active"],
    meaning: "raise the bound by label paths best into their last node, or by a second pass",
  },
  kernel: KERNEL,
} as const;

/**
 * Iterative Viterbi: Viterbi on a degenerate lattice that grows until its best path has only
 * labels.
 *
 * At first each position has one active label and one group of all others. Passes alternate between
 * forward and backward. While the best path goes through groups, these are split: the active labels
 * double, at the positions of the path (`expansion=column`) or everywhere.
 *
 * Exact: each score of the degenerate lattice bounds those it stands for, so a best path over
 * labels is a best path of the lattice. `prune` removes nodes whose bound, the sum of a bound from
 * either side, is below the score lb of a known path. That path, the incumbent, is kept as an
 * answer, and where sums are exact nodes that only reach lb go too. Proof: `degenerate/PROOFS.md`.
 *
 * `order=emission` is ours: each position has an order of its own, by centred emissions, which
 * leaves little for the groups (`own_order/`). It always splits columns, prunes, keeps an incumbent
 * and centres, and begins without a lower bound: the options about these are of `order=rank`.
 *
 * Ties: the smaller label, from the end at which the last pass arrived.
 *
 * Cost: O(T) edges best; about 4/3·T·L² worst with `expansion=uniform`, where each pass has four
 * times the edges of the one before: at most ⌈log2 L⌉ + 1 passes, one more where sums round.
 * Preparation: O((L + log L)²); with `order=rank` changes of transitions are followed, O(L log L)
 * each. `kernel=simd` gives the same paths and counts.
 *
 * Source: Kaji et al. 2010, Sections 3.2–3.5; Huang et al. 2012, Algorithms 1 and 2. We differ in
 * that scores leave out the node's own emission, so that an inherited bound is tighter by the
 * difference between the group's emission and the label's, and in the incumbent.
 */
const iterativeViterbi: Decoder<typeof OPTIONS> = {
  name: "iterative-viterbi",
  title: "Iterative Viterbi",
  source: "Kaji et al. 2010; Huang et al. 2012, Algorithms 1 and 2",
  exact: true,
  maxK: 1,
  options: OPTIONS,
  prepare(model, options) {
    if (options.order === "emission") return bestInOwnOrder(model, options.kernel);
    const search: DegenerateSearch = options.kernel === "simd" && hasKernels()
      ? new DegenerateKernel(openArena("simd", model.float32Exact), model, options.raise)
      : plainSearch(model, options.raise);
    const isUniform = options.expansion === "uniform";
    let toleranceOf: ReturnType<typeof roundingTolerance> | undefined;

    const decode: Decode = (lattice, _k, work) => {
      toleranceOf ??= roundingTolerance(model);
      const tolerance = options.prune ? toleranceOf(lattice) : 0;
      const dropTies = model.exactSums === true;
      let incumbent: Path | undefined;
      let lowerBound = -Infinity;
      let bar = options.prune ? barOf(lowerBound, tolerance, dropTies) : undefined;
      const raise = (path: Path | undefined) => {
        if (path === undefined || path.score <= lowerBound) return;
        incumbent = path;
        lowerBound = path.score;
        if (work.observer) tellPath(work, path);
        tell(work, "lower", NONE, lowerBound);
        bar = barOf(lowerBound, tolerance, dropTies);
      };
      search.reset(lattice, work);
      if (options.prune && options.lowerBound === "greedy") {
        raise(greedyPaths(search, lattice, work)[0]);
      }

      for (let isForward = true;; isForward = !isForward) {
        work.iterations++;
        tell(work, "iteration", isForward ? 0 : 1, work.iterations);
        const found = search.run(isForward, work, bar);
        tell(work, "upper", NONE, Math.max(found.upper, lowerBound));
        if (found.upper === -Infinity) return { paths: incumbent === undefined ? [] : [incumbent] };
        if (isForward || model.exactSums) {
          if (found.upper <= lowerBound) return { paths: [incumbent!] };
          if (found.labelScore === found.upper) {
            return { paths: [{ score: found.upper, labels: search.follow(isForward, true) }] };
          }
        }
        if (options.prune && found.labelScore > lowerBound) {
          const labels = search.follow(isForward, true);
          raise({ score: scorePath(model, lattice, labels), labels });
        }
        if (isUniform) search.expandAll(bar);
        else search.expandBest(isForward, bar);
      }
    };
    const revise = (previous: number, label: number) => {
      search.revise(previous, label);
      toleranceOf = undefined;
    };
    return Object.assign(decode, { revise });
  },
};
export default iterativeViterbi;

/** With an answer of the lower bound's score at hand, nodes that only equal it go. */
function barOf(lowerBound: number, tolerance: number, dropTies: boolean): Bar {
  return dropTies
    ? { above: lowerBound, least: -Infinity }
    : { above: -Infinity, least: lowerBound - tolerance };
}
