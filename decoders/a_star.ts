/**
 * A*: best-first search with a bound on the rest of the sentence.
 *
 * @module
 */

import { BestFirstSearch } from "./best_first/search.ts";
import type { Decoder } from "./contract.ts";
import { coarseHeuristic, naiveHeuristic } from "./best_first/heuristics.ts";
import { labelColumns } from "./chain/columns.ts";
import { tell } from "./chain/observer.ts";
import { roundingTolerance } from "./chain/grid.ts";

/** Options of A*. */
export const OPTIONS = {
  heuristic: {
    default: "coarse",
    choices: ["naive", "coarse"],
    meaning: "bound on the rest: maxima of each position, or best scores of a coarser lattice",
  },
  level: {
    default: 6,
    minimum: 0,
    meaning: "m of the coarser lattice with 2^m active labels and one group at each position",
  },
} as const;

/**
 * A*: prefixes are popped in the order of f = g + h, g their score and h a bound on the rest.
 *
 * `heuristic=naive`: h_t = Σ_{i>t} ( max n_i + max e ). `heuristic=coarse`: h_t(y) is the best
 * suffix score after y on a degenerate lattice of 2^m + 1 nodes a position, where labels past the
 * first 2^m share the score of their group. The higher the `level` m, the fewer nodes are popped
 * and the more the heuristic costs.
 *
 * Exact: both heuristics are consistent, so the first k complete prefixes that are popped are the k
 * best paths. Where sums round, the search goes on until what is left is below the k-th path by
 * more than the rounding tolerance. Proof: `best_first/PROOFS.md`.
 *
 * Ties: among equal f the later position, then mostly the smaller label; any of the best paths may
 * be returned. Cost: k·(T−1)·L edges best, k·(T−1)·L² worst, besides the heuristic's. Memory:
 * O(TLk).
 *
 * Source: Huang et al. 2012, Sections 4.1 and 4.3, equations (8) and (9). We differ in that a node
 * keeps the k best prefixes that have arrived rather than pushing each on the agenda, and that a
 * `coarse` lattice is never pruned.
 */
const aStar: Decoder<typeof OPTIONS> = {
  name: "a-star",
  title: "A*",
  source: "Huang et al. 2012, Sections 4.1 and 4.3",
  exact: true,
  maxK: Infinity,
  options: OPTIONS,
  prepare(model, { heuristic, level }) {
    const { labelCount } = model;
    const search = new BestFirstSearch(model.transitions, labelCount, labelCount);
    const bound = heuristic === "naive" ? naiveHeuristic(model) : coarseHeuristic(model, level);
    const toleranceOf = roundingTolerance(model);
    const columnsOf = labelColumns(labelCount);

    return (lattice, k, work) => {
      work.iterations++;
      tell(work, "iteration", 0, work.iterations);
      const goal = { k, tolerance: toleranceOf(lattice) };
      const columns = columnsOf(lattice);
      const paths = search.run(columns, bound(lattice, work), goal, work);
      if (work.observer) search.tellRest(columns, work);
      return { paths };
    };
  },
};
export default aStar;
