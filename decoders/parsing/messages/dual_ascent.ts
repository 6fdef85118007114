/**
 * Subgradient ascent on the dual of parser and tagger, and the bound that multipliers prove.
 *
 * @module
 */

import { newWork, type Work } from "../../contract.ts";
import { bestDerivation, parserScore, type Traced } from "../forest/best_derivation.ts";
import type { Forest } from "../forest/forest.ts";
import {
  type Derivation,
  largestMultiplier,
  MULTIPLIER_UNIT,
  oddMultiplier,
  type ParsingModel,
  type ParsingSentence,
} from "../model.ts";
import { Bundle } from "./bundle.ts";
import { TagChain } from "./tag_chain.ts";
import type { Parsed } from "../contract.ts";
import { compileGrammar } from "../forest/grammar.ts";
import { isNoForest, openForest, Workspace } from "../forest/open_forest.ts";

/** Limits of an ascent. */
export interface AscentOptions {
  /** Iterations, each an evaluation of the dual, at most. */
  readonly iterations: number;
  /** The first step, a₀. */
  readonly step: number;
  /** How long the steps are; `rises` without. */
  readonly steps?: StepRule;
}

/** Steps that shorten with each rise of L, by what L is above the best answer, or by a bundle. */
export type StepRule = "rises" | "polyak" | "bundle";

/** A derivation with both scores. */
export interface Primal {
  readonly derivation: Traced;
  /** The joint objective J. */
  readonly objective: number;
  /** The parser's score f. */
  readonly parser: number;
}

/** The state of an ascent. */
export interface Ascent {
  readonly iteration: number;
  /** The smallest bound L so far. */
  readonly bound: number;
  /** The multipliers of that L. */
  readonly proof: Float64Array;
  /** The multipliers of the last evaluation. */
  readonly multipliers: Float64Array;
  /** The derivation with the best J among those seen; the first of several. */
  readonly best: Primal;
  /** The one with the best f. */
  readonly byParser: Primal;
  /** The derivation of the last iteration. */
  readonly last: Primal;
  /** L of the last iteration, and its best slots by the tagger. */
  readonly value: number;
  readonly tagSlots: Int32Array;
  /** Whether `best` is proven to be the best there is. */
  readonly isProven: boolean;
}

/**
 * Minimises L(u) = max_y ( f(y) − Σ u(slots of y) ) + max_z ( g(z) + Σ u(slots of z) ).
 *
 * For every u, L(u) is at least J of any derivation y, for z may be the tags of y, and u cancels.
 * All J are multiples of the model's unit, and L(u) is an exact sum. So L(u) − J(y) < unit proves
 * that y is the best, without a tolerance. If y and z agree, L(u) = J(y).
 *
 * Where they disagree, the slots of y get a larger multiplier and those of z a smaller one, by
 * a_k = a₀ / (1 + how often L has risen), rounded to 2^−20. The ascent ends with the proof, or when
 * its evaluations are used up. The first evaluation is u = 0, whose y is the parser's own best. No
 * multiplier leaves ±`largestMultiplier`, whatever a₀ is, for beyond sums would be rounded.
 *
 * With `steps=polyak` a step is (L(u) − J) / ‖g‖² instead, with the best J so far in place of the
 * optimum, and ‖g‖² two for each word where y and z disagree: it is as long as the gap is wide, and
 * needs no a₀. With `steps=bundle` a step takes all earlier answers into account, see `Bundle`; its
 * t begins as Polyak's step. All that is said of bounds holds for any u, however it was found.
 *
 * Cost: a visit of each edge and of each bigram an evaluation.
 *
 * Source: Rush et al. 2010, Section 3; Auli and Lopez 2011, Section 4.2, equations (9) to (11). The
 * second maximum of (11) is over g; the paper's stopping rule is agreement alone. Polyak 1969,
 * "Minimization of unsmooth functionals", for the other steps, which are no part of the paper.
 *
 * @param visit is called after every evaluation
 */
export function dualAscent(
  { unit }: ParsingModel,
  forest: Forest,
  chain: TagChain,
  { iterations, step, steps = "rises" }: AscentOptions,
  work: Work,
  visit: (ascent: Ascent) => void = () => {},
): Ascent {
  const { leafScores, emissions } = forest.slots;
  const multipliers = new Float64Array(leafScores.length);
  const leaves = new Float64Array(leafScores.length);
  const scores = new Float64Array(leafScores.length);
  const best = new Float64Array(forest.symbols.length);
  const bundle = new Bundle();
  const most = largestMultiplier(unit, forest.length);
  // The nearest number that a multiplier may be.
  const multiplier = (value: number): number =>
    Math.round(Math.min(most, Math.max(-most, value)) / MULTIPLIER_UNIT) * MULTIPLIER_UNIT;
  let ascent: Ascent | undefined;
  let [previous, rises] = [Infinity, 0];
  for (let iteration = 1;; iteration++) {
    work.iterations++;
    for (let slot = 0; slot < leaves.length; slot++) {
      leaves[slot] = leafScores[slot]! - multipliers[slot]!;
      scores[slot] = emissions[slot]! + multipliers[slot]!;
    }
    const tree = bestDerivation(forest, leaves, work, best);
    const tags = chain.best(scores, work);
    const value = tree.score + tags.score;
    if (value > previous) rises++;
    previous = value;
    const state = next(ascent, iteration, value, multipliers, primalOf(forest, chain, tree), unit);
    ascent = { ...state, value, tagSlots: tags.slots };
    visit(ascent);
    if (ascent.isProven || iteration >= iterations) return ascent;
    if (steps === "bundle") {
      const { last, proof, best: { objective } } = ascent;
      const { slots } = tags;
      bundle.add(
        { slots: tree.slots, score: last.parser },
        { slots, score: chain.score(emissions, slots) },
      );
      const step = (ascent.bound - objective) / (2 * disagreements(tree.slots, slots));
      bundle.next(proof, step, objective).forEach((value, slot) => {
        multipliers[slot] = multiplier(value);
      });
      continue;
    }
    const length = steps === "rises"
      ? step / (1 + rises)
      : (value - ascent.best.objective) / (2 * disagreements(tree.slots, tags.slots));
    const change = Math.max(1, Math.round(length / MULTIPLIER_UNIT)) * MULTIPLIER_UNIT;
    for (let word = 0; word < forest.length; word++) {
      if (tree.slots[word] === tags.slots[word]) continue;
      const [wanted, found] = [tree.slots[word]!, tags.slots[word]!];
      multipliers[wanted] = multiplier(multipliers[wanted]! + change);
      multipliers[found] = multiplier(multipliers[found]! - change);
    }
  }
}

