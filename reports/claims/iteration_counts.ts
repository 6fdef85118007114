/**
 * Iteration counts against the published ones.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { ITERATIONS_NEAR } from "../published/iteration_pairs.ts";
import { iterationEvidence } from "./_iterations.ts";
import { paperTitle, published } from "../published/published.ts";

/** The claim. */
const iterationCounts: Claim = {
  name: "iteration-counts",
  order: 35,
  source: "Huang et al. 2012, Table 3; Kaji et al. 2010, Table 2",
  statement: "Iterative Viterbi needs about as many iterations as published.",
  rule: `Mean iterations a sentence on each task that stands for one of the papers': ` +
    `for if within ${100 * ITERATIONS_NEAR}% of the published mean, against otherwise. ` +
    "Corpora and features differ from the papers'; synthetic lattices have no published counterpart.",
  published: () =>
    [...Map.groupBy(published({ metric: "iterations", k: "1" }), ({ paper }) => paper)]
      .map(([paper, results]) =>
        `${paperTitle(paper)}: ${
          results.map(({ dataset, value }) => `${dataset} ${value}`).join(", ")
        }`
      ).join("; "),
  judge: ({ summary }) => iterationEvidence(summary.filter(({ k }) => k === 1)),
};

export default iterationCounts;
