/**
 * Families of random lattices: what a family is, and five that forbid no pair of labels.
 *
 * A new family is one new file here: its default export is a `Family`, or a list of them.
 *
 * @module
 */

import type { Random } from "../random.ts";

/** A family of lattices. */
export interface Family {
  /** `synthetic-<name>-<L>` names a dataset of the family. */
  readonly name: string;
  /** What the lattices stress in a decoder, in a paragraph. */
  readonly stresses: string;
  /** The one number that makes a family harder or easier. */
  readonly dial: { readonly default: number; readonly meaning: string };
  /** Makes the transitions, L×L. */
  transitions(labelCount: number, dial: number, random: Random): Float64Array;
  /** Makes a function that writes the L emissions of one position after another. */
  emitter(
    labelCount: number,
    dial: number,
    transitions: Float64Array,
    random: Random,
  ): (row: Float64Array, position: number, random: Random) => void;
  /** What `voicing=true` makes of it, if it can: two labels of each, voiced ones first. */
  readonly voicing?: {
    /** 2×2, added to the transitions. */
    readonly transitions: Float64Array;
    /** As that of the family, but it writes 2L emissions. */
    readonly emitter: Family["emitter"];
  };
}

/** Running sums of weights, for `Random.choose`. */
export function cumulate(size: number, weight: (index: number) => number): Float64Array {
  let total = 0;
  return new Float64Array(size).map((_, index) => total += weight(index));
}

/** Running sums of Zipf's law over the labels: the r-th most frequent has a weight of 1/r. */
export function zipfPrior(labelCount: number): Float64Array {
  return cumulate(labelCount, (y) => 1 / (y + 1));
}

/**
 * A family of independent normal scores: emissions of variance 1, transitions of standard
 * deviation `strength` unless the dial says otherwise.
 */
export function gaussianFamily(name: string, strength: number, stresses: string): Family {
  return {
    name,
    stresses,
    dial: {
      default: strength,
      meaning: "standard deviation of the transitions over that of the emissions",
    },
    transitions(labelCount: number, dial: number, random: Random): Float64Array {
      return new Float64Array(labelCount * labelCount).map(() => dial * random.gaussian());
    },
    emitter() {
      return (row, _position, random) => {
        for (let y = 0; y < row.length; y++) row[y] = random.gaussian();
      };
    },
  };
}

/** Standard deviation of the log-preferences of one label for the next. */
const PREFERENCE = 1;
/** Labels besides the true one that could have emitted a word. */
const AMBIGUITY = 4;

/** Log-probabilities of a hidden Markov model and words sampled from it. */
export const hmm: Family = {
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

/** Scores are multiples of this, like rounded perceptron weights. */
const UNIT = 1 / 64;
/** Labels that a position's emissions favour. */
const CANDIDATES = 5;

/** Transitions 0 but for a few exceptions a row; emissions that favour a few labels. */
export const sparse: Family = {
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

/** The score, rounded to a multiple of 1/64: sums of such scores are exact. */
export function toUnit(score: number): number {
  return Math.round(score / UNIT) * UNIT;
}

/** Normal scores with transitions five times as wide as the emissions. */
export const strong: Family = gaussianFamily(
  "strong",
  5,
  "Transitions decide. The maximum over transitions is far above what the best path can use at " +
    "every step, so bounds that add it up position by position are loose and decoders that trust " +
    "emissions open most of the lattice. This is where exact decoders lose to dense Viterbi.",
);

/** Normal scores, emissions and transitions alike. */
export const structureless: Family = gaussianFamily(
  "structureless",
  1,
  "Nothing to exploit: no frequent labels, no peaked emissions, no default transition. No bound " +
    "helps much, so this family shows what a decoder's bookkeeping costs when it saves nothing.",
);

/** How far the label that a position favours stands above the others, in standard deviations. */
const MARGIN = 5;

/** Normal scores in which one frequent label a position stands out and transitions are small. */
export const weak: Family = {
  ...gaussianFamily(
    "weak",
    0.1,
    "Emissions decide and transitions hardly matter, as CarpeDiem assumes: at each position one " +
      "label, frequent ones more often, stands clear of the others, and the best path nearly " +
      "always takes it. A decoder that looks at emissions first should open a handful of nodes; one " +
      "that does not pays the full square of the labels for nothing.",
  ),
  emitter(labelCount: number) {
    const prior = zipfPrior(labelCount);
    return (row, _position, random) => {
      for (let y = 0; y < labelCount; y++) row[y] = random.gaussian();
      row[random.choose(prior)] = MARGIN + random.gaussian();
    };
  },
};

const families: readonly Family[] = [hmm, sparse, strong, structureless, weak];
export default families;