/** Words where a derivation and the tagger have other slots; some, for else L(u) were proven. */
function disagreements(tree: Int32Array, tags: Int32Array): number {
  return tree.reduce((count, slot, word) => count + Number(slot !== tags[word]), 0);
}

/** Scores a derivation of a forest: f, and J = f + g. */
export function primalOf(forest: Forest, chain: TagChain, derivation: Traced): Primal {
  const parser = parserScore(forest, derivation);
  const objective = parser + chain.score(forest.slots.emissions, derivation.slots);
  return { derivation, parser, objective };
}

function next(
  before: Ascent | undefined,
  iteration: number,
  value: number,
  multipliers: Float64Array,
  last: Primal,
  unit: number,
): Omit<Ascent, "value" | "tagSlots"> {
  const isLower = before === undefined || value < before.bound;
  const best = before === undefined || last.objective > before.best.objective ? last : before.best;
  const isParser = before === undefined || last.parser > before.byParser.parser;
  const bound = isLower ? value : before.bound;
  return {
    iteration,
    bound,
    proof: isLower ? multipliers.slice() : before.proof,
    multipliers,
    best,
    byParser: isParser ? last : before.byParser,
    last,
    isProven: bound - best.objective < unit,
  };
}

/** Numbers of a forest's slots as numbers of all slots of its sentence, 0 for the others. */
export function ofAllSlots(
  { slots: { ids } }: Forest,
  values: Float64Array,
  slotCount: number,
): Float64Array {
  const all = new Float64Array(slotCount);
  ids.forEach((id, slot) => all[id] = values[slot]!);
  return all;
}

/** The answer with a derivation of a forest, J scored anew. */
export function answer(
  forest: Forest,
  chain: TagChain,
  derivation: Traced,
  rest: Pick<
    Parsed,
    "converged" | "bound" | "proof" | "beliefs" | "partitionBound" | "productEdges"
  >,
): Parsed & { readonly derivation: Derivation } {
  const { objective } = primalOf(forest, chain, derivation);
  const { tags, steps } = derivation;
  return { derivation: { tags, steps }, objective, beam: forest.beam, ...rest };
}

/** L(u) of a sentence in one step of its search space; −∞ if it has no parse there. */
export type DualBound = (sentence: ParsingSentence, step: number, proof: Float64Array) => number;

/**
 * Prepares a function that computes L(u) from a decoder's multipliers; see `dualAscent`. Whoever
 * found them, L(u) is an upper bound on J of all derivations. So this checks a claim without
 * trusting its maker.
 *
 * Sums are exact: the multipliers are multiples of 2^−20 up to `largestMultiplier`. Cost: a chart
 * and a visit an edge.
 *
 * @throws RangeError for other multipliers, or not one for each slot, and for a step that there is
 * not
 */
export function dualBounds(model: ParsingModel): DualBound {
  const workspace = new Workspace(compileGrammar(model));
  return (sentence, step, proof) => {
    const { space, slots: { tags } } = sentence;
    if (proof.length !== tags.length) {
      throw new RangeError(`Cannot check ${proof.length} multipliers of ${tags.length} slots`);
    }
    const odd = oddMultiplier(model.unit, sentence.length, proof);
    if (odd !== undefined) {
      throw new RangeError(`Cannot check multipliers that sums may be rounded with: ${odd}`);
    }
    if (space.order !== "gold" && space.steps[step] === undefined) {
      throw new RangeError(
        `Cannot bound a step of a search space of ${space.steps.length} steps: ${step}`,
      );
    }
    const only = space.order === "gold" ? [] : space.steps.slice(step, step + 1);
    const one: ParsingSentence = { ...sentence, space: { ...space, steps: only } };
    const work = newWork();
    const forest = openForest(one, work, workspace);
    if (isNoForest(forest)) return -Infinity;
    const { ids, leafScores, emissions } = forest.slots;
    const leaves = leafScores.map((score, slot) => score - proof[ids[slot]!]!);
    const scores = emissions.map((score, slot) => score + proof[ids[slot]!]!);
    const tree = bestDerivation(forest, leaves, work).score;
    return tree + new TagChain(model, forest.slots).best(scores, work).score;
  };
}
