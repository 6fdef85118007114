/**
 * Column generation: Viterbi over a few labels a position, and a proof that the others are not
 * needed.
 *
 * @module
 */

import { NONE, tell, tellNode } from "./chain/observer.ts";
import { beamDecode, plainBeam } from "./chain/beam.ts";
import { type Decoded, type Decoder, newWork, type OptionsOf, type Work } from "./contract.ts";
import { type FiniteLattice, finiteScores } from "./column_generation/finite_scores.ts";
import { KBestDomains } from "./column_generation/k_best_domains.ts";
import { type Lattice, type Model, type Path, scorePath } from "./lattice.ts";
import { ReducedCosts } from "./column_generation/reduced_costs.ts";
import { RestrictedMessages } from "./column_generation/messages.ts";
import { denseViterbi } from "./chain/dense_viterbi.ts";

/** How much larger `cap` is after the best path has been found, for k > 1. */
const MORE_FOR_MANY = 3;

/** Where it is larger, sums may overflow to −∞: low scores are many times the largest. */
const LARGEST_TOLERANCE = 2 ** 960;

/** Options of column generation. */
export const OPTIONS = {
  search: {
    default: "pruned",
    choices: ["pruned", "full"],
    meaning: "look for pairs to add among those that bounds leave, or among all",
  },
  add: {
    default: "pair",
    choices: ["pair", "all"],
    meaning: "add the best pair of two positions at a time, or all that improve",
  },
  init: {
    default: "argmax",
    choices: ["argmax", "best", "beam"],
    meaning: "start with the label of the best emission, with the best few, or with a beam's path",
  },
  width: {
    default: 2,
    minimum: 1,
    meaning: "labels a position with init=best, width of the beam with init=beam",
  },
  cap: {
    default: 25,
    minimum: 0,
    meaning: "percentage of the dense edges after which dense Viterbi takes over, 0 for never",
  },
} as const;

/**
 * Column generation: exact decoding over a small domain D_t of labels at each position, which grows
 * by pairs of labels while one may improve on the best path within the domains.
 *
 * Messages α and β go from the domains to all labels (`column_generation/messages.ts`). The reduced
 * cost of a pair of labels at positions t and t+1 is
 *
 *     2R_t(x, y) = ( n_t(x) + α_t(x) + e(x, y) − α_{t+1}(y) )
 *                + ( e(x, y) + n_{t+1}(y) + β_{t+1}(y) − β_t(x) ).
 *
 * Each iteration updates the messages. Then it adds, for all t, both ends of the pair outside the
 * domains with the largest R > 0 (`add=pair`), or of all such pairs (`add=all`).
 *
 * Exact: the score of a path is Σ R and two terms of at most half the best score V within the
 * domains. So when no pair has R > 0, no path exceeds V. `column_generation/PROOFS.md` has the
 * proof, also of k > 1 and of sums that round. `bound` is the best score.
 *
 * For k > 1 the domains then grow by the pairs that the k best paths may use, until there are none.
 *
 * Forbidden scores become very low ones: see `finiteScores`. A path that still uses one at the end
 * means that there is no other.
 *
 * Ties: the smallest label of the domains, from the last position backwards.
 *
 * Cost: at least 2(T−1)·L edges. In the worst case the domains grow to all labels, a pair at a
 * time, at many times the dense cost. So after `cap` per cent of the dense edges dense Viterbi
 * takes over. (Of k best paths: unless the best is found by then, and at three times as many, for k
 * lists cost more than one.) Preparation: O(L²).
 *
 * Source: Belanger et al., Learning to speed up MAP decoding with column generation, equations
 * (8)–(12), Algorithms 1 and 2. We differ in three ways: messages and pairs are recomputed only
 * where something has changed; `cap`; and k > 1, of which the paper says that the method cannot do
 * it.
 */
