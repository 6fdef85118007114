/**
 * The quick suite: every decoder on every kind of lattice in a couple of minutes.
 *
 * Small numbers of sentences where there are many labels: dense Viterbi sets the time.
 *
 * @module
 */

import type { Suite } from "../suite.ts";

const REAL = [
  { name: "ewt_pos45", sentences: 200 },
  { name: "hwu_slot_scenario323", sentences: 150 },
];
const VARIANTS = [
  "beam{width=5}",
  "carpediem{bound=source}",
  "iterative-viterbi{expansion=uniform}",
  "iterative-viterbi{prune=false}",
];

const quick: Suite = {
  name: "quick",
  meaning: "every decoder on real tasks and all synthetic families, k = 1 and 5; under 3 minutes",
  blocks: [
    {
      datasets: [...REAL, { name: "synthetic-hmm-319", sentences: 12 }],
      allDecoders: true,
      variants: VARIANTS,
      ks: [1, 5],
    },
    {
      datasets: [
        { name: "synthetic-hmm-45", sentences: 100 },
        { name: "synthetic-hmm-443", sentences: 12 },
        { name: "synthetic-hmm-1024", sentences: 4 },
        { name: "synthetic-weak-319", sentences: 8 },
        { name: "synthetic-strong-319", sentences: 8 },
        { name: "synthetic-sparse-319", sentences: 8 },
        { name: "synthetic-structureless-319", sentences: 8 },
      ],
      allDecoders: true,
      variants: VARIANTS,
      ks: [1],
    },
    {
      // Each cell holds a copy or two of 6.8 million transitions: not all decoders fit 1.5 GiB.
      datasets: [{ name: "synthetic-hmm-2602", sentences: 2 }],
      allDecoders: false,
      variants: ["a-star", "beam", "beam{width=5}", "dominance", "iterative-viterbi"],
      ks: [1],
    },
    {
      datasets: REAL,
      allDecoders: false,
      variants: [
        ...[2, 3, 4, 15, 20, 50].map((width) => `beam{width=${width}}`),
        ...["a-star{heuristic=naive}", "a-star{level=3}"],
        "column-generation{search=full,cap=0}",
      ],
      ks: [1],
    },
  ],
  rounds: 7,
  roundMs: 20,
  deadlineMs: 15_000,
};
export default quick;
