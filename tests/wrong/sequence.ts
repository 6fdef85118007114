/**
 * Decoders that are wrong on purpose: each differs from the plain one in one thing, which the
 * conformance suite must find.
 *
 * @module
 */

import type { Decoded, Decoder } from "../../decoders/contract.ts";
import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";
import beamClaimingExactness from "./beam_claiming_exactness.ts";
import { type Faults, ownOrder } from "../decoders/own_order/wrong_twin.ts";
import { best, decoded, type Hypothesis, type Keep, labelsOf, plain, search } from "./plain.ts";
import {
  columnGeneration,
  literalExpansion,
  prunedViterbi,
  sharedForwardLinks,
  sourcesByPrefix,
  twiceReducedCost,
} from "./searches.ts";

/** A wrong decoder, a case of the conformance suite that it must fail, and one that it passes. */
export interface Wrong {
  readonly decoder: Decoder;
  readonly fails: string;
  readonly passes: string;
  /** Whether it goes wrong in long sentences alone, which do not shrink to three positions. */
  readonly isLong?: boolean;
}

const SMALL = "small lattices, exact sums";
const DECIMALS = "small lattices, decimals";
const EQUAL = "all scores equal";
const ONE_POSITION = "one position";
const ALL_ZERO = "all scores zero";
const EXACTLY_ONE = "exactly one path";
const VIEWS = "views and refilled lattices";
const AFTER_LONG = "short sentences after long ones";
const TOO_FEW = "more paths asked for than there are";
const NEAR_TIES = "long sentences, near-ties";
const VERY_LONG = "20,000 positions";

type Prepare = Decoder["prepare"];
const bestOfEach = (candidates: Hypothesis[][]) => candidates.map((of) => best(of, 1));
const right: Prepare = (model, options) => plain.prepare(model, options);

/** Score added from right to left: right wherever sums are exact. */
const backwardScore: Prepare = (model, options) => {
  const decode = right(model, options);
  return ({ length, emissions }, k, work) => ({
    paths: decode({ length, emissions }, k, work).paths.map(({ labels }) => {
      let score = 0;
      for (let t = length - 1; t >= 0; t--) {
        score += emissions[t * model.labelCount + labels[t]!]!;
        if (t > 0) score += model.transitions[labels[t - 1]! * model.labelCount + labels[t]!]!;
      }
      return { score, labels };
    }),
  });
};

/** Adds the prefix scores up in the caller's emissions. */
const changedEmissions: Prepare = (model) => (lattice, _k, work) => {
  const keep: Keep = (candidates, t) =>
    bestOfEach(candidates).map((kept, label) => {
      lattice.emissions[t * model.labelCount + label] = kept[0]?.score ?? -Infinity;
      return kept;
    });
  const last = search(model, lattice, keep, work);
  return decoded(best(last, 1), lattice.length);
};

/**
 * Takes the k-th best of the scores α + β of all nodes for a score that k paths reach, though nodes
 * may share their best path, and removes the nodes below it.
 */
const countedTwice: Prepare = (model) => (lattice, k, work) => {
  const { labelCount } = model;
  const { length } = lattice;
  const through = new Float64Array(length * labelCount).fill(-Infinity);
  // The best score through a node: that of the best path without the other nodes there.
  for (let node = 0; node < through.length; node++) {
    const position = Math.floor(node / labelCount);
    const emissions = lattice.emissions.map((score, other) =>
      Math.floor(other / labelCount) === position && other !== node ? -Infinity : score
    );
    const [path] = best(search(model, { length, emissions }, bestOfEach, work), 1);
    if (path) through[node] = path.score;
  }
  const lowerBound = through.toSorted().at(-k) ?? -Infinity;
  const isKept = (t: number) => ({ label }: Hypothesis) =>
    through[t * labelCount + label]! >= lowerBound;
  const keep: Keep = (candidates, t) =>
    candidates.map((hypotheses) => best(hypotheses, k).filter(isKept(t)));
  return decoded(best(search(model, lattice, keep, work), k), length);
};

/**
 * Decodes in float32 even where the model does not say that it may, and adds the score of the path
 * it found up in float64.
 */
const float32Sums: Prepare = (model) => (lattice, _k, work) => {
  const rounded = (one: Hypothesis) => ({ ...one, score: Math.fround(one.score) });
  const keep: Keep = (candidates) =>
    candidates.map((hypotheses) => best(hypotheses.map(rounded), 1));
  const last = search(model, lattice, keep, work);
  return {
    paths: best(last, 1).map((hypothesis) => {
      const labels = labelsOf(hypothesis, lattice.length);
      return { score: scorePath(model, lattice, labels), labels };
    }),
  };
};

/**
 * Pads the labels to an even number with forbidden ones, and does not look whether the best path is
 * forbidden: where no path exists it returns one of −∞, perhaps with a label that is none.
 */
