/**
 * Parsers that are wrong on purpose: each differs in one thing from one of two that are right, a
 * plain parser that lists all derivations, and dual decomposition in a few lines.
 *
 * @module
 */

import { resolveOptions } from "../../decoders/chain/options.ts";
import beliefPropagation from "../../decoders/parsing/belief_propagation.ts";
import type { Parsed, ParsingDecoder } from "../../decoders/parsing/contract.ts";
import { bestDerivation } from "../../decoders/parsing/forest/best_derivation.ts";
import { compileGrammar } from "../../decoders/parsing/forest/grammar.ts";
import {
  isNoForest,
  notParsed,
  openForest,
  Workspace,
} from "../../decoders/parsing/forest/open_forest.ts";
import { answer, ofAllSlots, primalOf } from "../../decoders/parsing/messages/dual_ascent.ts";
import { TagChain } from "../../decoders/parsing/messages/tag_chain.ts";
import { type ParsingModel, type ParsingSentence, UNARY } from "../../decoders/parsing/model.ts";
import type { Enumerated } from "../../harness/conformance/parsing/enumerate.ts";
import { expectedOf } from "../../harness/conformance/parsing/expected.ts";

const ROUNDS = 10;
/** A power of 2, so that sums are exact. */
const STEP = 0.5;

const DESCRIPTION = {
  title: "Of the tests",
  source: "none: of the tests",
  problem: "parsing",
  maxK: 1,
  options: {},
} as const;

/** What a wrong parser looks at, and what it says of what it finds. */
export interface Flaw {
  /** The model that it parses with. */
  readonly model?: (model: ParsingModel) => ParsingModel;
  /** The sentence that it parses. */
  readonly sentence?: (sentence: ParsingSentence) => ParsingSentence;
  /** What it takes for the score of a derivation. */
  readonly score?: (derivation: Enumerated, sentence: ParsingSentence) => number;
  /** What else it claims of its best derivation. */
  readonly claim?: (objective: number) => Partial<Parsed>;
}

/** The control, whose flaw is none; it lists all derivations. */
export function plain(name: string, flaw: Flaw = {}): ParsingDecoder {
  return {
    name,
    ...DESCRIPTION,
    exact: true,
    prepare: (model) => (sentence, work): Parsed => {
      const score = flaw.score ?? (({ objective }: Enumerated) => objective);
      const seen = flaw.sentence?.(sentence) ?? sentence;
      const expected = expectedOf(flaw.model?.(model) ?? model, seen);
      if (expected === undefined) throw new RangeError("Cannot list so many derivations");
      work.iterations++;
      const { beam, derivations, failure } = expected;
      const end = { converged: true, beam };
      if (failure !== undefined) return { failure, objective: -Infinity, ...end };
      const best = derivations.reduce((best, one) =>
        score(one, sentence) > score(best, sentence) ? one : best
      );
      const { tags, steps, objective } = best;
      const claim = { bound: objective, ...flaw.claim?.(objective) };
      return { derivation: { tags, steps }, objective, ...claim, ...end };
    },
  };
}

/** What may be wrong. */
export interface AscentFlaw {
  /** What the parser's leaves are moved by for a multiplier of 1; −1 is right. */
  readonly leafSign?: number;
  /** Whether an answer is taken for proven; by default, if it reaches the bound. */
  readonly isProven?: (objective: number, previous: number, bound: number) => boolean;
}

