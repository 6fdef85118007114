/**
 * What a model says of the sentences of a task, and what is right.
 *
 * @module
 */

import auto from "../../decoders/auto.ts";
import { prepared } from "../../decoders/chain/prepared.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import posterior from "../../decoders/posterior.ts";
import { entropy } from "../../decoders/probability/entropy.ts";
import { exp } from "../../decoders/probability/exp.ts";
import { log } from "../../decoders/probability/log.ts";
import { marginals } from "../../decoders/probability/marginals.ts";
import { labelMargins, maxMarginals } from "../../decoders/probability/max_marginals.ts";
import { pathProbabilities } from "../../decoders/probability/path_probabilities.ts";
import type { SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { heatedLattice, heatedModel } from "./_temperature.ts";

/** Numbers of best paths whose mass is added up. */
export const BEST_PATHS = [1, 2, 5, 10, 100];

/** An entropy that may be off by more is computed again; figures have fewer digits than that. */
const TOO_MUCH = 1e-6;

/** A sentence as one model sees it. */
export interface SeenSentence {
  /** Whether each label of the best path is right; labels that training never saw never are. */
  readonly isRight: readonly boolean[];
  /** The same of the path by posterior decoding. */
  readonly isRightByPosterior: readonly boolean[];
  /** Of each label of the best path: its marginal, … */
  readonly marginals: Float64Array;
  /** … how far the path is ahead of the best one with another label there, … */
  readonly margins: Float64Array;
  /** … and minus the entropy of the marginals of its position, in nats. */
  readonly certainties: Float64Array;
  /** Entropy of all paths, in nats a token. */
  readonly entropy: number;
  /** Σ p of the k best paths, for each of `BEST_PATHS`. */
  readonly masses: readonly number[];
  /** Which of the paths is right, from 0; Infinity if none of the best ones is. */
  readonly goldRank: number;
}

/**
 * Prepares to look at sentences of a sample at a temperature: all scores are divided by it. The
 * best path, its margins and what is right of it do not depend on that.
 *
 * Cost: block skipping for 100 paths and twice for margins, and six sums over paths.
 */
export function sentencesOf(
  { model, lattices, gold }: SequenceSample,
  temperature: number,
): (sentence: number) => SeenSentence {
  const heated = temperature === 1 ? model : heatedModel(model, temperature);
  const decode = prepared(auto, model);
  const decodePosterior = prepared(posterior, heated);
  const margins = maxMarginals(model);
  const paths = pathProbabilities(heated);
  const [nodesOf, entropyOf] = [marginals(heated), pathEntropy(heated)];
  return (sentence) => {
    const own = lattices[sentence]!;
    const lattice = temperature === 1 ? own : heatedLattice(own, temperature);
    const right = gold![sentence]!;
    const { labels } = decode(own).paths[0]!;
    const { nodes } = nodesOf(lattice)!;
    const rights = (found: Int32Array) => Array.from(found, (label, t) => label === right[t]);
    const best = paths(lattice, BEST_PATHS.at(-1)!).paths;
    const masses = BEST_PATHS.map((k) =>
      best.slice(0, k).reduce((sum, { logProbability: { value } }) => sum + exp(value), 0)
    );
    const rank = best.findIndex((path) => path.labels.every((label, t) => label === right[t]));
    return {
      isRight: rights(labels),
      isRightByPosterior: rights(decodePosterior(lattice).paths[0]!.labels),
      marginals: Float64Array.from(labels, (label, t) => nodes[t * model.labelCount + label]!),
      margins: labelMargins(margins(own)!),
      certainties: certaintiesOf(nodes, model),
      entropy: entropyOf(lattice) / own.length,
      masses,
      goldRank: rank < 0 ? Infinity : rank,
    };
  };
}

/** The entropy of all paths, without the edges of score 0 where that loses little. */
function pathEntropy(model: Model): (lattice: Lattice) => number {
  const sparse = entropy(model, { arithmetic: "exceptions" });
  let careful: typeof sparse | undefined;
  return (lattice) => {
    const { value, error } = sparse(lattice)!;
    return error <= TOO_MUCH ? value : (careful ??= entropy(model))(lattice)!.value;
  };
}

/** Σ_y p·ln p of each position. */
function certaintiesOf(nodes: Float64Array, { labelCount }: Model): Float64Array {
  const found = new Float64Array(nodes.length / labelCount);
  nodes.forEach((p, i) => {
    if (p > 0) found[Math.floor(i / labelCount)]! += p * log(p);
  });
  return found;
}
