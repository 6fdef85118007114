/**
 * The quick suite: every decoder on every kind of lattice in a couple of minutes.
 *
 * @module
 */

import type { Suite } from "../suite.ts";

/** Small numbers of sentences where there are many labels: dense Viterbi sets the time. */
const quick: Suite = {
  name: "quick",
  meaning: "every decoder, real tasks and all synthetic families, k = 1 and 5, in under 3 minutes",
  blocks: [{
    allDecoders: true,
    datasets: [
      { name: "ewt_pos45", sentences: 200 },
      { name: "hwu_slot_scenario323", sentences: 150 },
      { name: "synthetic-hmm-45", sentences: 100 },
      { name: "synthetic-hmm-319", sentences: 12 },
      { name: "synthetic-hmm-443", sentences: 12 },
      { name: "synthetic-hmm-1024", sentences: 4 },
      { name: "synthetic-hmm-2602", sentences: 2 },
      { name: "synthetic-weak-319", sentences: 8 },
      { name: "synthetic-strong-319", sentences: 8 },
      { name: "synthetic-sparse-319", sentences: 8 },
      { name: "synthetic-structureless-319", sentences: 8 },
    ],
    variants: [
      "beam{width=5}",
      "iterative-viterbi{expansion=uniform}",
      "iterative-viterbi{prune=false}",
    ],
    ks: [1, 5],
  }],
  rounds: 7,
  roundMs: 20,
  deadlineMs: 15_000,
};
export default quick;