/** The control, whose flaw is none. */
export function ascent(name: string, flaw: AscentFlaw = {}): ParsingDecoder {
  const { leafSign = -1, isProven = (objective, _, bound) => objective >= bound } = flaw;
  return {
    name,
    ...DESCRIPTION,
    exact: false,
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

/** Its message to the tagger holds the slot's own leaf, which is then counted twice. */
const ownLeafInOutside: ParsingDecoder = {
  ...beliefPropagation,
  name: "own-leaf-in-outside",
  options: {},
  prepare(model) {
    const parse = beliefPropagation.prepare(model, resolveOptions(beliefPropagation));
    return (sentence, work): Parsed => {
      const parsed = parse(sentence, work);
      const { beliefs } = parsed;
      if (beliefs === undefined) return parsed;
      const { offsets, emissions, leafScores } = sentence.slots;
      const weights = beliefs.map((belief, slot) =>
        belief * Math.exp(emissions[slot]! + leafScores[slot]!)
      );
      for (let word = 0; word < sentence.length; word++) {
        const row = weights.subarray(offsets[word], offsets[word + 1]);
        const sum = row.reduce((sum, weight) => sum + weight, 0);
        row.forEach((weight, slot) => row[slot] = weight / sum);
      }
      return { ...parsed, beliefs: weights };
    };
  },
};

/** A wrong parser, a case of the conformance suite that it must fail, and one that it passes. */
export interface WrongParser {
  readonly decoder: ParsingDecoder;
  /** Words of the case's name. */
  readonly fails: string;
  readonly passes: string;
}

const WITH_J = "with their J";
const ONE_TAG = "beliefs are exact with one tag";

/** It counts what no table holds. */
const noCounts: ParsingDecoder = {
  ...plain("no-counts"),
  prepare(model) {
    const parse = plain("plain").prepare(model, {});
    return (sentence, work): Parsed => {
      work.iterations = NaN;
      return parse(sentence, work);
    };
  },
};

/** All of them. */
export const WRONG_PARSERS: readonly WrongParser[] = [
  {
    // It counts the emissions in the parser as well as in the tagger.
    decoder: plain("emission-counted-twice", {
      score: ({ objective, slots }, { slots: { emissions } }) =>
        slots.reduce((sum, slot) => sum + emissions[slot]!, objective),
    }),
    fails: "claims are true",
    passes: WITH_J,
  },
  {
    // Its chart has no layer of unary rules: a rule with a symbol that nothing makes is never used.
    decoder: plain("no-unary-rules", {
      model: (model) => ({
        ...model,
        symbolCount: model.symbolCount + 1,
        rootScores: Float64Array.of(...model.rootScores, -Infinity),
        right: model.right.map((symbol) => symbol === UNARY ? model.symbolCount : symbol),
      }),
    }),
    fails: "search space",
    passes: ONE_TAG,
  },
  {
    // Its beam permits levels below that of the beam, not those at it, and forgets tags that are
    // just within, right ones among them.
    decoder: plain("beam-without-its-edge", {
      sentence: (sentence) => ({
        ...sentence,
        space: {
          ...sentence.space,
          steps: sentence.space.steps.map(({ level, cutoff }) => ({ level: level - 1, cutoff })),
        },
      }),
    }),
    fails: "search space",
    passes: ONE_TAG,
  },
  {
    // It reads transitions as from the next tag to the one before.
    decoder: plain("transitions-backwards", {
      model: (model) => ({
        ...model,
        transitions: model.transitions.map((_, index) => {
          const [row, column] = [Math.floor(index / model.tagCount), index % model.tagCount];
          return model.transitions[column * model.tagCount + row]!;
        }),
      }),
    }),
    fails: WITH_J,
    passes: "nothing coupled",
  },
  {
    // It adds the multipliers to the parser's leaves as to the tagger's emissions, so that they do
    // not cancel.
    decoder: ascent("wrong-sign", { leafSign: 1 }),
    fails: "claims are true",
    passes: WITH_J,
  },
  {
    // It takes an answer for proven when two rounds have the same J.
    decoder: ascent("certificate-on-equal-scores", {
      isProven: (objective, previous, bound) => objective >= bound || objective === previous,
    }),
    fails: "much coupled",
    passes: WITH_J,
  },
  {
    // It takes the best J for a bound on what all derivations weigh.
    decoder: plain("partition-of-one", { claim: (objective) => ({ partitionBound: objective }) }),
    fails: "bounds on ln Z",
    passes: "claims are true",
  },
  {
    // It uses the sentence's own scores as its scratch, so that they fit whatever it answers.
    decoder: plain("changes-its-sentence", {
      sentence: (sentence) => {
        sentence.slots.leafScores.fill(0);
        return sentence;
      },
    }),
    fails: "the sentence alone",
    passes: WITH_J,
  },
  { decoder: noCounts, fails: "the sentence alone", passes: WITH_J },
  { decoder: ownLeafInOutside, fails: "beliefs are exact with nothing coupled", passes: WITH_J },
];
