/**
 * Tree-reweighted beliefs of parser and tagger, and the upper bound on ln Z that they lower.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import { exp } from "../../kernels/probability/exp.ts";
import type { Forest } from "../forest/forest.ts";
import { InsideOutside } from "../forest/inside_outside.ts";
import type { ParsingModel } from "../model.ts";
import type { Beliefs, LoopyOptions } from "./loopy_beliefs.ts";
import { TagChain } from "./tag_chain.ts";

/** Lengths of a step: at least and at most. */
const [SHORTEST, LONGEST] = [0.1, 4];

/** Beliefs of the parser, and what they prove. */
export interface ReweightedBeliefs
  extends Pick<Beliefs, "iteration" | "slots" | "leaves" | "sums" | "delta" | "isConverged"> {
  /** ln Z is no more than this, but for rounding. */
  readonly partitionBound: number;
}

/**
 * Minimises B(u) = ln Σ_y e^(f(y) − u(y)) + ρ ln Σ_z e^((g(z) + u(z)) / ρ) over multipliers u of
 * the slots: the parser's sum over its derivations, and the tagger's over tags at a temperature ρ.
 *
 * For every u, B(u) ≥ ln Z = ln Σ_y e^J(y): with x(z) = g(z) + u(z), J(y) = f(y) − u(y) + x(tags of
 * y), no x is above the largest one, and that is at most ρ ln Σ_z e^(x(z) / ρ). The gradient is the
 * tagger's probability of a slot less the parser's, so that both agree where B is least; these are
 * the beliefs. B is convex: there are no other minima, and messages cannot go in circles.
 *
 * In the graph of y and all tags, where y is joined to each tag and tags to their neighbours, this
 * weighs two spanning trees: y with all tags by 1 − ρ, and the chain with y at one word by ρ. Their
 * entropies are at most H(parser) + ρ H(tagger), whose dual B is. As y determines the tags, less ρ
 * is always the better bound; with ρ → 0 the tagger's part is its best score, as in dual
 * decomposition. The parser cannot have less than its whole weight: one word with one tag and N
 * derivations of score 0 has ln Z = ln N, and half of the parser's entropy would give less.
 *
 * A step is u + l·d with d = ρ / (1 + ρ)·(ln p_parser − ln p_tagger), where l = 1 minimises B over
 * one word's u. As p and ln p are in the same order, d goes down. l begins at 1 − damping and is
 * then what would have made the last step's d vanish, by least squares over the slots with their
 * probabilities as weights; it halves when B has risen, and u stays where B was least. At first u =
 * −emissions, so that the parser has all the evidence, as in `loopyBeliefs`. Ends where no two
 * probabilities of a slot differ by the tolerance.
 *
 * Beliefs are not exact where the others' are, for the tagger's entropy is counted besides the
 * parser's: the less, the smaller ρ is. The suite `ccg` counts their best parses.
 *
 * Cost: a round takes what it takes in `loopyBeliefs`.
 *
 * Source: Wainwright, Jaakkola and Willsky 2005, "A New Class of Upper Bounds on the Log Partition
 * Function", Sections 3 and 5; the spanning trees for a parser and a tagger are our own. Lengths:
 * Barzilai and Borwein 1988, "Two-Point Step Size Gradient Methods".
 *
 * @param model whose transitions are divided by ρ already
 * @param weight ρ, above 0
 * @param weights room for a number an edge
 * @param visit is called after every round
 */
export function reweightedBeliefs(
  model: Pick<ParsingModel, "transitions" | "tagCount">,
  forest: Forest,
  weight: number,
  { iterations, tolerance, damping, units }: LoopyOptions,
  work: Work,
  weights: Float64Array,
  visit?: (beliefs: ReweightedBeliefs) => void,
): ReweightedBeliefs {
  const { slots: { emissions, leafScores }, slotItems } = forest;
  const chain = new TagChain(model, forest.slots);
  const sums = new InsideOutside(forest, weights, units);
  const byTagger = new Float64Array(emissions.length);
  const byParser = new Float64Array(emissions.length);
  // What no derivation uses, the tagger need not count either.
  let multipliers = emissions.map((score, slot) => slotItems[slot] === 0 ? -Infinity : -score);
  let best: Place & { state: ReweightedBeliefs } | undefined;
  let length = 1 - damping;
  for (let iteration = 1;; iteration++) {
    work.iterations++;
    const scores = emissions.map((score, slot) => (score + multipliers[slot]!) / weight);
    const leaves = leafScores.map((score, slot) => score - multipliers[slot]!);
    const tagSum = chain.forwardBackward(scores, byTagger, work);
    work.edgeEvaluations += sums.run(leaves) * forest.left.length;
    const partitionBound = sums.logPartition + weight * tagSum;
    if (best === undefined || partitionBound <= best.state.partitionBound) {
      sums.outsideOfSlots(byParser);
      const slots = new Float64Array(emissions.length);
      const direction = new Float64Array(emissions.length);
      let delta = 0;
      for (let slot = 0; slot < slots.length; slot++) {
        if (slotItems[slot] === 0) continue;
        const parser = byParser[slot]! + leaves[slot]! - sums.logPartition;
        const tagger = byTagger[slot]! + scores[slot]! - tagSum;
        direction[slot] = weight / (1 + weight) * (parser - tagger);
        slots[slot] = exp(parser);
        delta = Math.max(delta, Math.abs(slots[slot]! - exp(tagger)));
      }
      const isConverged = delta < tolerance;
      const state = { iteration, slots, leaves, sums, delta, isConverged, partitionBound };
      if (best !== undefined) length = lengthOf(best, { multipliers, direction }, slots) ?? length;
      best = { multipliers, direction, state };
    } else {
      length /= 2;
    }
    const state = { ...best.state, iteration };
    const isEnd = state.isConverged || iteration >= iterations;
    // Whoever looks at the beliefs asks their sums, not those of a step that was too long.
    if (state.leaves !== leaves && (isEnd || visit !== undefined)) {
      work.edgeEvaluations += sums.run(state.leaves) * forest.left.length;
    }
    visit?.(state);
    if (isEnd) return state;
    const { multipliers: from, direction } = best;
    multipliers = from.map((value, slot) => value + length * direction[slot]!);
  }
}

/** Multipliers, and where to go from them. */
interface Place {
  readonly multipliers: Float64Array;
  readonly direction: Float64Array;
}

/** The length of a step after the one from a place to another; undefined where d grew by it. */
function lengthOf(from: Place, to: Place, weights: Float64Array): number | undefined {
  let [product, square] = [0, 0];
  for (let slot = 0; slot < weights.length; slot++) {
    const weight = weights[slot]!;
    // What no derivation uses is nowhere.
    if (weight === 0) continue;
    const change = from.direction[slot]! - to.direction[slot]!;
    product += weight * change * (to.multipliers[slot]! - from.multipliers[slot]!);
    square += weight * change ** 2;
  }
  return product > 0 ? Math.min(LONGEST, Math.max(SHORTEST, product / square)) : undefined;
}
