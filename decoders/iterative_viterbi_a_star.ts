/**
 * Iterative Viterbi A*: k-best search on a degenerate lattice that grows.
 *
 * @module
 */

import { KERNEL, ORDER } from "./chain/options.ts";
import { addNeighbours, BestPaths } from "./k_best/neighbours.ts";
import type { Decode, Decoder, Work } from "./contract.ts";
import { degenerateModel } from "./degenerate/model.ts";
import type { Bar } from "./degenerate/columns.ts";
import { DegenerateKernel } from "./degenerate/kernel.ts";
import { type DegenerateSearch, greedyPaths, plainSearch } from "./degenerate/search.ts";
import { DeviationSearch } from "./k_best/deviations.ts";
import { NONE, tell, tellPath } from "./chain/observer.ts";
import { hasKernels, openArena } from "./kernels/arena.ts";
import { HypothesisBeam } from "./k_best/hypothesis_beam.ts";
import { type Lattice, type Path, scorePath } from "./lattice.ts";
import { pathsInOwnOrder } from "./own_order/decode.ts";
import { roundingTolerance } from "./chain/grid.ts";

/** Hypotheses a position of the beam whose best path has its neighbours tried. */
const NARROW = 2;

/** Options of iterative Viterbi A*. */
export const OPTIONS = {
  order: ORDER,
  candidates: {
    default: 2,
    minimum: 1,
    meaning: "paths that a search pops at most, in multiples of k",
  },
  beam: { default: true, meaning: "the first lower bound comes from a beam of k" },
  ends: { default: true, meaning: "label paths best into their last node raise the lower bound" },
  popped: { default: true, meaning: "label paths that a search pops raise the lower bound" },
  neighbours: {
    default: false,
    meaning: "paths one label from the best known raise the lower bound; the beam is 2 wide, not k",
  },
  kernel: KERNEL,
} as const;

/**
 * Iterative Viterbi A*: the k best paths of a degenerate lattice that grows until they have only
 * labels.
 *
 * At first each position has one active label and one group of all others. Passes alternate between
 * forward and backward. While the best path goes through groups, these are split. When it does not,
 * a search as in `viterbi-a-star`, from the end at which the pass arrived, pops the best n·k paths
 * (`candidates`) of the degenerate lattice. Unless the k best are over labels, all groups on them
 * are split.
 *
 * The k best distinct label paths known so far are kept. While they are k, the score of the worst
 * is the lower bound. They come from a beam of k hypotheses a position (`beam`), which are the
 * answer if there never were more, from passes (`ends`), from searches
 * (`popped`), and from changing one label of the best of them (`neighbours`): after the beam any
 * label of any position, after a pass active ones.
 *
 * Exact: a node is removed only if no path through it is better than k paths that are kept, and
 * what the search leaves is no better than the k-th best of those found and kept. Proofs, also that
 * it ends: `degenerate/PROOFS.md`, `k_best/PROOFS.md`.
 *
 * `order=emission` is ours: each position has an order of its own, by centred emissions
 * (`own_order/`). It knows when to search and where its bound comes from: the other options are of
 * `order=rank`.
 *
 * Ties: any of the best paths may be returned.
 *
 * Cost: O(T) edges best, besides the lower bound's; worst O(T·log L) times that of dense Viterbi,
 * in practice less than its. A search costs O(T), and a scan of the column before each node met, a
 * path. Preparation: O((L + log L)²). `kernel=simd` gives the same paths and counts; the search for
 * paths stays in TypeScript.
 *
 * Source: Huang et al. 2012, Section 4.4, Algorithm 4, which as printed loops for ever when the
 * best path is over labels and one of lower rank is not. We also differ in that the paths of lower
 * bounds from different sources are counted together and kept as answers, and in the scores by
 * which `iterative-viterbi` prunes. `neighbours` is ours: with it the beam is 2 wide rather than k.
 */
