/**
 * The paper suite: what the papers' tables, figures and claims are about, on whole packs.
 *
 * @module
 */

import {
  A_STAR,
  ABLATIONS,
  ASKED_FOR,
  FIVE_BEST,
  OWN_ORDER,
  OWN_ORDER_PATHS,
  SIMD,
  SLOW,
} from "./_variants.ts";
import type { Block, Suite } from "../plan/contract.ts";
import { bestAndWorst, bestAndWorstPaths } from "./sweeps.ts";

/** Stand-ins for the papers' datasets, all of their sentences. */
const REAL = [
  { name: "ewt_pos45", sentences: 800 },
  { name: "ewt_pos_morph_chunk319", sentences: 400 },
  { name: "ewt_pos_morph_chunk443", sentences: 400 },
  { name: "erg_supertag2597", sentences: 200 },
  { name: "hwu_slot_scenario323", sentences: 826 },
];
const TAGGING = REAL.slice(0, 1);
const FIGURE_4 = "ewt_pos_morph_chunk443";
const SUPERTAGS = "erg_supertag2597";
const REQUESTS = "hwu_slot_scenario323";

/** Every decoder on every task. */
const comparison: Block = {
  datasets: REAL.filter(({ name }) => name !== SUPERTAGS),
  allBut: ASKED_FOR,
  variants: [...SIMD, ...OWN_ORDER, ...A_STAR, "viterbi{loop=textbook}"],
};

const supertags: Block = {
  datasets: REAL.filter(({ name }) => name === SUPERTAGS),
  allBut: [...SLOW, ...ASKED_FOR],
  variants: [...SIMD, ...OWN_ORDER],
};

const slowSupertags: Block = {
  datasets: supertags.datasets,
  variants: [...SLOW, ...A_STAR, "viterbi{loop=textbook}"],
  few: true,
};

const ablations: Block = {
  datasets: REAL,
  variants: ABLATIONS,
};

/** The widths of Kaji's calibration that are needed, in both kernels. */
const calibration: Block = {
  datasets: REAL,
  variants: [2, 4, 8, 16, 32].flatMap(inBothKernels),
};

/** Where greedy choices are so bad that the calibration ends at all labels. */
const wideCalibration: Block = {
  datasets: REAL.filter(({ name }) => name === REQUESTS),
  variants: [64, 128, 256, 512].flatMap(inBothKernels),
};

/** The widths of Belanger's Table 2 besides. */
const beams: Block = {
  datasets: TAGGING,
  variants: [3, 5, 15, 20].map((width) => `beam{width=${width}}`),
};

/** Alg. 1 of column generation as printed, which is far too slow where transitions matter. */
const fullSearch: Block = {
  datasets: TAGGING,
  variants: ["column-generation{search=full,cap=0}", "column-generation{cap=0}"],
};

/** Labels that are pairs: Belanger's Table 1. */
const factorial: Block = {
  datasets: [{ name: "ewt_factorial360", sentences: 800 }],
  variants: [
    ...["column-generation", "dominance", "viterbi{transitions=structured}"],
    ...["beam", ...[5, 15, 20, 50].map((width) => `beam{width=${width}}`)],
  ],
};

/** Lattices like a tagger's, by the number of labels. */
const synthetic: Block = {
  datasets: [
    { name: "synthetic-hmm-45", sentences: 200 },
    { name: "synthetic-hmm-319", sentences: 40 },
    { name: "synthetic-hmm-1024", sentences: 8 },
  ],
  allBut: ASKED_FOR,
  variants: [
    ...["block-skip{kernel=simd}", "dominance{kernel=simd}", "viterbi{kernel=simd}"],
    ...OWN_ORDER,
  ],
};

const fiveBest: Block = {
  datasets: REAL.map(({ name, sentences }) => ({
    name,
    sentences: name === SUPERTAGS ? 8 : sentences,
  })),
  variants: FIVE_BEST,
  ks: [5],
};

const K_BEST = [
  ...["auto", "iterative-viterbi-a-star", ...OWN_ORDER_PATHS],
  ...["viterbi-a-star", "viterbi-a-star{kernel=simd}"],
];

/** The papers' Figure 4, on their task. */
const figure4: Block = {
  datasets: [{ name: FIGURE_4, sentences: 16 }],
  variants: K_BEST,
  ks: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
};

/** The same on the other tasks. */
const kSweep: Block = {
  datasets: [
    { name: "ewt_pos45", sentences: 40 },
    { name: "ewt_pos_morph_chunk319", sentences: 16 },
    { name: SUPERTAGS, sentences: 8 },
    { name: REQUESTS, sentences: 40 },
  ],
  variants: K_BEST,
  ks: [10, 20, 50, 100],
};

/** A* takes about k times as long for k paths: a second a sentence with 2,597 labels and k = 10. */
const aStarFigure4: Block = { ...figure4, variants: ["a-star", ...A_STAR], few: true };
const aStarSweep: Block = {
  ...kSweep,
  datasets: kSweep.datasets.filter(({ name }) => name !== SUPERTAGS),
  variants: ["a-star", ...A_STAR],
  few: true,
};

/** Short sentences alone. */
const thousandBest: Block = {
  datasets: REAL.filter(({ name }) => name !== SUPERTAGS)
    .map(({ name }) => ({ name, sentences: 8, longest: 12 })),
  variants: K_BEST,
  ks: [1000],
};

/** Dense Viterbi takes half a second for a step. */
const thousandBestOfSupertags: Block = {
  datasets: [{ name: SUPERTAGS, sentences: 8, longest: 12 }],
  withoutBaseline: true,
  variants: K_BEST,
  ks: [1000],
};

const paper: Suite = {
  name: "paper",
  meaning: "the papers' tables, figures and claims on whole packs, k = 1 to 1,000; hours",
  problem: "sequence",
  blocks: [
    comparison,
    supertags,
    slowSupertags,
    ablations,
    calibration,
    wideCalibration,
    beams,
    fullSearch,
    factorial,
    synthetic,
    fiveBest,
    figure4,
    kSweep,
    aStarFigure4,
    aStarSweep,
    thousandBest,
    thousandBestOfSupertags,
    bestAndWorst,
    bestAndWorstPaths,
  ],
  studies: ["training", "regularisation"],
  rounds: 6,
  processes: 6,
  firstUse: {
    decoders: [
      "auto",
      "block-skip{kernel=simd}",
      "dominance{kernel=simd}",
      "viterbi",
      "viterbi{kernel=simd}",
    ],
    sentences: 10_000,
    atMostMs: 10_000,
  },
  passSeconds: 0.6,
  roundMs: 25,
  passMs: 3_000,
  deadlineMs: 300_000,
  memoryMb: 5_000,
};
export default paper;

function inBothKernels(width: number): string[] {
  return [`beam{width=${width}}`, `beam{width=${width},kernel=simd}`];
}
