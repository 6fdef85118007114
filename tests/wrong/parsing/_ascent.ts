/**
 * Dual decomposition in a few lines, for parsers that do it wrong in one thing.
 *
 * @module
 */

import type { Parsed, ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import { bestDerivation } from "../../../decoders/parsing/forest/best_derivation.ts";
import { compileGrammar } from "../../../decoders/parsing/forest/grammar.ts";
import {
  isNoForest,
  notParsed,
  openForest,
  Workspace,
} from "../../../decoders/parsing/forest/open_forest.ts";
import { answer } from "../../../decoders/parsing/messages/answer.ts";
import { ofAllSlots, primalOf } from "../../../decoders/parsing/messages/dual_ascent.ts";
import { TagChain } from "../../../decoders/parsing/messages/tag_chain.ts";

const ROUNDS = 10;
/** A power of 2, so that sums are exact. */
const STEP = 0.5;

/** What may be wrong. */
export interface AscentFlaw {
  /** What the parser's leaves are moved by for a multiplier of 1; −1 is right. */
  readonly leafSign?: number;
  /** Whether an answer is taken for proven; by default, if it reaches the bound. */
  readonly isProven?: (objective: number, previous: number, bound: number) => boolean;
}

/** The control, whose flaw is none. */
export function ascent(name: string, title: string, flaw: AscentFlaw = {}): ParsingDecoder {
  const { leafSign = -1, isProven = (objective, _, bound) => objective >= bound } = flaw;
  return {
    name,
    title,
    source: "none: of the tests",
    problem: "parsing",
    exact: false,
    maxK: 1,
    options: {},
    prepare(model) {
      const workspace = new Workspace(compileGrammar(model));
      return (sentence, work): Parsed => {
        const forest = openForest(sentence, work, workspace);
        if (isNoForest(forest)) return notParsed(forest);
        const chain = new TagChain(model, forest.slots);
        const { leafScores, emissions } = forest.slots;
        const multipliers = new Float64Array(emissions.length);
        let previous = -Infinity;
        for (let round = 1;; round++) {
          const moved = (scores: Float64Array, sign: number) =>
            scores.map((score, slot) => score + sign * multipliers[slot]!);
          const tree = bestDerivation(forest, moved(leafScores, leafSign), work);
          const tags = chain.best(moved(emissions, 1), work);
          const { objective } = primalOf(forest, chain, tree);
          const bound = tree.score + tags.score;
          const isEnd = isProven(objective, previous, bound);
          if (isEnd || round === ROUNDS) {
            const proof = ofAllSlots(forest, multipliers, sentence.slots.tags.length);
            const claim = isEnd ? { bound: Math.min(bound, objective) } : { bound, proof };
            return answer(forest, chain, tree, { converged: isEnd, ...claim });
          }
          previous = objective;
          tree.slots.forEach((slot, word) => {
            multipliers[slot]! += STEP;
            multipliers[tags.slots[word]!]! -= STEP;
          });
        }
      };
    },
  };
}
