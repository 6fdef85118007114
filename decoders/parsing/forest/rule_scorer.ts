/**
 * What one use of a rule scores.
 *
 * @module
 */

import {
  type BoundaryRole,
  LENGTH_BUCKETS,
  lengthBucket,
  type ParsingModel,
  type ParsingSentence,
} from "../model.ts";

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
