/**
 * Transitions with a default and sparse exceptions, like those of a perceptron.
 *
 * @module
 */

import type { Random } from "../random.ts";
import type { Family } from "./family.ts";

/** Scores are multiples of this, like rounded perceptron weights. */
const UNIT = 1 / 64;
/** Labels that a position's emissions favour. */
const CANDIDATES = 5;

/** Transitions 0 but for a few exceptions a row; emissions that favour a few labels. */
const sparse: Family = {
  name: "sparse",
  stresses:
    "What perceptrons leave behind: a label bigram that was never updated stays at exactly " +
    "0, and only some tens of each row's transitions are not. Nearly all paths tie on their " +
    "transitions, so bounds by row or column maxima are tight but for the exceptions, and ties at " +
    "the top are common: strict and non-strict pruning differ here.",
  dial: { default: 40, meaning: "exceptions in each row (at most three quarters of the labels)" },
  transitions(labelCount: number, dial: number, random: Random): Float64Array {
    const transitions = new Float64Array(labelCount * labelCount);
    const exceptions = Math.min(dial, Math.floor(0.75 * labelCount));
    for (let x = 0; x < labelCount; x++) {
      for (let i = 0; i < exceptions; i++) {
        // The square prefers frequent labels.
        const y = Math.floor(labelCount * random.uniform() ** 2);
        transitions[x * labelCount + y] = toUnit(1 + 2 * random.gaussian());
      }
    }
    return transitions;
  },
  emitter(labelCount: number) {
    return (row, _position, random) => {
      for (let y = 0; y < labelCount; y++) row[y] = toUnit(-6 + 1.5 * random.gaussian());
      for (let i = 0; i < CANDIDATES; i++) {
        const y = Math.floor(labelCount * random.uniform() ** 2);
        row[y] = toUnit(4 + 3 * random.gaussian());
      }
    };
  },
};
export default sparse;

function toUnit(score: number): number {
  return Math.round(score / UNIT) * UNIT;
}
