/**
 * Loopy belief propagation between parser and tagger, and its estimate of ln Z.
 *
 * @module
 */

import { newWork, type Work } from "../../contract.ts";
import type { Forest } from "../forest/forest.ts";
import type { UnitWeights } from "../forest/unit_weights.ts";
import { InsideOutside } from "../forest/inside_outside.ts";
import { exp } from "../../kernels/probability/exp.ts";
import { logSum, type TagChain } from "./tag_chain.ts";

/** Limits of belief propagation. */
export interface LoopyOptions {
  /** Rounds of messages at most. */
  readonly iterations: number;
  /** Ends when no belief changes by this much. */
  readonly tolerance: number;
  /** How much of its last value a message to the tagger keeps, from 0 to below 1. */
  readonly damping: number;
  /** Of which all edges score multiples. */
  readonly units?: UnitWeights | undefined;
}

/** Where belief propagation is. */
export interface Beliefs {
  readonly iteration: number;
  /** p(slot) as far as is known. */
  readonly slots: Float64Array;
  /** F + B + e, what the parser saw at each slot, up to a constant a word. */
  readonly leaves: Float64Array;
  /** F + B, the message from the tagger, up to a constant a word. */
  readonly fromTagger: Float64Array;
  /** o, the message to the tagger, up to a constant a word. */
  readonly toTagger: Float64Array;
  /** The parser's sums with `leaves`. */
  readonly sums: InsideOutside;
  /** The largest change of a belief. */
  readonly delta: number;
  readonly isConverged: boolean;
}

/** The evidence that both share: each slot's emission and leaf score. */
export function sharedScores({ slots: { emissions, leafScores } }: Forest): Float64Array {
  return emissions.map((score, slot) => score + leafScores[slot]!);
}

/**
 * Passes messages between the chain of tags and the forest until the beliefs settle.
 *
 * With e = emission + leaf score, which both share, and o = 0 at first, a round is
 * 1. forward–backward of the chain with o + e at each slot gives F + B;
 * 2. inside–outside of the forest with F + B + e gives o, the outside sum of each slot without what
 *    is the slot's own;
 * 3. the belief of a slot is its share of e^(F + B + e + o) among the slots of its word.
 *
 * Both sweeps are exact. The beliefs are, too, if the two parts share one ambiguous word at most,
 * or if all transitions are equal: then F + B is a constant, and the first round has the answer.
 * Otherwise they are approximate, and may not settle.
 *
 * Cost: a round takes two visits of each bigram and two of each edge; three of each edge in the
 * first round, and in all rounds where scores have no unit (see `InsideOutside`).
 *
 * Source: Auli and Lopez 2011, Section 4.1, equations (3) to (8).
 *
 * @param weights room for a number an edge
 * @param visit is called after every round
 */
export function loopyBeliefs(
  forest: Forest,
  chain: TagChain,
  { iterations, tolerance, damping, units }: LoopyOptions,
  work: Work,
  weights: Float64Array,
  visit: (beliefs: Beliefs) => void = () => {},
): Beliefs {
  const shared = sharedScores(forest);
  const { offsets } = forest.slots;
  const size = shared.length;
  const toTagger = new Float64Array(size);
  const outside = new Float64Array(size);
  const [fromTagger, leaves, scores] = [0, 0, 0].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const sums = new InsideOutside(forest, weights, units);
  let slots = new Float64Array(size);
  for (let iteration = 1;; iteration++) {
    work.iterations++;
    for (let slot = 0; slot < size; slot++) scores[slot] = shared[slot]! + toTagger[slot]!;
    chain.forwardBackward(scores, fromTagger, work);
    for (let slot = 0; slot < size; slot++) leaves[slot] = fromTagger[slot]! + shared[slot]!;
    normalise(leaves, offsets);
    work.edgeEvaluations += sums.run(leaves) * forest.left.length;
    sums.outsideOfSlots(outside);
    normalise(outside, offsets);
    for (let slot = 0; slot < size; slot++) {
      toTagger[slot] = iteration === 1 || outside[slot] === -Infinity
        ? outside[slot]!
        : damping * toTagger[slot]! + (1 - damping) * outside[slot]!;
    }
    const now = leaves.map((leaf, slot) => leaf + outside[slot]!);
    normalise(now, offsets);
    const beliefs = now.map(exp);
    const delta = iteration === 1 ? 1 : largestChange(slots, beliefs);
    slots = beliefs;
    const isConverged = delta < tolerance;
    const state = {
      ...{ iteration, slots, leaves, fromTagger, toTagger: outside, sums, delta, isConverged },
    };
    visit(state);
    if (isConverged || iteration >= iterations) return state;
  }
}

/** Makes the weights of each word's slots add up to 1. */
function normalise(logs: Float64Array, offsets: Int32Array): void {
  for (let word = 0; word + 1 < offsets.length; word++) {
    const row = logs.subarray(offsets[word], offsets[word + 1]);
    const sum = logSum(row, row.length);
    for (let i = 0; i < row.length; i++) row[i]! -= sum;
  }
}

function largestChange(before: Float64Array, after: Float64Array): number {
  let most = 0;
  for (let slot = 0; slot < after.length; slot++) {
    most = Math.max(most, Math.abs(after[slot]! - before[slot]!));
  }
  return most;
}

/**
 * ln Z as belief propagation estimates it, the negative Bethe free energy:
 * ln Z_tree(a + e) + ln Z_chain(o + e) − Σ_words ln Σ_slots e^(a + e + o), with a = F + B the
 * message from the tagger and o that to it.
 *
 * Exact where the beliefs are: then a + e + o is a word's marginal up to a constant, which the last
 * term takes out once for the two parts that hold it. Constants a word in a or o cancel, so that
 * normalised messages do. Cost: two visits of each bigram.
 *
 * Source: Yedidia, Freeman and Weiss 2001; Auli and Lopez 2011, Section 5.4.
 */
export function betheLogPartition(forest: Forest, chain: TagChain, beliefs: Beliefs): number {
  const { offsets } = forest.slots;
  const { leaves, toTagger } = beliefs;
  const shared = sharedScores(forest);
  const work = newWork();
  const scores = shared.map((score, slot) => score + toTagger[slot]!);
  // The parser's sums were taken with these leaves.
  let value = beliefs.sums.logPartition +
    chain.forwardBackward(scores, new Float64Array(scores.length), work);
  for (let word = 0; word + 1 < offsets.length; word++) {
    const row = leaves.map((leaf, slot) => leaf + toTagger[slot]!)
      .subarray(offsets[word], offsets[word + 1]);
    value -= logSum(row, row.length);
  }
  return value;
}
