/**
 * The quick suite: every decoder on real tasks and two synthetic ones in two or three minutes.
 *
 * At least 16 sentences of each real task, and 8 of that with the most labels: there dense Viterbi
 * sets the time.
 *
 * @module
 */

import { ASKED_FOR, OWN_ORDER, SIMD } from "./_variants.ts";
import type { Block, Suite } from "../plan/contract.ts";

const TAGS = { name: "ewt_pos45", sentences: 200 };
const CHUNKS = { name: "ewt_pos_morph_chunk443", sentences: 32 };
/** A part of each real task with up to 443 labels. */
const REAL = [
  TAGS,
  { name: "ewt_pos_morph_chunk319", sentences: 40 },
  CHUNKS,
  { name: "hwu_slot_scenario323", sentences: 160 },
];
const SUPERTAGS = "erg_supertag2597";

const oneBest: Block = {
  datasets: REAL,
  allBut: ASKED_FOR,
  variants: [...SIMD, ...OWN_ORDER],
};

/** Decoders that are as slow as dense Viterbi, or slower, would take half of the time. */
const supertags: Block = {
  datasets: [{ name: SUPERTAGS, sentences: 8 }],
  allBut: ["a-star", "carpediem", "iterative-a-star", "viterbi-a-star", ...ASKED_FOR],
  variants: [...SIMD, ...OWN_ORDER],
};

/** On the task with the fewest labels and on that of the papers' curves by k. */
const fiveBest: Block = {
  datasets: [TAGS, CHUNKS],
  variants: [
    "auto",
    "beam{width=5}",
    "iterative-viterbi-a-star",
    "iterative-viterbi-a-star{order=emission}",
    "viterbi-a-star",
    "viterbi-a-star{kernel=simd}",
  ],
  ks: [5],
};

/** Transitions as of a tagger, and without any structure: answers are checked, work is counted. */
const synthetic: Block = {
  datasets: ["hmm", "structureless"].map((family) => ({
    name: `synthetic-${family}-319`,
    sentences: 8,
  })),
  allBut: ASKED_FOR,
  variants: ["viterbi{kernel=simd}"],
  countsOnly: true,
};

/** Claims that are about a variant, on the task of parts of speech. */
const variants: Block = {
  datasets: [TAGS],
  variants: [
    ...[15, 20].map((width) => `beam{width=${width}}`),
    ...["a-star{level=9}", "iterative-viterbi{expansion=uniform}"],
    ...["column-generation{search=full,cap=0}", "iterative-viterbi{prune=false}"],
  ],
};

const factorial: Block = {
  datasets: [{ name: "ewt_factorial360", sentences: 20 }],
  variants: ["column-generation", "viterbi{transitions=structured}", "beam{width=20}"],
};

const quick: Suite = {
  name: "quick",
  meaning:
    "decoders on six real datasets and two synthetic ones, k = 1 and 5; two or three minutes",
  problem: "sequence",
  blocks: [oneBest, supertags, fiveBest, synthetic, variants, factorial],
  rounds: 2,
  processes: 2,
  firstUse: {
    decoders: ["auto", "viterbi"],
    sentences: 100,
    atMostMs: 1_000,
  },
  // Scores of a caller's Float32Array are timed in the suite paper.
  clocks: ["decode", "memory64"],
  passSeconds: 0.05,
  roundMs: 10,
  passMs: 400,
  deadlineMs: 15_000,
  memoryMb: 4_000,
};
export default quick;
