/**
 * Hidden Markov models.
 *
 * @module
 */

import type { Random } from "../random.ts";
import { cumulate, type Family, zipfPrior } from "./family.ts";

/** Standard deviation of the log-preferences of one label for the next. */
const PREFERENCE = 1;
/** Labels besides the true one that could have emitted a word. */
const AMBIGUITY = 4;

/** Log-probabilities of a hidden Markov model and words sampled from it. */
const hmm: Family = {
  name: "hmm",
  stresses: "A hidden Markov tagger in log-probabilities: labels follow Zipf's law, transitions " +
    "mix that prior with log-normal preferences, and words are peaked, likely under the label " +
    "that emitted them and a few frequent others and unlikely under the rest. It is the case that " +
    "the papers have in mind: most labels are out of the question at most positions, and the " +
    "largest transition is far above the typical one.",
  dial: { default: 12, meaning: "nats between a word's likely labels and the others" },
  transitions(labelCount: number, _dial: number, random: Random): Float64Array {
    const transitions = new Float64Array(labelCount * labelCount);
    for (let x = 0; x < labelCount; x++) {
      const row = transitions.subarray(x * labelCount, (x + 1) * labelCount);
      let total = 0;
      for (let y = 0; y < labelCount; y++) {
        row[y] = Math.exp(PREFERENCE * random.gaussian()) / (y + 1);
        total += row[y]!;
      }
      for (let y = 0; y < labelCount; y++) row[y] = Math.log(row[y]! / total);
    }
    return transitions;
  },
  emitter(labelCount: number, dial: number, transitions: Float64Array) {
    const prior = zipfPrior(labelCount);
    const next = new Map<number, Float64Array>();
    let label = 0;
    return (row, position, random) => {
      if (position > 0 && !next.has(label)) {
        const start = label * labelCount;
        next.set(label, cumulate(labelCount, (y) => Math.exp(transitions[start + y]!)));
      }
      label = random.choose(position === 0 ? prior : next.get(label)!);
      for (let y = 0; y < labelCount; y++) row[y] = -dial + random.gaussian();
      for (let i = 0; i < AMBIGUITY; i++) row[random.choose(prior)] = -2 * random.uniform() ** 2;
      row[label] = -random.uniform();
    };
  },
};
export default hmm;
