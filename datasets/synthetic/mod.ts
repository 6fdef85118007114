/**
 * Synthetic lattices: seeded families for any number of labels.
 *
 * ```ts
 * import { hmm, syntheticDataset } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const size = { labelCount: 50, sentences: 3, length: 9 };
 * const { model, lattice } = syntheticDataset(hmm, { ...size, seed: 1 });
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
export * from "../synthetic_dataset.ts";
export type { Dataset, Grid } from "../dataset.ts";
