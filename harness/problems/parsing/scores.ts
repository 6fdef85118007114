/**
 * The scores of a sentence to parse as one array: what the tagger says of each slot, and then what
 * the parser says of its leaf.
 *
 * @module
 */

import type { ParsingSentence } from "../../../decoders/parsing/model.ts";

/** The scores. */
export function scoresOf({ slots: { emissions, leafScores } }: ParsingSentence): Float64Array {
  const numbers = new Float64Array(emissions.length + leafScores.length);
  numbers.set(emissions);
  numbers.set(leafScores, emissions.length);
  return numbers;
}

/** The sentence with other scores, which stay where they are. */
export function rescored(sentence: ParsingSentence, numbers: Float64Array): ParsingSentence {
  const { slots } = sentence;
  const count = slots.tags.length;
  return {
    ...sentence,
    slots: {
      ...slots,
      emissions: numbers.subarray(0, count),
      leafScores: numbers.subarray(count, 2 * count),
    },
  };
}
