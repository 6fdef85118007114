/**
 * The score of a derivation, from its definition.
 *
 * @module
 */

import {
  type BoundaryRole,
  type Derivation,
  LENGTH_BUCKETS,
  lengthBucket,
  type ParsingModel,
  type ParsingSentence,
  UNARY,
} from "../model.ts";
import { permittedSlots } from "./forest.ts";

/** What a derivation scores. */
export interface DerivationScore {
  /** The joint objective J = f + g. */
  readonly objective: number;
  /** f: leaves, rules and the root. */
  readonly parser: number;
  /** g: emissions and transitions. */
  readonly tagger: number;
}

/** A part of the tree that has no parent yet. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly symbol: number;
}

/**
 * Checks a derivation and scores it: J(y) = f(y) + g(tags of y).
 *
 * It reads the steps as they stand and needs no chart, so that it can judge any decoder. The tags
 * must be among those that the step of the search space permits. The steps must build one tree over
 * all words, by rules of the grammar, with a root that may be one.
 *
 * Cost: O(slots + n·R), for the scores at the boundaries of the sentence are fetched as whole rows.
 *
 * @param step the step of the search space that the derivation was found with
 * @throws RangeError for what is not a derivation of the sentence, with the reason
 *
 * @example
 * ```ts
 * import { scoreDerivation } from "./score_derivation.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = {
 *   tagCount: 1, symbolCount: 1, unit: 1, tagSymbols: Int32Array.of(0),
 *   left: Int32Array.of(0), right: Int32Array.of(0), parent: Int32Array.of(0),
 *   ruleScores: Float64Array.of(5), lengthScores: new Float64Array(8),
 *   childLengthScores: new Float64Array(64), rootScores: Float64Array.of(1),
 *   transitions: Float64Array.of(100),
 * };
 * const sentence = {
 *   length: 2,
 *   slots: {
 *     offsets: Int32Array.of(0, 1, 2), tags: Int32Array.of(0, 0),
 *     emissions: Float64Array.of(1000, 2000), leafScores: Float64Array.of(10, 20),
 *   },
 *   levels: { 20: new Uint8Array(2), 150: new Uint8Array(2) },
 *   space: { order: "ast", steps: [{ level: 0, cutoff: 20 }], limit: 9 },
 *   addBoundaryScores() {},
 * } as const;
 * const derivation = { tags: Int32Array.of(0, 0), steps: Int32Array.of(0, 1, 2, 0) };
 * const score = scoreDerivation(model, sentence, derivation, 0);
 * assertEquals(score, { objective: 3136, parser: 36, tagger: 3100 });
 * ```
 */
export function scoreDerivation(
  model: ParsingModel,
  sentence: ParsingSentence,
  derivation: Derivation,
  step: number,
): DerivationScore {
  const { tags, steps } = derivation;
  const { length } = sentence;
  if (tags.length !== length) refuse(`it has ${tags.length} tags for ${length} words`);
  if (steps.length % 4 !== 0) refuse(`its steps are ${steps.length} numbers, not four each`);
  const { leaves, tagger } = scoreTags(model, sentence, tags, step);
  const { root, rules } = scoreTree(model, sentence, derivation);
  const rootScore = model.rootScores[root]!;
  if (rootScore === -Infinity) refuse(`symbol ${root} is no root`);
  const parser = leaves + rules + rootScore;
  return { objective: parser + tagger, parser, tagger };
}

function scoreTags(
  { transitions, tagCount }: ParsingModel,
  sentence: ParsingSentence,
  tags: Int32Array,
  step: number,
): { leaves: number; tagger: number } {
  const permitted = permittedSlots(sentence, step);
  let leaves = 0;
  let tagger = 0;
  tags.forEach((tag, position) => {
    const [from, to] = [permitted.offsets[position]!, permitted.offsets[position + 1]!];
    const index = permitted.tags.subarray(from, to).indexOf(tag);
    if (index < 0) refuse(`tag ${tag} is not permitted at word ${position}`);
    leaves += permitted.leafScores[from + index]!;
    tagger += permitted.emissions[from + index]!;
    if (position > 0) tagger += transitions[tags[position - 1]! * tagCount + tag]!;
  });
  return { leaves, tagger };
}

