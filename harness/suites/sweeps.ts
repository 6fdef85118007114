/**
 * The sweeps: how the work of every decoder changes with the transitions, L and T.
 *
 * @module
 */

import type { Block, Suite } from "../suite.ts";

/** Transitions from negligible to decisive. */
export const strengths: Block = {
  datasets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10].map((dial) => ({
    name: `synthetic-structureless-128{dial=${dial}}`,
    sentences: 50,
  })),
  allDecoders: true,
  variants: [],
  ks: [1],
};

/** Growth of the work with L and with T: without transitions (best case), without structure (worst). */
export const growth: Block = {
  datasets: ["weak-L{dial=0,length=T}", "structureless-L{length=T}"].flatMap((family) =>
    [
      ...[32, 64, 128, 256, 512].map((labels) => [labels, 16] as const),
      ...[8, 32, 64, 128].map((length) => [64, length] as const),
    ].map(([labels, length]) => ({
      name: `synthetic-${family.replace("L", `${labels}`).replace("T", `${length}`)}`,
      sentences: 10,
    }))
  ),
  allDecoders: true,
  variants: [],
  ks: [1],
};

const sweeps: Suite = {
  name: "sweeps",
  meaning: "every decoder by the strength of the transitions, by L and by T; four minutes",
  blocks: [strengths, growth],
  rounds: 9,
  roundMs: 50,
  deadlineMs: 60_000,
};
export default sweeps;
