/**
 * Which learner the command line asks for.
 *
 * @module
 */

import type { CrfSettings } from "../../datasets/training/crf/settings.ts";
import { type Command, type Flags, numberOf, oneOf } from "../terminal/flags.ts";
import { UsageError } from "../terminal/usage_error.ts";

const LEARNERS = ["perceptron", "crf"] as const;
const OPTIMISERS = ["l-bfgs", "sgd"] as const;
const PENALISED = ["all", "transitions"] as const;

/** The flags of the learner. */
export const LEARNER_FLAGS: Command["flags"] = {
  learner: { value: "NAME", help: "perceptron or crf (perceptron)" },
  optimiser: { value: "NAME", help: "crf: l-bfgs, which is OWL-QN where l1 > 0, or sgd (l-bfgs)" },
  l1: { value: "X", help: "crf: adds X times the magnitudes of the weights to the objective (0)" },
  l2: { value: "X", help: "crf: adds X times the squares of the weights to the objective (1)" },
  penalty: { value: "WHICH", help: "crf: which weights, all or transitions (all)" },
  tolerance: { value: "X", help: "l-bfgs: done if ten steps gain less than this share (0.00001)" },
  rate: { value: "X", help: "sgd: length of the first step (0.1)" },
  batch: { value: "N", help: "sgd: sentences of a step (8)" },
  unlabelled: { value: "TEXT", help: "crf: the label of training tokens whose label is not known" },
};

/**
 * Reads the flags of the learner: undefined for a perceptron.
 *
 * @throws UsageError for unknown names, numbers that are none, and flags of another learner
 */
export function readLearner({ values }: Flags): CrfSettings | undefined {
  const learner = oneOf(values, "learner", LEARNERS);
  const optimiser = oneOf(values, "optimiser", OPTIMISERS);
  const refuse = (flags: readonly string[], what: string) => {
    const given = flags.find((flag) => values[flag] !== undefined);
    if (given !== undefined) throw new UsageError(`Cannot use --${given} with ${what}`);
  };
  if (learner === "perceptron") {
    refuse(Object.keys(LEARNER_FLAGS).filter((flag) => flag !== "learner"), "--learner perceptron");
    return undefined;
  }
  const norms = {
    l1: numberOf(values, "l1", 0),
    l2: numberOf(values, "l2", 1),
    penalty: oneOf(values, "penalty", PENALISED),
  };
  if (optimiser === "l-bfgs") {
    refuse(["rate", "batch"], "--optimiser l-bfgs");
    return { ...norms, optimiser, tolerance: numberOf(values, "tolerance", 1e-5) };
  }
  refuse(["tolerance"], "--optimiser sgd");
  const [rate, batch] = [numberOf(values, "rate", 0.1), numberOf(values, "batch", 8)];
  return { ...norms, optimiser, rate, batch };
}