const iterativeViterbiAStar: Decoder<typeof OPTIONS> = {
  name: "iterative-viterbi-a-star",
  title: "Iterative Viterbi A*",
  source: "Huang et al. 2012, Section 4.4, Algorithm 4",
  exact: true,
  maxK: Infinity,
  options: OPTIONS,
  prepare(model, options) {
    if (options.order === "emission") return pathsInOwnOrder(model, options.kernel);
    const { labelCount, exactSums } = model;
    const degenerate = degenerateModel(model);
    const { nodeCount, transitions } = degenerate;
    const nodes: DegenerateSearch = options.kernel === "simd" && hasKernels()
      ? new DegenerateKernel(openArena("simd", model.float32Exact), model, "ends", degenerate)
      : plainSearch(model, "ends", degenerate);
    const edges = { labelCount: nodeCount, transitions, fromStride: nodeCount, toStride: 1 };
    const search = new DeviationSearch(edges, labelCount, exactSums, "lazy");
    const toleranceOf = roundingTolerance(model);
    const allLabels = Int32Array.from({ length: labelCount }, (_, label) => label);

    const beam = new HypothesisBeam(model);
    const firstPaths = (lattice: Lattice, width: number, work: Work) =>
      width === 1 ? greedyPaths(nodes, lattice, work) : beam.find(lattice, width, work);

    const decode: Decode = (lattice, k, work) => {
      const width = options.neighbours ? Math.min(k, NARROW) : k;
      const found = options.beam ? firstPaths(lattice, width, work) : [];
      if (options.beam && beam.isComplete && width > 1) return { paths: found };
      const known = new BestPaths(k, found);
      for (const path of found) if (work.observer) tellPath(work, path);
      tell(work, "lower", NONE, known.bar);
      const learn = (path: Path) => {
        if (work.observer) tellPath(work, path);
        known.add(path);
        tell(work, "lower", NONE, known.bar);
      };
      let centre: Path | undefined;
      const tryNeighbours = (labels: (position: number) => Int32Array) => {
        if (!options.neighbours || known.paths[0] === centre) return;
        centre = known.paths[0]!;
        addNeighbours(known, centre, model, lattice, labels, work);
      };
      if (options.beam && k > 1) tryNeighbours(() => allLabels);

      nodes.reset(lattice, work);
      const tolerance = toleranceOf(lattice);
      const bar = (): Bar =>
        exactSums
          ? { above: known.bar, least: -Infinity }
          : { above: -Infinity, least: known.bar - tolerance };

      for (let isForward = true;; isForward = !isForward) {
        work.iterations++;
        tell(work, "iteration", isForward ? 0 : 1, work.iterations);
        const found = nodes.run(isForward, work, bar());
        tell(work, "upper", NONE, Math.max(found.upper, known.paths[0]?.score ?? -Infinity));
        if (found.upper === -Infinity) return { paths: known.paths };
        if (options.ends && found.labelScore > known.bar) {
          for (const end of nodes.ends(isForward, known.bar).slice(0, k)) {
            const labels = nodes.follow(isForward, true, end);
            learn({ score: scorePath(model, lattice, labels), labels });
          }
        }
        tryNeighbours((position) => nodes.nodesAt(position));
        const isLast = isForward || exactSums;
        if (isLast && found.upper <= known.bar) return { paths: known.paths };
        if (found.labelScore < found.upper) {
          nodes.expandBest(isForward, bar());
          continue;
        }
        if (!isLast) continue;

        const limit = k * (options.popped ? options.candidates : 1);
        search.start(nodes.prefixes(isForward), limit, known.bar, work, tolerance);
        const labelPaths: Path[] = [];
        const groupPaths = new Set<Path>();
        while (labelPaths.length + groupPaths.size < limit && search.topScore > known.bar) {
          const path = search.pop();
          const hasGroup = path.labels.some((node) => node >= labelCount);
          if (hasGroup) {
            groupPaths.add(path);
            continue;
          }
          labelPaths.push(path);
          if (options.popped) learn(path);
        }
        // Among equals those over labels are to stay: they come first.
        const best = new BestPaths(k, known.paths);
        for (const path of labelPaths) best.add(path);
        for (const path of groupPaths) best.add(path);
        const withGroups = best.paths.filter((path) => groupPaths.has(path));
        if (withGroups.length === 0) return { paths: best.paths };
        nodes.expandOn(withGroups.map(({ labels }) => labels), bar());
      }
    };
    return decode;
  },
};
export default iterativeViterbiAStar;
