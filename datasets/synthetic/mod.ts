/**
 * Synthetic lattices: seeded families for any number of labels.
 *
 * ```ts
 * import { hmm, syntheticTask } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const size = { labelCount: 50, sentences: 3, length: 9 };
 * const { model, lattice } = syntheticTask(hmm, { ...size, seed: 1 });
 * assertEquals(lattice(2).emissions.length, 9 * model.labelCount);
 * ```
 *
 * @module
 */

export { Random } from "../random.ts";
export { default as hmm } from "./hmm.ts";
export { default as sparse } from "./sparse.ts";
export { default as strong } from "./strong.ts";
export { default as structureless } from "./structureless.ts";
export { default as weak } from "./weak.ts";
export * from "../synthetic_task.ts";
export type { Grid, Task } from "../task.ts";
