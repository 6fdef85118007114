/**
 * What scores may be, and what is said of others.
 *
 * @module
 */

import type { Emissions, Model } from "../lattice.ts";
import { LARGEST_SUM } from "./grid.ts";

/** Scores from here down are likely to stand for −∞. */
const MASKED = -1e4;

/** Whether a score is −∞ or a number of no larger magnitude than the limit. NaN is not. */
export function isScore(score: unknown, limit: number): score is number {
  return typeof score === "number" && (Math.abs(score) <= limit || score === -Infinity);
}

/**
 * The index of the first that is no score, or so large that sums overflow; −1 if all are.
 *
 * A finite sum of squares has no term that is NaN, infinite or the square of 2^512 or more, and is
 * found several times as fast as each score is compared. Otherwise each is.
 */
export function findNoScore(scores: Emissions): number {
  if (sumOfSquares(scores) < Infinity) return -1;
  const { length } = scores;
  for (let at = 0; at < length; at++) {
    const score = scores[at]!;
    if (!(score <= LARGEST_SUM && score >= -LARGEST_SUM) && score !== -Infinity) return at;
  }
  return -1;
}

/** In four parts, which do not wait for each other. A power and destructuring would be calls. */
function sumOfSquares(scores: Emissions): number {
  const { length } = scores;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    const p = scores[at]!;
    const q = scores[at + 1]!;
    const r = scores[at + 2]!;
    const s = scores[at + 3]!;
    a += p * p;
    b += q * q;
    c += r * r;
    d += s * s;
  }
  for (; at < length; at++) a += scores[at]! * scores[at]!;
  return a + b + c + d;
}

/** The error for what is no score. @param what what it is, and where it stands */
export function scoreRefusal(what: string, score: unknown, limit: number = LARGEST_SUM): Error {
  const sentence = `Cannot use ${what}, as a score: ${shown(score)}`;
  if (typeof score !== "number") {
    const advice = score === null ? " (JSON writes −Infinity as null)" : "";
    return new TypeError(sentence + advice);
  }
  if (!Number.isFinite(score)) return new RangeError(sentence);
  // As masks and tutorials have it: -1e4, -1e9, -3.4e38.
  const advice = score <= MASKED ? "; write -Infinity for what is forbidden" : "";
  return new RangeError(`${sentence} (the bound is ${limit}${advice})`);
}

/** A value in a message, whatever it is. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.prototype.toString.call(value);
}

/**
 * Checks the transitions of a model.
 *
 * @throws TypeError if they are no Float64Array
 * @throws RangeError if they are not L×L, for NaN, +∞, and where sums would overflow
 */
export function checkTransitions({ labelCount, transitions }: Model): void {
  if (!(Number.isInteger(labelCount) && labelCount >= 1)) {
    throw new RangeError(`Cannot use a model of this number of labels: ${shown(labelCount)}`);
  }
  if (!(transitions instanceof Float64Array)) {
    throw new TypeError(`Cannot use transitions, no Float64Array: ${shown(transitions)}`);
  }
  if (transitions.length !== labelCount ** 2) {
    throw new RangeError(
      `Cannot use so many transitions between ${labelCount} labels: ${transitions.length}`,
    );
  }
  const at = findNoScore(transitions);
  if (at >= 0) throw transitionRefusal(labelCount, at, transitions[at]);
}

/** The error for what is no transition. */
export function transitionRefusal(labelCount: number, at: number, score: unknown): Error {
  const [previous, label] = [Math.floor(at / labelCount), at % labelCount];
  return scoreRefusal(`transitions from label ${previous}, label ${label}`, score);
}
