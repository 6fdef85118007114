/**
 * Trellis: exact decoders for sequence models with many labels, and the lattices to compare them
 * on.
 *
 * A decoder is prepared for a model once and then decodes lattices:
 *
 * ```ts
 * import { dominance, prepared } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = {
 *   labelCount: 2,
 *   transitions: Float64Array.of(0, 1, 2, 3),
 *   exactSums: true,
 *   float32Exact: true,
 * };
 * const decode = prepared(dominance, model);
 * const { paths } = decode({ length: 2, emissions: Float64Array.of(5, 0, 0, 7) });
 * assertEquals(paths, [{ score: 13, labels: Int32Array.of(0, 1) }]);
 * ```
 *
 * @module
 */

export * from "./decoders/contract.ts";
export * from "./decoders/lattice.ts";
export { default as aStar, OPTIONS as A_STAR_OPTIONS } from "./decoders/a_star.ts";
export { default as auto } from "./decoders/auto.ts";
export { default as beam, OPTIONS as BEAM_OPTIONS } from "./decoders/beam.ts";
export { default as blockSkip, OPTIONS as BLOCK_SKIP_OPTIONS } from "./decoders/block_skip.ts";
export { centred } from "./decoders/chain/centring.ts";
export { type Prepared, prepared } from "./decoders/chain/prepared.ts";
export { default as carpediem, OPTIONS as CARPEDIEM_OPTIONS } from "./decoders/carpediem.ts";
export {
  default as columnGeneration,
  OPTIONS as COLUMN_GENERATION_OPTIONS,
} from "./decoders/column_generation.ts";
export { default as dominance, OPTIONS as DOMINANCE_OPTIONS } from "./decoders/dominance.ts";
export {
  default as iterativeAStar,
  OPTIONS as ITERATIVE_A_STAR_OPTIONS,
} from "./decoders/iterative_a_star.ts";
export {
  default as iterativeViterbi,
  OPTIONS as ITERATIVE_VITERBI_OPTIONS,
} from "./decoders/iterative_viterbi.ts";
export {
  default as iterativeViterbiAStar,
  OPTIONS as ITERATIVE_VITERBI_A_STAR_OPTIONS,
} from "./decoders/iterative_viterbi_a_star.ts";
export type { KernelKind } from "./decoders/kernels/arena.ts";
export * from "./decoders/probability/max_marginals.ts";
export { default as viterbi } from "./decoders/placed/viterbi.ts";
export { OPTIONS as VITERBI_OPTIONS } from "./decoders/viterbi.ts";
export {
  default as viterbiAStar,
  OPTIONS as VITERBI_A_STAR_OPTIONS,
} from "./decoders/viterbi_a_star.ts";
export { type OpenOptions } from "./datasets/packs/pack.ts";
export { openPack, writePackFile } from "./datasets/packs/pack_file.ts";
export { Random } from "./datasets/random.ts";
export * from "./datasets/packs/safetensors.ts";
export * from "./datasets/synthetic_task.ts";
export type { Grid, Task } from "./datasets/task.ts";
