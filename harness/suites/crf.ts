/**
 * The CRF suite: do the papers' claims, which are about perceptrons, hold for CRFs?
 *
 * @module
 */

import type { Block, Suite } from "../plan/contract.ts";
import { A_STAR, ABLATIONS, FIVE_BEST, OWN_ORDER, SIMD, SLOW } from "./_variants.ts";

/** A part of each task of the papers, with the lattices of a CRF, on features or on a BiLSTM. */
const TASKS = [
  { name: "ewt_pos45_crf", sentences: 200 },
  { name: "ewt_pos45_bilstm_crf", sentences: 200 },
  { name: "ewt_pos_morph_chunk319_crf", sentences: 100 },
  { name: "ewt_pos_morph_chunk443_crf", sentences: 100 },
  { name: "hwu_slot_scenario323_crf", sentences: 160 },
];
const SUPERTAGS = [{ name: "erg_supertag2597_crf", sentences: 48 }];
/** Beams of Kaji's calibration and of Belanger's Table 2. */
const BEAMS = [2, 3, 4, 8, 15, 16, 20, 32].map((width) => `beam{width=${width}}`);

const oneBest: Block = {
  datasets: TASKS,
  allBut: [],
  variants: [...SIMD, ...OWN_ORDER, ...A_STAR, ...ABLATIONS, ...BEAMS, "viterbi{loop=textbook}"],
};

const supertags: Block = {
  datasets: SUPERTAGS,
  allBut: SLOW,
  variants: [...SIMD, ...OWN_ORDER, ...ABLATIONS, ...BEAMS],
};

/** On few sentences. */
const slowSupertags: Block = {
  datasets: SUPERTAGS,
  variants: [...SLOW, ...A_STAR, "viterbi{loop=textbook}"],
  few: true,
};

/** Decoders of one path only are skipped, and say so. */
const fiveBest: Block = {
  datasets: TASKS,
  allBut: [],
  variants: FIVE_BEST,
  ks: [5],
};

const fiveBestSupertags: Block = {
  datasets: SUPERTAGS,
  allBut: SLOW,
  variants: FIVE_BEST.filter((variant) => !SLOW.some((slow) => variant.startsWith(slow))),
  ks: [5],
};

const slowFiveBest: Block = {
  ...slowSupertags,
  variants: [...SLOW, ...A_STAR, "viterbi-a-star{kernel=simd}"],
  ks: [5],
};

/** Column generation as printed, which is far too slow where transitions matter. */
const fullSearch: Block = {
  datasets: TASKS.slice(0, 1),
  variants: ["column-generation{search=full,cap=0}", "column-generation{cap=0}"],
};

const crf: Suite = {
  name: "crf",
  meaning: "every decoder on CRF lattices of the papers' tasks, k = 1 and 5",
  problem: "sequence",
  blocks: [
    oneBest,
    supertags,
    slowSupertags,
    fiveBest,
    fiveBestSupertags,
    slowFiveBest,
    fullSearch,
  ],
  rounds: 6,
  processes: 6,
  passSeconds: 0.35,
  roundMs: 15,
  passMs: 600,
  deadlineMs: 120_000,
  memoryMb: 4_000,
};
export default crf;
