/**
 * The sweeps: how the work of every decoder changes with the transitions, L and T.
 *
 * @module
 */

import type { Block, Suite } from "../plan/suite.ts";

/** Labels, sentences and dials of a sweep from negligible to decisive transitions. */
export const STRENGTHS = {
  labels: 128,
  sentences: 50,
  dials: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
} as const;

/** Transitions from negligible to decisive. */
export const strengths: Block = {
  datasets: STRENGTHS.dials.map((dial) => ({
    name: `synthetic-structureless-${STRENGTHS.labels}{dial=${dial}}`,
    sentences: STRENGTHS.sentences,
  })),
  allDecoders: true,
  variants: [],
  ks: [1],
};

/** T where L grows. */
const LENGTH = 16;

/** The HMM-like family over the label counts of the papers' tasks; dense Viterbi sets the time. */
const HMM = [[45, 10], [128, 10], [319, 10], [443, 10], [1024, 4], [2602, 4]].map((
  [labels, sentences],
) => ({ name: `synthetic-hmm-${labels}{length=${LENGTH}}`, sentences: sentences! }));

/**
 * Growth of the work with L and with T: without transitions (best case), without structure (worst);
 * with L alone on lattices like those of a tagger.
 */
export const growth: Block = {
  datasets: [
    ...["weak-L{dial=0,length=T}", "structureless-L{length=T}"].flatMap((family) =>
      [
        ...[32, 64, 128, 256, 512].map((labels) => [labels, LENGTH] as const),
        ...[8, 32, 64, 128].map((length) => [64, length] as const),
      ].map(([labels, length]) => ({
        name: `synthetic-${family.replace("L", `${labels}`).replace("T", `${length}`)}`,
        sentences: 10,
      }))
    ),
    ...HMM,
  ],
  allDecoders: true,
  variants: [],
  ks: [1],
};

const sweeps: Suite = {
  name: "sweeps",
  meaning: "every decoder by the strength of the transitions, by L and by T; six minutes",
  problem: "sequence",
  blocks: [strengths, growth],
  rounds: 9,
  roundMs: 50,
  passMs: 600,
  deadlineMs: 60_000,
  memoryMb: 1_200,
};
export default sweeps;
