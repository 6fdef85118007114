/**
 * Column generation: Viterbi over a few labels a position, and a proof that the others are not
 * needed.
 *
 * @module
 */

import { CENTRE, centred } from "./chain/centring.ts";
import beam from "./beam.ts";
import { type Decode, type Decoded, type Decoder, newWork, type Work } from "./contract.ts";
import { type FiniteLattice, finiteScores } from "./chain/finite_scores.ts";
import { KBestDomains } from "./column_generation/k_best_domains.ts";
import { type Lattice, type Model, type Path, scorePath } from "./lattice.ts";
import { ReducedCosts } from "./column_generation/reduced_costs.ts";
import { RestrictedMessages } from "./column_generation/messages.ts";
import viterbi from "./viterbi.ts";

/** How much larger `cap` is after the best path has been found, for k > 1. */
const MORE_FOR_MANY = 3;

/** Options of column generation. */
export type ColumnGenerationOptions = {
  /** `full` compares all pairs of labels (Algorithm 1), `pruned` those left by bounds (2). */
  readonly search: string;
  /** Whether the best pair of two positions is added at a time, or all that improve. */
  readonly add: string;
  /** What the domains start with. */
  readonly init: string;
  /** Labels of each domain with `init=best`, width with `init=beam`. */
  readonly width: number;
  /**
   * Percentage of the dense edges after which dense Viterbi takes over, three times as much once
   * the best of k > 1 paths is known; 0 for never.
   */
  readonly cap: number;
  /** Whether offsets of the transitions move into the emissions. */
  readonly centre?: boolean;
};

/**
 * Column generation: exact decoding over a small domain D_t of labels at each position, which grows
 * by pairs of labels while one may improve on the best path within the domains.
 *
 * Messages α and β go from the domains to all labels (see `column_generation/messages.ts`). The reduced
 * cost of a pair of labels at positions t and t+1 is (12),
 *
 *     2R_t(x, y) = ( n_t(x) + α_t(x) + e(x, y) − α_{t+1}(y) )
 *                + ( e(x, y) + n_{t+1}(y) + β_{t+1}(y) − β_t(x) ).
 *
 * Each iteration updates the messages and adds, for all t, both ends of the pair outside the
 * domains with the largest R > 0 (`add=pair`) or of all such pairs (`add=all`).
 *
 * Exact: both brackets telescope, so for any path y and any α, β with α_0 = β_{T−1} = 0
 *
 *     score(y) = Σ_t R_t(y_t, y_{t+1}) + ½ ( n + α )_{T−1}(y_{T−1}) + ½ ( n + β )_0(y_0).     (i)
 *
 * Let V be the best score within the domains. Inside the domains both brackets are at most 0 by the
 * definition of the messages; at the end no pair outside has R > 0 either. The last two terms are
 * at most V/2 each, also for labels outside: let x in D_{T−2} be where α_{T−1}(y) comes from, so
 * that the first bracket is 0; then R ≤ 0 says e(x, y) + n(y) ≤ β_{T−2}(x), and n(y) + α_{T−1}(y) =
 * n(x) + α(x) + e(x, y) + n(y) ≤ n(x) + α(x) + β(x) ≤ V. So score(y) ≤ V: the averaged reduced cost
 * needs no test at the root, while (11), the first bracket alone, does. With R > 0 somewhere the two
 * terms may exceed V/2, each by R of the outermost pair: the gap of the certificate is then
 * Σ max(0, R_t) with the outermost R counted once more for each end. At the end of the search it is
 * 0, so `bound` is V.
 *
 * On scores whose sums round, a pair is added if R > −4·tolerance. The tolerance is 8·T·u·m, where u
 * = 2^−53 and m = T·(max|n| + max|e|) bounds all numbers here. Put the messages as they were rounded
 * into (i), which holds for any: inside the domains 2R is then at most 4um, of a pair outside that
 * was not added at most 8um − 8·tolerance, and the last two terms are at most ½V + 4Tum. A path that
 * is not inside the domains has such a pair, so it scores at most V + (6T+10)um − 4·tolerance, and
 * left to right at most 2Tum more, which is less than V. So all paths of the best left-to-right
 * score are inside, and as n + α adds as `scorePath` does, the best of them is found to the last bit.
 *
 * For k > 1 the domains then grow by the pairs that the k best paths may use, and the search above
 * goes on, until there are none; see `column_generation/k_best_domains.ts` for what they are and why that is exact.
 * The k best paths within the domains are the answer, and `bound` is the first's score.
 *
 * Forbidden scores become very low ones (see `chain/finite_scores.ts`), as ∞ − ∞ is no number; a path
 * that still uses one at the end means that there is no other.
 *
 * Ends: each iteration adds a label to a domain or is the last. Pairs inside the domains are left
 * out, as rounding could make them look improving for ever.
 *
 * With `centre` the lattice is centred first where that is exact (see `centring.ts`): other bounds,
 * which leave fewer edges on some tasks and more on others.
 *
 * Ties: the smallest label of the domains, from the last position backwards. Cost: 2(T−1)·L edges at
 * least. In the worst case the domains grow to all labels, one pair at a time, which would be many
 * times dense; so after `cap` per cent of the dense edges, dense Viterbi takes over (of k best paths:
 * unless the best is found by then, and at three times as many; k lists are dearer than one).
 * Preparation: O(L²).
 *
 * Source: Belanger et al., Learning to speed up MAP decoding with column generation, equations
 * (8)–(12), Algorithms 1 and 2. We differ in that messages and pairs are recomputed only where
 * something has changed since, in `cap`, and in k > 1, of which the paper says that the method cannot
 * do it.
 */
