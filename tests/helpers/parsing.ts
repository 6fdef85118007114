/** Random grammars with all their derivations, for tests of forests and messages. */

import { resolveOptions } from "../../decoders/chain/options.ts";
import { type Declared, type GivenOptions, newWork } from "../../decoders/contract.ts";
import type { Parsed, ParsingDecoder } from "../../decoders/parsing/contract.ts";
import type { Forest } from "../../decoders/parsing/forest/forest.ts";
import { compileGrammar } from "../../decoders/parsing/forest/grammar.ts";
import { isNoForest, openForest, Workspace } from "../../decoders/parsing/forest/open_forest.ts";
import { TagChain } from "../../decoders/parsing/messages/tag_chain.ts";
import type { ParsingModel, ParsingSentence } from "../../decoders/parsing/model.ts";
import {
  type Enumerated,
  enumerateDerivations,
} from "../../harness/conformance/parsing/enumerate.ts";
import {
  type ParsingInstance,
  parsingInstance,
  type ParsingSize,
} from "../../harness/conformance/parsing/generators.ts";

/** One search space that permits everything. */
export const ALL = { order: "ast", steps: [{ level: 254, cutoff: 150 }], limit: 1e6 } as const;

/** A forest with its chain and all its derivations. */
export interface SmallForest {
  readonly seed: number;
  readonly model: ParsingModel;
  readonly sentence: ParsingSentence;
  readonly forest: Forest;
  readonly chain: TagChain;
  readonly derivations: readonly Enumerated[];
}

/** Those of so many seeds that have a parse and few enough derivations. */
export function smallForests(seeds: number, size: ParsingSize = {}): SmallForest[] {
  return Array.from({ length: seeds }, (_, seed) => seed).flatMap((seed) => {
    const { model, sentence } = parsingInstance(seed, { space: ALL, ...size });
    const workspace = new Workspace(compileGrammar(model));
    const forest = openForest(sentence, newWork(), workspace);
    const derivations = enumerateDerivations(model, sentence, 0, 1000);
    if (isNoForest(forest) || derivations === undefined) return [];
    const chain = new TagChain(model, forest.slots);
    return [{ seed, model, sentence, forest, chain, derivations }];
  });
}

/** What a parsing decoder finds of a sentence. Options that are not given have their defaults. */
export function parsedBy<D extends Declared>(
  decoder: ParsingDecoder<D>,
  { model, sentence }: ParsingInstance,
  options?: GivenOptions<D>,
): Parsed {
  return decoder.prepare(model, resolveOptions(decoder, options))(sentence, newWork());
}

/** A model of tags of symbol 0 whose rules have a left, a right and a parent; all scores are 0. */
export function modelOfRules(
  rules: readonly (readonly [left: number, right: number, parent: number])[],
  roots: readonly number[],
  tagCount = 1,
): ParsingModel {
  const [left, right, parent] = ([0, 1, 2] as const)
    .map((i) => Int32Array.from(rules, (rule) => rule[i])) as [Int32Array, Int32Array, Int32Array];
  return {
    ...{ tagCount, symbolCount: roots.length, unit: 1, tagSymbols: new Int32Array(tagCount) },
    ...{ left, right, parent, ruleScores: new Float64Array(rules.length) },
    lengthScores: new Float64Array(8 * rules.length),
    childLengthScores: new Float64Array(64 * rules.length),
    rootScores: Float64Array.from(roots),
    transitions: new Float64Array(tagCount ** 2),
  };
}

/** Words each of which may have any of so many tags; all scores are 0. */
export function wordsOfAnyTag(length: number, tagCount: number): ParsingSentence {
  const levels = new Uint8Array(length * tagCount);
  const slots = {
    offsets: Int32Array.from({ length: length + 1 }, (_, word) => word * tagCount),
    tags: Int32Array.from(levels, (_, slot) => slot % tagCount),
    emissions: new Float64Array(levels.length),
    leafScores: new Float64Array(levels.length),
  };
  return { length, slots, levels: { 20: levels, 150: levels }, space: ALL, addBoundaryScores() {} };
}

/** ln Σ e^score. */
export function logSumOf(scores: readonly number[]): number {
  const most = Math.max(...scores);
  return most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0));
}

/** ln Σ e^score of all, and of those through each of some slots: −∞ where there is none. */
export function logSumsOf<One extends { readonly slots: readonly number[] | Int32Array }>(
  all: readonly One[],
  scoreOf: (one: One) => number,
  ids: Iterable<number>,
): { readonly total: number; readonly slots: readonly number[] } {
  const sumOf = (some: readonly One[]) => logSumOf(some.map(scoreOf));
  const through = (id: number) => all.filter(({ slots }) => slots.includes(id));
  return { total: sumOf(all), slots: Array.from(ids, (id) => sumOf(through(id))) };
}
