/**
 * Iterative A*: A* on a degenerate lattice that grows.
 *
 * @module
 */

import { NONE, tell } from "./chain/observer.ts";
import { BestFirstSearch } from "./best_first/search.ts";
import type { Decoder } from "./contract.ts";
import { degenerateModel } from "./degenerate/model.ts";
import { DegenerateColumns } from "./degenerate/columns.ts";
import { naiveHeuristic } from "./best_first/heuristics.ts";
import { roundingTolerance } from "./chain/grid.ts";

/**
 * Iterative A*: A* on a degenerate lattice that grows until its best path has only labels.
 *
 * At first each position has one active label and one group of all others. While the best path that
 * A* finds goes through groups, these are split: the active labels of these positions double.
 * Nothing is pruned. The heuristic is the naive one, h_t = Σ_{i>t} ( max n_i + max e ).
 *
 * Exact: A* returns a best path of the degenerate lattice, and if that is over labels, it is a best
 * path. Proofs: `best_first/PROOFS.md`, `degenerate/PROOFS.md`.
 *
 * Ties: as in `a-star`. Cost: O(T) edges best, about 4/3·T·L² worst if all positions are split
 * together. Preparation: O((L + log L)²).
 *
 * Source: Huang et al. 2012, Section 4.2. The paper does not say which groups are split: here
 * those of the best path, as in its Algorithm 1.
 */
const iterativeAStar: Decoder<Record<never, never>> = {
  name: "iterative-a-star",
  title: "Iterative A*",
  source: "Huang et al. 2012, Section 4.2",
  exact: true,
  maxK: 1,
  options: {},
  prepare(model) {
    const { labelCount } = model;
    const degenerate = degenerateModel(model);
    const columns = new DegenerateColumns(degenerate);
    const search = new BestFirstSearch(degenerate.transitions, degenerate.nodeCount, labelCount);
    const boundOf = naiveHeuristic(model);
    const toleranceOf = roundingTolerance(model);

    return (lattice, _k, work) => {
      const goal = { k: 1, tolerance: toleranceOf(lattice) };
      const bound = boundOf(lattice, work);
      columns.reset(lattice, work);
      while (true) {
        work.iterations++;
        tell(work, "iteration", 0, work.iterations);
        const paths = search.run(columns, bound, goal, work);
        const nodes = paths[0]?.labels;
        if (paths.length > 0) tell(work, "upper", NONE, paths[0]!.score);
        if (nodes === undefined || nodes.every((node) => node < labelCount)) {
          if (work.observer) search.tellRest(columns, work);
          return { paths };
        }
        for (let t = 0; t < lattice.length; t++) {
          if (nodes[t]! >= labelCount) columns.expand(t);
        }
      }
    };
  },
};
export default iterativeAStar;
