/**
 * The model of a tagger from what its owner has.
 *
 * @module
 */

import { largestMagnitude, type Model } from "../lattice.ts";
import { checkKeys } from "../chain/known_keys.ts";
import { isScore, scoreRefusal } from "../chain/score_check.ts";
import { checkList, isNumbers, labelAt, type Matrix, type Numbers, rowsIn } from "./numbers.ts";
import { type Bound, rounded, type ScoreRule, scoreRule, UNBOUNDED } from "./score_rule.ts";

/** What a tagger has learnt of its L labels. Scores are added, and higher is better. */
export interface TaggerModel {
  /** L×L: the score of going from the label of the row to that of the column. */
  readonly transitions: Matrix;
  /** Scores of the first label of a sentence; L of them. */
  readonly start?: Numbers;
  /** Scores of the last label; L of them. */
  readonly end?: Numbers;
  /** Names of the labels. */
  readonly labels?: readonly string[];
  /**
   * How large scores can be. With it scores are rounded while they are copied, by 1e-6 at most, or
   * by half of its `unit`, so that every sum is exact: decoding is faster, and exact decoders agree
   * to the last bit. What exceeds it is refused. Without it nothing is rounded.
   */
  readonly bound?: Bound;
}

/** A model that is checked. */
export interface CheckedModel {
  /** What decoders are prepared for. */
  readonly model: Model;
  /** The model before it was rounded, which probabilities are of. */
  readonly unrounded: Model;
  /** Scores of the first label. */
  readonly start: Float64Array | undefined;
  /** Scores of the last label. */
  readonly end: Float64Array | undefined;
  /** Names of the labels. */
  readonly labels: readonly string[] | undefined;
  /** What becomes of emissions. */
  readonly rule: ScoreRule;
}

/**
 * Checks a model and rounds its transitions.
 *
 * @throws RangeError naming the tensor and the label for shapes that do not match, NaN and +∞
 * @throws TypeError naming them for what is no number, or no array, and for an option that there is
 * not
 */
export function checkModel(given: TaggerModel): CheckedModel {
  checkKeys(given, ["transitions", "start", "end", "labels", "bound"], "a tagger's model");
  const { transitions, start, end, labels, bound } = given;
  if (bound !== undefined) checkKeys(bound, ["emission", "length", "unit"], "a bound");
  const labelCount = countLabels(transitions);
  if (labels !== undefined) checkList(labels, "labels");
  if (labels !== undefined && labels.length !== labelCount) {
    throw new RangeError(
      `Cannot name ${labelCount} labels, as transitions has them, with ${labels.length} names`,
    );
  }
  const matrix = new Float64Array(labelCount * labelCount);
  // Not `forEach`, which passes over holes.
  for (const [previous, row] of rowsIn(transitions, labelCount).entries()) {
    const where = `transitions from ${labelAt(previous, labels)}`;
    matrix.set(checkRow(row, where, labelCount, labels), previous * labelCount);
  }
  const checked = (row: Numbers | undefined, name: string) =>
    row === undefined ? undefined : checkRow(row, name, labelCount, labels);
  const [first, last] = [checked(start, "start"), checked(end, "end")];
  const magnitude = (scores: Float64Array | undefined) =>
    scores === undefined ? 0 : largestMagnitude(scores);
  const rule = bound === undefined ? UNBOUNDED : scoreRule(bound, {
    transition: largestMagnitude(matrix),
    ends: magnitude(first) + magnitude(last),
  });
  const unrounded = { labelCount, transitions: matrix };
  return {
    model: bound === undefined ? unrounded : {
      labelCount,
      transitions: matrix.map((score) => rounded(score, rule.scale)),
      exactSums: true,
      float32Exact: rule.float32Exact,
    },
    unrounded,
    start: first,
    end: last,
    labels,
    rule,
  };
}

function countLabels(transitions: Matrix): number {
  checkList(transitions, "transitions");
  const labelCount = isNumbers(transitions) ? Math.sqrt(transitions.length) : transitions.length;
  if (Number.isInteger(labelCount) && labelCount >= 1) return labelCount;
  throw new RangeError(`Cannot use transitions: ${transitions.length} scores are no square matrix`);
}

function checkRow(
  row: Numbers,
  name: string,
  labelCount: number,
  labels: readonly string[] | undefined,
): Float64Array {
  checkList(row, name);
  if (row.length !== labelCount) {
    throw new RangeError(
      `Cannot use ${name}: ${row.length} scores, not one for each of ${labelCount} labels`,
    );
  }
  const scores = new Float64Array(labelCount);
  for (let y = 0; y < labelCount; y++) {
    const score = row[y]!;
    if (!isScore(score, UNBOUNDED.limit)) {
      throw scoreRefusal(`${name}, ${labelAt(y, labels)}`, score);
    }
    scores[y] = score;
  }
  return scores;
}
