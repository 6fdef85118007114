/**
 * The sweeps: how the work of every decoder changes with the transitions, L and T.
 *
 * @module
 */

import { ASKED_FOR, OWN_ORDER, OWN_ORDER_PATHS, OWN_ORDER_PLAIN } from "./_variants.ts";
import type { Block, BlockDataset, Suite } from "../plan/contract.ts";

/** Labels, sentences and dials of a sweep from negligible to decisive transitions. */
export const STRENGTHS = {
  labels: 128,
  sentences: 50,
  dials: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
} as const;

/** Transitions from negligible to decisive. */
const strengths: Block = {
  datasets: STRENGTHS.dials.map((dial) => ({
    name: `synthetic-structureless-${STRENGTHS.labels}{dial=${dial}}`,
    sentences: STRENGTHS.sentences,
  })),
  allBut: ASKED_FOR,
  variants: OWN_ORDER,
};

/** T, the length of sentences, where L grows. */
const LENGTH = 16;
/** L, the number of labels, where T grows. */
const LABELS = 64;
const SENTENCES = 10;
/** Without transitions, and without structure. */
const CASES = ["weak-L{dial=0,length=T}", "structureless-L{length=T}"];

/** Growth of the work with L in the best and the worst case; counts tell. */
export const bestAndWorst: Block = {
  datasets: CASES.flatMap((family) =>
    [32, 64, 128, 256, 512].map((labels) => taskOf(family, labels, LENGTH))
  ),
  allBut: ASKED_FOR,
  variants: [OWN_ORDER_PLAIN],
  countsOnly: true,
};

/** The same for lists of paths: the k-best lines of Huang's Table 1. */
export const bestAndWorstPaths: Block = {
  datasets: bestAndWorst.datasets,
  variants: [
    ...["viterbi", "beam{width=5}", "a-star", "viterbi-a-star", "iterative-viterbi-a-star"],
    OWN_ORDER_PATHS[0]!,
  ],
  ks: [5],
  countsOnly: true,
};

/** Growth of the work with T in the same cases, beside the one of T = 16. */
const lengths: Block = {
  datasets: CASES.flatMap((family) => [8, 32, 128].map((length) => taskOf(family, LABELS, length))),
  allBut: ASKED_FOR,
  variants: [OWN_ORDER_PLAIN],
  countsOnly: true,
};

/** The HMM-like family over the label counts of the papers' tasks; dense Viterbi sets the time. */
const taggers: Block = {
  datasets: [[45, 10], [128, 10], [319, 10], [443, 10], [1024, 8], [2602, 4]].map((
    [labels, sentences],
  ) => ({ name: `synthetic-hmm-${labels}{length=${LENGTH}}`, sentences: sentences! })),
  allBut: ASKED_FOR,
  variants: OWN_ORDER,
};

/**
 * Transitions that forbid most pairs: chunks, a walk from left to right, and pitch with and without
 * voicing. Counts tell, and answers are checked.
 */
const structured: Block = {
  datasets: [
    { name: "synthetic-bioes-241", sentences: SENTENCES },
    { name: "synthetic-left-to-right-319", sentences: SENTENCES },
    { name: "synthetic-pitch-360", sentences: SENTENCES },
    { name: "synthetic-pitch-360{voicing=true}", sentences: 4 },
    { name: `synthetic-pitch-1440{length=${LENGTH}}`, sentences: 2 },
  ],
  allBut: ASKED_FOR,
  variants: [OWN_ORDER_PLAIN],
  countsOnly: true,
};

const sweeps: Suite = {
  name: "sweeps",
  meaning: "decoders by the strength of the transitions, by L, T and structure; ten minutes",
  problem: "sequence",
  blocks: [strengths, bestAndWorst, bestAndWorstPaths, lengths, taggers, structured],
  rounds: 6,
  processes: 6,
  passSeconds: 0.03,
  roundMs: 25,
  passMs: 600,
  deadlineMs: 60_000,
  memoryMb: 1_200,
};
export default sweeps;

function taskOf(family: string, labels: number, length: number): BlockDataset {
  const name = `synthetic-${family.replace("L", `${labels}`).replace("T", `${length}`)}`;
  return { name, sentences: SENTENCES };
}
