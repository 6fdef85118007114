/**
 * Small random grammars with sentences, for comparison with the enumerator.
 *
 * @module
 */

import { Random } from "../../../datasets/random.ts";
import {
  type BoundaryRole,
  LENGTH_BUCKETS,
  NO_CANDIDATE,
  type ParsingModel,
  type ParsingSentence,
  type SearchSpace,
  UNARY,
} from "../../../decoders/parsing/model.ts";

/** A grammar and a sentence. */
export interface ParsingInstance {
  readonly model: ParsingModel;
  readonly sentence: ParsingSentence;
}

/** What a random instance is like. */
export interface ParsingSize {
  /** Words at most. Default 6. */
  readonly length?: number;
  /** Tags a word at most. Default 4. */
  readonly tags?: number;
  /** 1 for small integers with many ties, or 2^−10. Default: either. */
  readonly unit?: number;
  /** What transitions are multiplied by, a whole number; 0 for none. Default 1. */
  readonly coupling?: number;
  /** The search space. Default: a random one, mostly of two steps. */
  readonly space?: SearchSpace;
}

const ROLES: readonly BoundaryRole[] = ["start", "split", "end"];
/** Units of scores: of a grid on which nothing ties, and of one on which much does. */
const FINE = 2 ** -10;
/** The largest level of a candidate. Levels are multiples of a tenth of it, as beams are. */
const WIDE = 100;

/**
 * A random instance: the same for the same seed and size. Every second grammar has few rules, so
 * that many sentences have no parse; unary rules may make symbols that tags and binary rules make,
 * too.
 */
export function parsingInstance(seed: number, size: ParsingSize = {}): ParsingInstance {
  const random = new Random(seed, 7);
  const unit = size.unit ?? (random.integer(2) === 0 ? 1 : FINE);
  const score = () =>
    unit === 1 ? random.integer(5) - 2 : Math.round(2 * random.gaussian() / unit) * unit;
  const model = randomGrammar(random, unit, score, size.coupling ?? 1);
  return { model, sentence: randomSentence(random, model, score, size) };
}

/** All numbers of an instance, as text: what decoders may read and must not change. */
export function numbersOf({ model, sentence: { slots, levels, gold } }: ParsingInstance): string {
  return JSON.stringify([model, slots, levels, gold]);
}

function randomGrammar(
  random: Random,
  unit: number,
  score: () => number,
  coupling: number,
): ParsingModel {
  const tagCount = 2 + random.integer(4);
  const plain = 1 + random.integer(3);
  const symbolCount = plain + random.integer(3);
  // Symbols from `plain` on are parents of unary rules. Now and then something else makes them.
  const madeBySomething = () => random.integer(random.integer(5) === 0 ? symbolCount : plain);
  const share = random.integer(2) === 0 ? 0.3 : 0.5;
  const rules: [number, number, number][] = [];
  for (let left = 0; left < symbolCount; left++) {
    for (let right = 0; right < symbolCount; right++) {
      while (random.uniform() < share) rules.push([left, right, madeBySomething()]);
    }
  }
  for (let parent = plain; parent < symbolCount; parent++) {
    for (let child = 0; child < plain; child++) {
      if (random.uniform() < share) rules.push([child, UNARY, parent]);
    }
  }
  random.shuffle(rules);
  const scores = (count: number, make = score) => Float64Array.from({ length: count }, make);
  const roots = scores(symbolCount, () => random.integer(2) === 0 ? -Infinity : score());
  roots[random.integer(symbolCount)] = score();
  return {
    tagCount,
    symbolCount,
    unit,
    tagSymbols: Int32Array.from({ length: tagCount }, madeBySomething),
    left: Int32Array.from(rules, ([left]) => left),
    right: Int32Array.from(rules, ([, right]) => right),
    parent: Int32Array.from(rules, ([, , parent]) => parent),
    ruleScores: scores(rules.length),
    lengthScores: scores(rules.length * LENGTH_BUCKETS),
    childLengthScores: scores(rules.length * LENGTH_BUCKETS ** 2),
    rootScores: roots,
    transitions: scores(tagCount ** 2, () => coupling * score()),
    symbolCategories: Int32Array.from({ length: symbolCount }, (_, symbol) => symbol % plain),
  };
}

function randomSentence(
  random: Random,
  model: ParsingModel,
  score: () => number,
  { length: longest = 6, tags: most = 4, space }: ParsingSize,
): ParsingSentence {
  const length = 1 + random.integer(longest);
  const choices = Array.from({ length }, () => {
    const tags = random.shuffle(Array.from({ length: model.tagCount }, (_, tag) => tag));
    return tags.slice(0, 1 + random.integer(Math.min(most, model.tagCount))).sort((a, b) => a - b);
  });
  const offsets = new Int32Array(length + 1);
  choices.forEach((tags, word) => offsets[word + 1] = offsets[word]! + tags.length);
  const scores = () => Float64Array.from({ length: offsets[length]! }, score);
  const boundaries = new Map(
    ROLES.flatMap((role) =>
      Array.from({ length: length + 1 }, (_, boundary): [string, Float64Array] => [
        `${role} ${boundary}`,
        model.ruleScores.map(() => random.integer(2) === 0 ? 0 : score()),
      ])
    ),
  );
  return {
    length,
    slots: {
      offsets,
      tags: Int32Array.from(choices.flat()),
      emissions: scores(),
      leafScores: scores(),
    },
    levels: { 20: randomLevels(random, choices, true), 150: randomLevels(random, choices, false) },
    space: space ?? randomSpace(random),
    addBoundaryScores(role, boundary, into) {
      boundaries.get(`${role} ${boundary}`)!.forEach((value, rule) => into[rule]! += value);
    },
    gold: { tags: Int32Array.from(choices, (tags) => tags[random.integer(tags.length)]!) },
  };
}

/** Levels of which each word has a 0. */
function randomLevels(random: Random, choices: readonly number[][], mayMiss: boolean): Uint8Array {
  return Uint8Array.from(choices.flatMap((tags) => {
    const best = random.integer(tags.length);
    const level = () => mayMiss && random.integer(4) === 0 ? NO_CANDIDATE : randomLevel(random);
    return tags.map((_, index) => index === best ? 0 : level());
  }));
}

function randomLevel(random: Random): number {
  return WIDE / 10 * random.integer(11);
}

/** From a narrow beam to a wide one, or back. */
function randomSpace(random: Random): SearchSpace {
  const narrow = { level: randomLevel(random), cutoff: 20 } as const;
  const wide = { level: WIDE, cutoff: 150 } as const;
  if (random.integer(8) === 0) return { order: "gold", steps: [], limit: 1e6 };
  const tight = 5 + random.integer(60);
  return random.integer(2) === 0
    ? { order: "ast", steps: [narrow, wide], limit: random.integer(6) === 0 ? tight : 1e6 }
    : { order: "reverse", steps: [wide, narrow], limit: tight };
}
