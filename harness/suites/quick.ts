/**
 * The quick suite: every decoder on every kind of lattice in a couple of minutes.
 *
 * Small numbers of sentences where there are many labels: dense Viterbi sets the time.
 *
 * @module
 */

import type { Suite } from "../plan/suite.ts";

/** A fixed part of each real task, from 45 to 2,597 labels. */
const REAL = [
  { name: "ewt_pos45", sentences: 200 },
  { name: "ewt_pos_morph_chunk319", sentences: 40 },
  { name: "ewt_pos_morph_chunk443", sentences: 30 },
  { name: "erg_supertag2597", sentences: 2 },
  { name: "hwu_slot_scenario323", sentences: 150 },
];
/** The family that is most like tagging, by label count. */
const HMM = [
  { name: "synthetic-hmm-45", sentences: 100 },
  { name: "synthetic-hmm-319", sentences: 12 },
  { name: "synthetic-hmm-1024", sentences: 3 },
];
const VARIANTS = [
  "beam{kernel=simd}",
  "beam{width=5,kernel=simd}",
  "beam{width=5}",
  "block-skip{kernel=simd}",
  "dominance{kernel=simd}",
  "iterative-viterbi{centre=true}",
  "iterative-viterbi{expansion=uniform}",
  "iterative-viterbi{kernel=simd}",
  "viterbi{kernel=simd}",
];

const quick: Suite = {
  name: "quick",
  meaning: "every decoder on real tasks and all synthetic families, k = 1 and 5; under 3 minutes",
  problem: "sequence",
  blocks: [
    { datasets: REAL, allDecoders: true, variants: VARIANTS, ks: [1] },
    {
      datasets: REAL,
      allDecoders: false,
      variants: [
        "auto",
        "beam{width=5}",
        "iterative-viterbi-a-star",
        "iterative-viterbi-a-star{kernel=simd}",
        "viterbi-a-star",
        "viterbi-a-star{kernel=simd}",
      ],
      ks: [5],
    },
    {
      datasets: [
        ...HMM,
        { name: "synthetic-weak-319", sentences: 8 },
        { name: "synthetic-strong-319", sentences: 8 },
        { name: "synthetic-sparse-319", sentences: 8 },
        { name: "synthetic-structureless-319", sentences: 8 },
      ],
      allDecoders: true,
      variants: ["block-skip{kernel=simd}", "viterbi{kernel=simd}"],
      ks: [1],
    },
    {
      datasets: HMM,
      allDecoders: false,
      variants: ["beam{kernel=simd}", "beam{width=5,kernel=simd}"],
      ks: [1],
    },
    {
      datasets: REAL.slice(0, 1),
      allDecoders: false,
      variants: [
        ...[2, 3, 4, 15, 20, 50].map((width) => `beam{width=${width}}`),
        ...["a-star{heuristic=naive}", "a-star{level=3}", "carpediem{bound=source}"],
        ...["column-generation{search=full,cap=0}", "iterative-viterbi{prune=false}"],
      ],
      ks: [1],
    },
    {
      datasets: [{ name: "ewt_factorial360", sentences: 20 }],
      allDecoders: false,
      variants: [
        ...["column-generation", "viterbi{transitions=structured}"],
        ...[1, 5, 15, 20, 50].map((width) => width === 1 ? "beam" : `beam{width=${width}}`),
      ],
      ks: [1],
    },
  ],
  rounds: 5,
  roundMs: 20,
  passMs: 240,
  deadlineMs: 15_000,
  memoryMb: 1_200,
};
export default quick;