const forbiddenPadding: Prepare = (model) => {
  const maximum = (hypotheses: Hypothesis[]) => [
    hypotheses.reduce((one, other) => other.score >= one.score ? other : one),
  ];
  const labelCount = model.labelCount + model.labelCount % 2;
  const padded = (scores: Float64Array, rows: number) => {
    const from = model.labelCount;
    const result = new Float64Array(rows * labelCount).fill(-Infinity);
    for (let row = 0; row * from < scores.length; row++) {
      result.set(scores.subarray(row * from, (row + 1) * from), row * labelCount);
    }
    return result;
  };
  const transitions = padded(model.transitions, labelCount);
  const paddedModel: Model = { ...model, labelCount, transitions };
  return ({ length, emissions }, _k, work) => {
    const lattice = { length, emissions: padded(emissions, length) };
    const last = search(paddedModel, lattice, (candidates) => candidates.map(maximum), work);
    return decoded(maximum(last), length);
  };
};

/**
 * Column generation with the bounds of Algorithm 2, but without the factor 2 of the transitions in
 * them. Right wherever no transition is positive.
 */
const lostFactorTwo: Prepare = (model) =>
  columnGeneration(model, (pairs, slack) => {
    const { labelCount, transitions, before, forward, after, backward } = pairs;
    const most = Math.max(...before.map((score, x) => score - backward[x]!));
    const isTarget = after.map((score, y) => {
      const largest = Math.max(...before.map((_, x) => transitions[x * labelCount + y]!));
      return score - forward[y]! + most + largest > -slack;
    });
    const twice = twiceReducedCost(pairs);
    return (x, y) => isTarget[y]! && twice(x, y) > -slack;
  });

/**
 * Column generation with the reduced cost (11), which knows the left side alone, and no test
 * whether a label outside the last domain ends a better path.
 */
const oneDirectional: Prepare = (model) =>
  columnGeneration(
    model,
    ({ labelCount, transitions, before, forward }, slack) => (x, y) =>
      before[x]! + transitions[x * labelCount + y]! - forward[y]! > -slack,
  );

/** Returns labels in a buffer that its next call overwrites. */
const overwrittenLabels: Prepare = (model, options) => {
  const decode = right(model, options);
  let buffer = new Int32Array(0);
  return (lattice, k, work) => ({
    paths: decode(lattice, k, work).paths.map(({ score, labels }) => {
      if (buffer.length < labels.length) buffer = new Int32Array(labels.length);
      buffer.set(labels);
      return { score, labels: buffer.subarray(0, labels.length) };
    }),
  });
};

/** Reads the path off by recursion, which is as deep as the sentence is long. */
const recursiveBacktrace: Prepare = (model) => (lattice, _k, work) => {
  const last = search(model, lattice, bestOfEach, work);
  const labels = new Int32Array(lattice.length);
  const trace = (hypothesis: Hypothesis): number => {
    const t = hypothesis.previous ? trace(hypothesis.previous) + 1 : 0;
    labels[t] = hypothesis.label;
    return t;
  };
  best(last, 1).forEach(trace);
  return { paths: best(last, 1).map(({ score }) => ({ score, labels })) };
};

/** Remembers its answers by the lattice object, which the caller may fill anew. */
const rememberedLattice: Prepare = (model, options) => {
  const decode = right(model, options);
  const answers = new WeakMap<Lattice, Decoded>();
  return (lattice, k, work) => {
    const remembered = answers.get(lattice);
    const answer = decode(lattice, k, work);
    if (!remembered) answers.set(lattice, answer);
    return remembered ?? answer;
  };
};

/** Pads its answer to k paths by repeating the last. */
const repeatedPaths: Prepare = (model, options) => {
  const decode = right(model, options);
  return (lattice, k, work) => {
    const { paths } = decode(lattice, k, work);
    while (paths.length > 0 && paths.length < k) paths.push(paths.at(-1)!);
    return { paths };
  };
};

let lastPrepared: ReturnType<Prepare>;
/** Keeps what it prepares where all models share it, so that the last prepared model wins. */
const sharedBetweenModels: Prepare = (model, options) => {
  lastPrepared = right(model, options);
  return (lattice, k, work) => lastPrepared(lattice, k, work);
};

/**
 * Sizes its buffer by the first lattice that it sees. What is written beyond the end of a typed
 * array vanishes without an error.
 */
const staleBuffer: Prepare = (model) => {
  let buffer: Float64Array | undefined;
  return ({ length, emissions }, _k, work) => {
    buffer ??= new Float64Array(emissions.length);
    for (let index = 0; index < emissions.length; index++) buffer[index] = emissions[index]!;
    return decoded(best(search(model, { length, emissions: buffer }, bestOfEach, work), 1), length);
  };
};

/** Keeps half of k hypotheses per node. The best path is always right. */
const tooFewHypotheses: Prepare = (model) => (lattice, k, work) => {
  const keep: Keep = (candidates) => candidates.map((of) => best(of, Math.ceil(k / 2)));
  return decoded(best(search(model, lattice, keep, work), k), lattice.length);
};

