/**
 * Wrong: its message to the tagger holds the slot's own leaf, which is then counted twice.
 *
 * @module
 */

import type { Parsed, ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import beliefPropagation from "../../../decoders/parsing/belief_propagation.ts";
import { resolveOptions } from "../../../decoders/chain/resolve_options.ts";

/** Belief propagation whose beliefs have the slots' own scores twice: wrong on purpose. */
const decoder: ParsingDecoder = {
  ...beliefPropagation,
  name: "own-leaf-in-outside",
  title: "Outside message with its own leaf",
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
export default decoder;
