/**
 * Weak transitions.
 *
 * @module
 */

import type { Random } from "../random.ts";
import { type Family, gaussianScores, zipfPrior } from "./family.ts";

/** How far the label that a position favours stands above the others, in standard deviations. */
const MARGIN = 5;

/** Normal scores in which one frequent label a position stands out and transitions are small. */
const weak: Family = {
  name: "weak",
  stresses:
    "Emissions decide and transitions hardly matter, as CarpeDiem assumes: at each position one " +
    "label, frequent ones more often, stands clear of the others, and the best path nearly always " +
    "takes it. A decoder that looks at emissions first should open a handful of nodes; one that " +
    "does not pays the full square of the labels for nothing.",
  dial: {
    default: 0.1,
    meaning: "standard deviation of the transitions over that of the emissions",
  },
  transitions(labelCount: number, dial: number, random: Random): Float64Array {
    return gaussianScores(labelCount * labelCount, dial, random);
  },
  emitter(labelCount: number) {
    const prior = zipfPrior(labelCount);
    return (row, _position, random) => {
      for (let y = 0; y < labelCount; y++) row[y] = random.gaussian();
      row[random.choose(prior)] = MARGIN + random.gaussian();
    };
  },
};
export default weak;
