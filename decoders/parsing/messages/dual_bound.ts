/**
 * The bound that multipliers prove.
 *
 * @module
 */

import { newWork } from "../../contract.ts";
import { bestDerivation } from "../forest/best_derivation.ts";
import { compileGrammar } from "../forest/grammar.ts";
import { isNoForest, openForest, Workspace } from "../forest/open_forest.ts";
import type { ParsingModel, ParsingSentence } from "../model.ts";
import { TagChain } from "./tag_chain.ts";

/** L(u) of a sentence in one step of its search space; −∞ if it has no parse there. */
export type DualBound = (sentence: ParsingSentence, step: number, proof: Float64Array) => number;

/**
 * Prepares a function that computes L(u) from a decoder's multipliers; see `dualAscent`. Whoever
 * found them, L(u) is an upper bound on J of all derivations. So this checks a claim without
 * trusting its maker.
 *
 * Sums are exact if the multipliers are multiples of 2^−20. Cost: a chart and a visit an edge.
 *
 * @throws RangeError for multipliers that are not finite, or not one for each slot
 */
export function dualBounds(model: ParsingModel): DualBound {
  const workspace = new Workspace(compileGrammar(model));
  return (sentence, step, proof) => {
    const { space, slots: { tags } } = sentence;
    if (proof.length !== tags.length || !proof.every(Number.isFinite)) {
      throw new RangeError(`Cannot check multipliers of ${tags.length} slots: ${proof}`);
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
