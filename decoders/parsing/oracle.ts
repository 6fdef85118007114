/**
 * The oracle: the best and the worst F that a search space holds.
 *
 * @module
 */

import type { Parsed, ParsingDecoder } from "./contract.ts";
import { bestDerivation } from "./forest/best_derivation.ts";
import type { Forest } from "./forest/forest.ts";
import { compileGrammar } from "./forest/grammar.ts";
import { categoriesOf, countMatches, goldParts } from "./forest/matches.ts";
import { isNoForest, notParsed, openForest, Workspace } from "./forest/open_forest.ts";
import { answer } from "./messages/dual_ascent.ts";
import { TagChain } from "./messages/tag_chain.ts";
import type { GoldParse, ParsingModel } from "./model.ts";

/** Options of the oracle. */
export const OPTIONS = {
  goal: {
    default: "best",
    choices: ["best", "worst"],
    meaning: "the largest F that a derivation has, or the least",
  },
} as const;

/**
 * The derivation with the best or the worst F over tags and labelled spans, 2m / (p + g) with m
 * parts right, p parts predicted and g parts of the right analysis; see `countMatches`. It looks at
 * the right analysis, so it is no decoder to compare with: it says what a search space allows.
 *
 * Dinkelbach's method: with a / b the F of a known derivation, another one is better if and only if
 * 2m·b − (p + g)·a > 0. The largest such value is a best derivation whose parts weigh whole
 * numbers, 2b − a or −a each, so that nothing is rounded. It is repeated until that value is 0. F
 * rises each time and has finitely many values; a few sweeps do. The worst F is found likewise.
 *
 * The objective is J of the derivation, for the record. Cost: the chart, and a visit an edge a
 * sweep, which is an iteration.
 *
 * Source: Dinkelbach 1967; Huang 2008; Auli and Lopez 2011, Section 3.
 *
 * @throws RangeError for a sentence without a right analysis, and a model without categories
 */
const oracle: ParsingDecoder<typeof OPTIONS> = {
  name: "oracle",
  title: "Oracle",
  source: "Dinkelbach 1967; Huang 2008; Auli and Lopez 2011, Section 3",
  problem: "parsing",
  exact: false,
  maxK: 1,
  options: OPTIONS,
  prepare(model, { goal }) {
    const workspace = new Workspace(compileGrammar(model));
    const sign = goal === "best" ? 1 : -1;
    return (sentence, work, trace) => {
      const { gold } = sentence;
      if (gold === undefined) {
        throw new RangeError(`Cannot find the ${goal} F: the sentence has no right analysis`);
      }
      const opened = openForest(sentence, work, workspace);
      if (isNoForest(opened)) return notParsed(opened);
      const chain = new TagChain(model, opened.slots);
      const forest = { ...opened, rootScores: new Float64Array(opened.roots.length) };
      const right = rightParts(model, forest, gold);
      const scores = workspace.numbers(forest.left.length);
      const leaves = new Float64Array(forest.slotItems.length);
      // To begin with, F is taken to be out of reach: 0 for the best, more than 1 for the worst.
      let [numerator, denominator] = goal === "best" ? [0, 1] : [3, 2];
      let last: Parsed | undefined;
      for (let iteration = 1;; iteration++) {
        work.iterations++;
        right.weigh(sign * 2 * denominator, -sign * numerator, leaves, scores);
        const weighed = { ...forest, scores: scores.subarray(0, forest.left.length) };
        const found = bestDerivation(weighed, leaves, work);
        const { matched, predicted, gold: count } = countMatches(model, gold, found);
        const gain = sign * (2 * matched * denominator - (predicted + count) * numerator);
        if (last !== undefined && gain <= 0) return last;
        const better = answer(opened, chain, found, { converged: true });
        const { derivation, objective } = better;
        trace?.({ iteration, derivation, objective });
        last = better;
        [numerator, denominator] = [2 * matched, predicted + count];
      }
    };
  },
};
export default oracle;

/** Which slots and edges of a forest are right. */
function rightParts(model: ParsingModel, forest: Forest, gold: GoldParse): RightParts {
  const { starts, ends, symbols, edgeOffsets, left, right, slots, length } = forest;
  const categories = categoriesOf(model);
  const { isRightTag, isRightSpan } = goldParts(gold);
  const rightSlots = new Uint8Array(slots.tags.length);
  for (let word = 0; word < length; word++) {
    for (let slot = slots.offsets[word]!; slot < slots.offsets[word + 1]!; slot++) {
      rightSlots[slot] = Number(isRightTag(word, slots.tags[slot]!));
    }
  }
  // 2: right; 1: wrong; 0: not counted, over one word.
  const edges = new Uint8Array(left.length);
  for (let item = 1; item < symbols.length; item++) {
    const [start, end] = [starts[item]!, ends[item]!];
    if (end - start < 2) continue;
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      const below = right[edge] === 0 ? categories[symbols[left[edge]!]!] : undefined;
      edges[edge] = isRightSpan(start, end, categories[symbols[item]!]!, below) ? 2 : 1;
    }
  }
  return {
    weigh(ifRight, each, leaves, scores) {
      rightSlots.forEach((isRight, slot) => leaves[slot] = each + isRight * ifRight);
      const weights = [0, each, each + ifRight];
      edges.forEach((kind, edge) => scores[edge] = weights[kind]!);
    },
  };
}

interface RightParts {
  /** Weighs parts: `each` for every part and `ifRight` more for those that are right. */
  weigh(ifRight: number, each: number, leaves: Float64Array, scores: Float64Array): void;
}
