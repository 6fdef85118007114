/**
 * Iteration counts of iterative Viterbi A* against the published ones.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { ITERATIONS_NEAR } from "../published/iteration_pairs.ts";
import { iterationEvidence } from "./_iterations.ts";
import { published } from "../published/published.ts";

/** The claim. */
const kBestIterationCounts: Claim = {
  name: "k-best-iteration-counts",
  order: 195,
  source: "Huang et al. 2012, Table 3",
  statement: "Iterative Viterbi A* needs about as many iterations for 5 paths as published.",
  rule: "Mean iterations a sentence at k = 5 on each task that stands for one of the " +
    `paper's: for if within ${100 * ITERATIONS_NEAR}% of the published mean, against ` +
    "otherwise. Corpora and features differ from the paper's. The paper's expansion rule can loop " +
    "forever; ours also expands where a path but the best is not active.",
  published: () =>
    published({ metric: "iterations", k: "5" })
      .map(({ dataset, value }) => `${dataset} ${value}`).join(", "),
  judge: ({ summary }) => iterationEvidence(summary.filter(({ k }) => k === 5)),
};

export default kBestIterationCounts;
