/**
 * Exact decoders for sequence models with many labels, and a tagger on top of them. No files,
 * nothing of Node: it runs in browsers.
 *
 * ```ts
 * import { tagger } from "./mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const tag = tagger({ transitions: [[0, -1], [-2, 0]], labels: ["DET", "NOUN"] });
 * const paths = tag.decode([[3, 1], [0, 2]], { names: true });
 * assertEquals(paths, [{ score: 4, labels: ["DET", "NOUN"] }]);
 * ```
 *
 * @module
 */

export * from "../contract.ts";
export * from "../lattice.ts";
export { default as aStar, OPTIONS as A_STAR_OPTIONS } from "../a_star.ts";
export { default as auto, OPTIONS as AUTO_OPTIONS } from "../auto.ts";
export { default as beam, OPTIONS as BEAM_OPTIONS } from "../beam.ts";
export { default as blockSkip, OPTIONS as BLOCK_SKIP_OPTIONS } from "../block_skip.ts";
export { centred } from "../chain/centring.ts";
export { type Checks, type Prepared, prepared } from "./prepared.ts";
export { default as carpediem, OPTIONS as CARPEDIEM_OPTIONS } from "../carpediem.ts";
export {
  default as columnGeneration,
  OPTIONS as COLUMN_GENERATION_OPTIONS,
} from "../column_generation.ts";
export { default as dominance, OPTIONS as DOMINANCE_OPTIONS } from "../dominance.ts";
export {
  default as iterativeAStar,
  OPTIONS as ITERATIVE_A_STAR_OPTIONS,
} from "../iterative_a_star.ts";
export {
  default as iterativeViterbi,
  OPTIONS as ITERATIVE_VITERBI_OPTIONS,
} from "../iterative_viterbi.ts";
export {
  default as iterativeViterbiAStar,
  OPTIONS as ITERATIVE_VITERBI_A_STAR_OPTIONS,
} from "../iterative_viterbi_a_star.ts";
export type { KernelKind } from "../kernels/arena.ts";
export { default as posterior, OPTIONS as POSTERIOR_OPTIONS } from "../posterior.ts";
export * from "../probability/constrain.ts";
export { type BioScores, bioScores } from "./bio.ts";
export { entropy } from "../probability/entropy.ts";
export type { Arithmetic, Estimate, SumOptions } from "../probability/estimate.ts";
export { logPartition } from "../probability/log_partition.ts";
export { type Marginals, marginals } from "../probability/marginals.ts";
export * from "../probability/max_marginals.ts";
export * from "../probability/negative_log_likelihood.ts";
export * from "./path_probabilities.ts";
export { pathSampler } from "../probability/path_sampler.ts";
export { default as scan, OPTIONS as SCAN_OPTIONS } from "../scan.ts";
export { default as viterbi } from "../kernels/dense/viterbi.ts";
export { OPTIONS as VITERBI_OPTIONS } from "../viterbi.ts";
export { default as viterbiAStar, OPTIONS as VITERBI_A_STAR_OPTIONS } from "../viterbi_a_star.ts";
export type { GoldRow, TagGradient } from "./probabilities.ts";
export type { ConfidentPath, NoLayout, Tagged, TaggedPath, TagOptions } from "./tagged.ts";
export { Tagger, tagger } from "./tagger.ts";
export type { TaggerModel } from "./model.ts";
export type { MaskRow } from "./mask.ts";
export type { Matrix, Numbers } from "./numbers.ts";
export type { ReservedScores } from "./reserved.ts";
export type { Bound } from "./score_rule.ts";
export type { BatchLayout, Scores } from "./sentences.ts";
