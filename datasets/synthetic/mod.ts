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
export { hmm, sparse, strong, structureless, weak } from "./families.ts";
export { bioes, leftToRight, pitch } from "./structured.ts";
export * from "../synthetic_dataset.ts";
export type { Dataset, Grid } from "../dataset.ts";
