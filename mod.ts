/**
 * Trellis: exact decoders for sequence models with many labels, and the lattices to compare them
 * on.
 *
 * A decoder is prepared for a model once and then decodes lattices:
 *
 * ```ts
 * import { iterativeViterbi, newWork } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = {
 *   labelCount: 2,
 *   transitions: Float64Array.of(0, 1, 2, 3),
 *   exactSums: true,
 *   float32Exact: true,
 * };
 * const decode = iterativeViterbi.prepare(model, {
 *   expansion: "column",
 *   prune: true,
 *   lowerBound: "greedy",
 *   raise: "ends",
 *   incumbent: true,
 * });
 * const lattice = { length: 2, emissions: Float64Array.of(5, 0, 0, 7) };
 * const { paths } = decode(lattice, 1, newWork());
 * assertEquals(paths, [{ score: 13, labels: Int32Array.of(0, 1) }]);
 * ```
 *
 * @module
 */

export * from "./decoders/contract.ts";
export * from "./decoders/lattice.ts";
export { default as aStar } from "./decoders/a_star.ts";
export type { AStarOptions } from "./decoders/a_star.ts";
export { default as auto } from "./decoders/auto.ts";
export { default as beam } from "./decoders/beam.ts";
export type { BeamOptions } from "./decoders/beam.ts";
export { default as blockSkip } from "./decoders/block_skip.ts";
export type { BlockSkipOptions } from "./decoders/block_skip.ts";
export { centred } from "./decoders/chain/centring.ts";
export { default as carpediem } from "./decoders/carpediem.ts";
export type { CarpeDiemOptions } from "./decoders/carpediem.ts";
export { default as columnGeneration } from "./decoders/column_generation.ts";
export type { ColumnGenerationOptions } from "./decoders/column_generation.ts";
export { default as dominance } from "./decoders/dominance.ts";
export type { DominanceOptions } from "./decoders/dominance.ts";
export { default as iterativeAStar } from "./decoders/iterative_a_star.ts";
export type { IterativeAStarOptions } from "./decoders/iterative_a_star.ts";
export { default as iterativeViterbi } from "./decoders/iterative_viterbi.ts";
export type { IterativeViterbiOptions } from "./decoders/iterative_viterbi.ts";
export { default as iterativeViterbiAStar } from "./decoders/iterative_viterbi_a_star.ts";
export type { IterativeViterbiAStarOptions } from "./decoders/iterative_viterbi_a_star.ts";
export type { KernelKind } from "./decoders/kernels/kernels.ts";
export * from "./decoders/probability/max_marginals.ts";
export { default as viterbi } from "./decoders/viterbi.ts";
export type { ViterbiOptions } from "./decoders/viterbi.ts";
export { default as viterbiAStar } from "./decoders/viterbi_a_star.ts";
export type { ViterbiAStarOptions } from "./decoders/viterbi_a_star.ts";
export { type OpenOptions } from "./datasets/packs/pack.ts";
export { openPack, writePackFile } from "./datasets/packs/pack_file.ts";
export { Random } from "./datasets/random.ts";
export * from "./datasets/packs/safetensors.ts";
export * from "./datasets/synthetic_task.ts";
export type { Grid, Task } from "./datasets/task.ts";