/** Puts the tree together from the left. What is not joined yet lies on a stack. */
function scoreTree(
  model: ParsingModel,
  sentence: ParsingSentence,
  { tags, steps }: Derivation,
): { root: number; rules: number } {
  const { length } = sentence;
  const scoreOf = ruleScorer(model, sentence);
  const stack: Part[] = [];
  const shiftTo = (end: number) => {
    for (let word = stack.at(-1)?.end ?? 0; word < end; word++) {
      stack.push({ start: word, end: word + 1, symbol: model.tagSymbols[tags[word]!]! });
    }
  };
  const take = (start: number, end: number, symbol: number, step: string) => {
    const part = stack.pop();
    if (part?.start !== start || part.end !== end || part.symbol !== symbol) {
      refuse(`step ${step} needs symbol ${symbol} over ${start} to ${end}`);
    }
  };
  let rules = 0;
  for (let index = 0; index < steps.length; index += 4) {
    const [start, split, end, rule] = steps.subarray(index, index + 4);
    const shown = steps.subarray(index, index + 4).join();
    const parent = model.parent[rule!];
    if (parent === undefined) refuse(`step ${shown} uses a rule that there is not`);
    if (!(start! >= 0 && end! <= length)) refuse(`step ${shown} is not within ${length} words`);
    shiftTo(end!);
    const [left, right] = [model.left[rule!]!, model.right[rule!]!];
    if ((right === UNARY) !== (split === -1)) refuse(`step ${shown} has a wrong split`);
    if (right !== UNARY) take(split!, end!, right, shown);
    take(start!, right === UNARY ? end! : split!, left, shown);
    stack.push({ start: start!, end: end!, symbol: parent! });
    rules += scoreOf(start!, split!, end!, rule!);
  }
  shiftTo(length);
  if (stack.length !== 1) refuse(`its steps leave ${stack.length} parts`);
  return { root: stack[0]!.symbol, rules };
}

function refuse(reason: string): never {
  throw new RangeError(`Cannot score a derivation: ${reason}`);
}

/** The score of a rule over words `start` to `end`; `split` is −1 if it is unary. */
export type RuleScorer = (start: number, split: number, end: number, rule: number) => number;

/**
 * Prepares a function that scores uses of rules in a sentence, by the definition in `ParsingModel`.
 *
 * It is meant for judging: the chart has a faster one, and the two are compared in the tests.
 *
 * Cost: O(R) the first time that a boundary is met in a role, then O(1).
 */
export function ruleScorer(model: ParsingModel, sentence: ParsingSentence): RuleScorer {
  const { ruleScores, lengthScores, childLengthScores, left } = model;
  const rows = new Map<string, Float64Array>();
  const at = (role: BoundaryRole, boundary: number): Float64Array => {
    const key = `${role} ${boundary}`;
    let row = rows.get(key);
    if (row === undefined) {
      row = new Float64Array(left.length);
      sentence.addBoundaryScores(role, boundary, row);
      rows.set(key, row);
    }
    return row;
  };
  return (start, split, end, rule) => {
    const score = ruleScores[rule]! +
      lengthScores[rule * LENGTH_BUCKETS + lengthBucket(end - start)]! +
      at("start", start)[rule]! + at("end", end)[rule]!;
    if (split === -1) return score;
    const pair = lengthBucket(split - start) * LENGTH_BUCKETS + lengthBucket(end - split);
    return score + at("split", split)[rule]! +
      childLengthScores[rule * LENGTH_BUCKETS ** 2 + pair]!;
  };
}
