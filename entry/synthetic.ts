/**
 * Synthetic lattices: seeded families for any number of labels.
 *
 * ```ts
 * import { hmm, syntheticTask } from "./synthetic.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const { model, lattice } = syntheticTask(hmm, { labelCount: 50, sentences: 3, seed: 1, length: 9
 * }); assertEquals(lattice(2).emissions.length, 9 * model.labelCount);
 * ```
 *
 * @module
 */

export { Random } from "../datasets/random.ts";
export { default as hmm } from "../datasets/synthetic/hmm.ts";
export { default as sparse } from "../datasets/synthetic/sparse.ts";
export { default as strong } from "../datasets/synthetic/strong.ts";
export { default as structureless } from "../datasets/synthetic/structureless.ts";
export { default as weak } from "../datasets/synthetic/weak.ts";
export * from "../datasets/synthetic_task.ts";
export type { Grid, Task } from "../datasets/task.ts";
