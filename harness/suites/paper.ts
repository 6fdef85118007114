/**
 * The paper suite: everything.
 *
 * @module
 */

import { meanLength } from "../../datasets/synthetic_task.ts";
import type { Block, Suite } from "../plan/suite.ts";
import { growth, strengths } from "./sweeps.ts";

/** Stand-ins for the papers' datasets, all of their sentences. */
const REAL = [
  { name: "ewt_pos45", sentences: 800 },
  { name: "ewt_pos_morph_chunk319", sentences: 400 },
  { name: "ewt_pos_morph_chunk443", sentences: 400 },
  { name: "erg_supertag2597", sentences: 200 },
  { name: "hwu_slot_scenario323", sentences: 826 },
];
/** Labels of the papers' tasks, and one size between. */
const LABEL_COUNTS = [45, 319, 443, 1024, 2602];
/** Label counts of each synthetic family: where bounds do not help, 2,602 labels take hours. */
const FAMILIES = [
  ["hmm", LABEL_COUNTS],
  ...["weak", "strong", "sparse", "structureless"].map((family) =>
    [family, [45, 319, 1024]] as const
  ),
] as const;
/** Dense edges that a synthetic dataset may have: a tenth of a second of dense Viterbi. */
const DENSE_EDGES = 1e8;
const MAX_SENTENCES = 400;

const SYNTHETIC = FAMILIES.flatMap(([family, counts]) =>
  counts.map((labels) => ({
    family,
    name: `synthetic-${family}-${labels}`,
    sentences: atMost(labels, meanLength(labels)),
  }))
);

/** Every decoder on every dataset. */
const comparison: Block = {
  datasets: [...REAL, ...SYNTHETIC],
  allDecoders: true,
  variants: [
    "beam{width=5}",
    "beam{width=20}",
    ...["beam{kernel=simd}", "beam{width=5,kernel=simd}"],
    ...["dominance{kernel=simd}", "viterbi{kernel=simd}"],
    "a-star{heuristic=naive}",
    "a-star{level=0}",
    "a-star{level=3}",
    "a-star{level=9}",
  ],
  ks: [1],
};

/** Ablations of the papers' decoders. */
const ablations: Block = {
  datasets: [...REAL, ...SYNTHETIC.filter(({ family }) => family === "hmm" || family === "weak")],
  allDecoders: false,
  variants: [
    "iterative-viterbi{expansion=uniform}",
    "iterative-viterbi{prune=false}",
    "iterative-viterbi{lowerBound=none}",
    "iterative-viterbi{raise=active}",
    "iterative-viterbi{incumbent=false}",
    "iterative-viterbi{kernel=simd}",
    "carpediem{bound=source}",
    "carpediem{bound=target}",
    "carpediem{centre=true}",
    "block-skip{kernel=simd}",
    "column-generation{add=all}",
    "column-generation{init=best}",
    "column-generation{init=beam,width=1}",
  ],
  ks: [1],
};

/** Belanger's beam widths, and the powers of two of Kaji's calibration. */
const beams: Block = {
  datasets: REAL,
  allDecoders: false,
  variants: [1, 2, 3, 4, 5, 8, 15, 16, 20, 32, 50, 64, 128, 256].map((width) =>
    width === 1 ? "beam" : `beam{width=${width}}`
  ),
  ks: [1],
};

/** Alg. 1 of column generation as printed, which is far too slow where transitions matter. */
const fullSearch: Block = {
  datasets: REAL.slice(0, 1),
  allDecoders: false,
  variants: ["column-generation{search=full,cap=0}", "column-generation{cap=0}"],
  ks: [1],
};

/** Labels that are pairs: Belanger's Table 1. */
const factorial: Block = {
  datasets: [{ name: "ewt_factorial360", sentences: 800 }],
  allDecoders: false,
  variants: [
    ...["column-generation", "dominance", "viterbi{transitions=structured}"],
    ...[1, 5, 15, 20, 50].map((width) => width === 1 ? "beam" : `beam{width=${width}}`),
  ],
  ks: [1],
};

/** Sentences of the datasets on which k grows: k-best lists of all labels take their time. */
const K_BEST = [
  { name: "ewt_pos45", sentences: 40 },
  { name: "ewt_pos_morph_chunk319", sentences: 8 },
  { name: "ewt_pos_morph_chunk443", sentences: 6 },
  { name: "erg_supertag2597", sentences: 3 },
  { name: "hwu_slot_scenario323", sentences: 40 },
  { name: "synthetic-hmm-319", sentences: 4 },
];
const K_BEST_DECODERS = [
  "a-star",
  "beam{width=5}",
  "block-skip",
  "iterative-viterbi-a-star",
  "iterative-viterbi-a-star{neighbours=true}",
  "auto",
  "viterbi-a-star",
  "viterbi-a-star{kernel=simd}",
];

/** 5-best lists: the papers' Table 5, with the ablations of iterative Viterbi A*. */
const fiveBest: Block = {
  datasets: K_BEST,
  allDecoders: true,
  variants: [
    ...K_BEST_DECODERS,
    "a-star{heuristic=naive}",
    "a-star{level=0}",
    "a-star{level=3}",
    "a-star{level=9}",
    "viterbi-a-star{deviations=eager}",
    ...["candidates=1", "candidates=3", "candidates=4", "beam=false", "ends=false", "popped=false"]
      .map((option) => `iterative-viterbi-a-star{${option}}`),
  ],
  ks: [5],
};

/** The papers' Figure 4, and on to k = 1,000. */
const kSweep: Block = {
  datasets: K_BEST,
  allDecoders: false,
  variants: [...K_BEST_DECODERS, "a-star{level=3}"],
  ks: [2, 10, 20, 50, 100, 1000],
};

const paper: Suite = {
  name: "paper",
  meaning:
    "every decoder and ablation on everything, beam widths, sweeps; k = 1 to 1,000; an hour and a half",
  problem: "sequence",
  blocks: [
    comparison,
    ablations,
    beams,
    fullSearch,
    factorial,
    fiveBest,
    kSweep,
    strengths,
    growth,
  ],
  rounds: 9,
  roundMs: 25,
  passMs: 3_000,
  deadlineMs: 300_000,
  memoryMb: 5_000,
};
export default paper;

function atMost(labels: number, length: number): number {
  const affordable = Math.floor(DENSE_EDGES / (labels ** 2 * length));
  return Math.min(MAX_SENTENCES, Math.max(1, affordable));
}