const columnGeneration: Decoder<ColumnGenerationOptions> = {
  name: "column-generation",
  title: "Column generation",
  source: "Belanger et al., Algorithms 1 and 2",
  exact: true,
  maxK: Infinity,
  options: {
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
      meaning:
        "start with the label of the best emission, with the best few, or with a beam's path",
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
    centre: CENTRE,
  },
  prepare(model: Model, options: ColumnGenerationOptions): Decode {
    if (options.centre) {
      return centred(
        model,
        (other) => columnGeneration.prepare(other, { ...options, centre: false }),
      );
    }
    const { labelCount } = model;
    const finite = finiteScores(model);
    const messages = new RestrictedMessages(labelCount);
    const reducedCosts = new ReducedCosts(
      labelCount,
      options.search === "pruned",
      options.add === "all",
    );
    const initialize = initialDomains(model, options);
    const dense = viterbi.prepare(model, {});
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
      if (k > 1 && length === 1) return certified(dense(lattice, k, work));
      const scores = k === 1 ? finite(lattice) : finiteForMany(lattice);
      const start = work.edgeEvaluations;
      const denseEdges = (length - 1) * labelCount * labelCount;
      let limit = start + cap * denseEdges;
      if (isOpen.length < length) isOpen = new Uint8Array(length);
      messages.reset(scores);
      initialize(lattice, scores, messages, work);
      isOpen.fill(1, 0, length);
      while (converge(scores, limit, work)) {
        if (k === 1) return certified({ paths: rescored(model, lattice, [messages.follow()]) });
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

function initialDomains(model: Model, { init, width }: ColumnGenerationOptions): Initialize {
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
  const search = beam.prepare(model, { width });
  return (lattice, scores, messages, work) => {
    const beamWork = newWork();
    const [path] = search(lattice, 1, beamWork).paths;
    work.nodeExpansions += beamWork.nodeExpansions;
    work.edgeEvaluations += beamWork.edgeEvaluations;
    if (path === undefined) best(lattice, scores, messages, work);
    else path.labels.forEach((label, t) => messages.add(t, label));
  };
}