const columnGeneration: Decoder<typeof OPTIONS> = {
  name: "column-generation",
  title: "Column generation",
  source: "Belanger et al., Algorithms 1 and 2",
  exact: true,
  maxK: Infinity,
  options: OPTIONS,
  prepare(model, options) {
    const { labelCount } = model;
    const finite = finiteScores(model);
    const messages = new RestrictedMessages(labelCount);
    const reducedCosts = new ReducedCosts(
      labelCount,
      options.search === "pruned",
      options.add === "all",
    );
    const initialize = initialDomains(model, options);
    const dense = denseViterbi(model);
    const cap = options.cap === 0 ? Infinity : options.cap / 100;
    // For k > 1 there is a tolerance even if sums are exact.
    const finiteForMany = finiteScores({ ...model, exactSums: false });
    const kBest = new KBestDomains(labelCount, options.search === "pruned");
    let isOpen = new Uint8Array(0);

    /** Grows the domains until no pair improves; false if that takes too many edges. */
    const converge = (scores: FiniteLattice, limit: number, work: Work): boolean => {
      const slack = 8 * scores.tolerance;
      for (let hasGrown = true; hasGrown;) {
        work.iterations++;
        tell(work, "iteration", 0, work.iterations);
        if (!messages.update(work, limit)) return false;
        hasGrown = false;
        for (let t = 0; t < scores.length - 1; t++) {
          if (!isOpen[t] && !messages.forwardRose[t] && !messages.backwardRose[t + 1]) continue;
          if (work.edgeEvaluations > limit) return false;
          isOpen[t] = reducedCosts.grow(t, scores, messages, slack, work) ? 1 : 0;
          if (isOpen[t]) hasGrown = true;
        }
      }
      return true;
    };

    return (lattice, k, work) => {
      const { length } = lattice;
      const scores = k === 1 ? finite(lattice) : finiteForMany(lattice);
      const isBeyond = scores.tolerance > LARGEST_TOLERANCE;
      if (isBeyond || k > 1 && length === 1) return certified(dense(lattice, k, work));
      const start = work.edgeEvaluations;
      const denseEdges = (length - 1) * labelCount * labelCount;
      let limit = start + cap * denseEdges;
      if (isOpen.length < length) isOpen = new Uint8Array(length);
      messages.reset(scores);
      initialize(lattice, scores, messages, work);
      for (let t = 0; work.observer && t < length; t++) {
        for (const label of messages.labelsOf(t)) tellNode(work, "column", [t, label], NONE, 0);
      }
      isOpen.fill(1, 0, length);
      while (converge(scores, limit, work)) {
        if (k === 1) {
          const paths = rescored(model, lattice, [messages.follow()]);
          tell(work, "upper", NONE, paths[0]?.score ?? -Infinity);
          return certified({ paths });
        }
        limit = start + MORE_FOR_MANY * cap * denseEdges;
        const found = kBest.search(scores, messages, k, work);
        if (found.lowerBound === -Infinity) break;
        if (kBest.grow(found, scores, messages, limit, work)) continue;
        return certified({
          paths: rescored(model, lattice, found.paths.map(({ labels }) => labels)),
        });
      }
      return certified(dense(lattice, k, work));
    };
  },
};
export default columnGeneration;

/** An answer whose best path is proven to be the best. */
function certified({ paths }: Decoded): Decoded {
  return paths.length === 0 ? { paths } : { paths, bound: paths[0]!.score };
}

/** Paths with their scores in the lattice as it was given, without those that are forbidden. */
function rescored(model: Model, lattice: Lattice, paths: readonly Int32Array[]): Path[] {
  return paths.map((labels) => ({ score: scorePath(model, lattice, labels), labels }))
    .filter(({ score }) => score > -Infinity);
}

type Initialize = (
  lattice: Lattice,
  scores: FiniteLattice,
  messages: RestrictedMessages,
  work: Work,
) => void;

function initialDomains(model: Model, { init, width }: OptionsOf<typeof OPTIONS>): Initialize {
  const { labelCount } = model;
  const count = init === "best" ? Math.min(width, labelCount) : 1;
  const best: Initialize = (_, { length, emissions }, messages) => {
    for (let t = 0; t < length; t++) {
      const row = t * labelCount;
      for (let i = 0; i < count; i++) {
        let label = -1;
        for (let y = 0; y < labelCount; y++) {
          if (i > 0 && messages.inDomain[row + y] === 1) continue;
          if (label < 0 || emissions[row + y]! > emissions[row + label]!) label = y;
        }
        messages.add(t, label);
      }
    }
  };
  if (init !== "beam") return best;
  const kept = Math.min(width, labelCount);
  const search = beamDecode(model, kept, plainBeam(model, kept));
  return (lattice, scores, messages, work) => {
    const beamWork = newWork();
    const [path] = search(lattice, 1, beamWork).paths;
    work.nodeExpansions += beamWork.nodeExpansions;
    work.edgeEvaluations += beamWork.edgeEvaluations;
    if (path === undefined) best(lattice, scores, messages, work);
    else path.labels.forEach((label, t) => messages.add(t, label));
  };
}