/**
 * Builds a table when it is first needed and counts that as the work of the sentence that happened
 * to need it, so the counts depend on the order of the sentences.
 */
const unsteadyWork: Prepare = (model, options) => {
  const decode = right(model, options);
  let isBuilt = false;
  return (lattice, k, work) => {
    if (!isBuilt) work.edgeEvaluations += model.transitions.length;
    isBuilt = true;
    return decode(lattice, k, work);
  };
};

const OPTIONS = {
  prune: { default: false, meaning: "prune" },
  order: { default: "rank", choices: ["rank", "reverse"], meaning: "order of the labels" },
} as const;

/** Two options that do not go together: right with each alone, wrong with both. */
export const wrongOption: Decoder<typeof OPTIONS> = {
  ...plain,
  name: "wrong-option",
  title: "wrong option",
  options: OPTIONS,
  prepare: (model, options) => {
    const decode = plain.prepare(model, {});
    return (lattice, k, work) => {
      const { paths } = decode(lattice, k, work);
      return { paths: options.prune && options.order === "reverse" ? paths.slice(1) : paths };
    };
  },
};

const isReached = (bound: number, lowerBound: number) => bound >= lowerBound;
/** Iterative Viterbi in each position's own order, wrong in one of the bounds or at the end. */
const inOwnOrder = (faults: Faults): Prepare => (model) => ownOrder(model, faults);
/** Prunes with <= and keeps no incumbent, so nothing is left when the greedy path is best. */
const withoutIncumbent: Prepare = (model) =>
  prunedViterbi(model, (bound, lowerBound) => bound > lowerBound, false);
/** Prunes strictly below the bound, with no tolerance for sums rounded in another order. */
const withoutTolerance: Prepare = (model) => prunedViterbi(model, isReached, false);
/** The same with an incumbent: a path that beats it in the last place is lost. */
const incumbentWithoutTolerance: Prepare = (model) => prunedViterbi(model, isReached, true);

const wrong = (name: string, prepare: Prepare, fails: string, passes: string, maxK = 1): Wrong => ({
  decoder: { ...plain, name, title: name.replaceAll("-", " "), maxK, prepare },
  fails,
  passes,
  isLong: [NEAR_TIES, VERY_LONG].includes(fails),
});

/** All of them. */
export const WRONG: readonly Wrong[] = [
  { decoder: beamClaimingExactness, fails: SMALL, passes: EXACTLY_ONE },
  { decoder: wrongOption, fails: "options in any combination, exact sums", passes: SMALL },
  wrong("backward-score", backwardScore, DECIMALS, SMALL),
  wrong("changed-emissions", changedEmissions, EQUAL, ONE_POSITION),
  wrong("counted-twice", countedTwice, SMALL, ONE_POSITION, Infinity),
  wrong("float32-sums", float32Sums, DECIMALS, "all lattices of up to 3 labels"),
  wrong("forbidden-padding", forbiddenPadding, "no path: a position without labels", EXACTLY_ONE),
  wrong("incumbent-without-tolerance", incumbentWithoutTolerance, NEAR_TIES, SMALL),
  wrong("literal-expansion", literalExpansion, SMALL, "one label", Infinity),
  wrong("lost-factor-two", lostFactorTwo, SMALL, "negative scores only"),
  wrong("one-directional-reduced-cost", oneDirectional, SMALL, ONE_POSITION),
  wrong("overwritten-labels", overwrittenLabels, SMALL, ONE_POSITION),
  wrong("own-order-missed-member", inOwnOrder({ missed: 1 }), SMALL, ONE_POSITION),
  wrong("own-order-without-exit", inOwnOrder({ dropsExit: true }), SMALL, ONE_POSITION),
  wrong("own-order-centred-end", inOwnOrder({ centresEnd: true }), SMALL, ONE_POSITION),
  wrong("own-order-without-tolerance", inOwnOrder({ endsAtOnce: true }), NEAR_TIES, SMALL),
  wrong("pruned-without-incumbent", withoutIncumbent, SMALL, "no path: the first position"),
  wrong("pruned-without-tolerance", withoutTolerance, DECIMALS, SMALL),
  wrong("recursive-backtrace", recursiveBacktrace, VERY_LONG, AFTER_LONG),
  wrong("remembered-lattice", rememberedLattice, VIEWS, SMALL),
  wrong("repeated-paths", repeatedPaths, TOO_FEW, ALL_ZERO, Infinity),
  wrong("shared-between-models", sharedBetweenModels, "two models in turns", ALL_ZERO, Infinity),
  wrong("shared-forward-links", sharedForwardLinks, SMALL, ONE_POSITION, Infinity),
  wrong("sources-by-prefix", sourcesByPrefix, SMALL, EQUAL),
  wrong("stale-buffer", staleBuffer, AFTER_LONG, EQUAL),
  wrong("too-few-hypotheses", tooFewHypotheses, SMALL, "one label", Infinity),
  wrong("unsteady-work", unsteadyWork, SMALL, VIEWS, Infinity),
];
