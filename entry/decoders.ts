/**
 * Exact decoders for sequence models with many labels, and a tagger on top of them. No files,
 * nothing of Node: it runs in browsers.
 *
 * ```ts
 * import { tagger } from "./decoders.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const tag = tagger({ transitions: [[0, -1], [-2, 0]], labels: ["DET", "NOUN"] });
 * const paths = tag.decode([[3, 1], [0, 2]], { names: true });
 * assertEquals(paths, [{ score: 4, labels: ["DET", "NOUN"] }]);
 * ```
 *
 * @module
 */

export * from "../decoders/contract.ts";
export * from "../decoders/lattice.ts";
export { default as aStar, OPTIONS as A_STAR_OPTIONS } from "../decoders/a_star.ts";
export { default as auto } from "../decoders/auto.ts";
export { default as beam, OPTIONS as BEAM_OPTIONS } from "../decoders/beam.ts";
export { default as blockSkip, OPTIONS as BLOCK_SKIP_OPTIONS } from "../decoders/block_skip.ts";
export { centred } from "../decoders/chain/centring.ts";
export { type Prepared, prepared } from "../decoders/chain/prepared.ts";
export { default as carpediem, OPTIONS as CARPEDIEM_OPTIONS } from "../decoders/carpediem.ts";
export {
  default as columnGeneration,
  OPTIONS as COLUMN_GENERATION_OPTIONS,
} from "../decoders/column_generation.ts";
export { default as dominance, OPTIONS as DOMINANCE_OPTIONS } from "../decoders/dominance.ts";
export {
  default as iterativeAStar,
  OPTIONS as ITERATIVE_A_STAR_OPTIONS,
} from "../decoders/iterative_a_star.ts";
export {
  default as iterativeViterbi,
  OPTIONS as ITERATIVE_VITERBI_OPTIONS,
} from "../decoders/iterative_viterbi.ts";
export {
  default as iterativeViterbiAStar,
  OPTIONS as ITERATIVE_VITERBI_A_STAR_OPTIONS,
} from "../decoders/iterative_viterbi_a_star.ts";
export type { KernelKind } from "../decoders/kernels/arena.ts";
export * from "../decoders/probability/max_marginals.ts";
export { default as viterbi } from "../decoders/placed/viterbi.ts";
export { OPTIONS as VITERBI_OPTIONS } from "../decoders/viterbi.ts";
export {
  default as viterbiAStar,
  OPTIONS as VITERBI_A_STAR_OPTIONS,
} from "../decoders/viterbi_a_star.ts";
export {
  type NamedPath,
  type NoLayout,
  type Tagged,
  Tagger,
  tagger,
  type TagOptions,
} from "../decoders/tagging/tagger.ts";
export type { TaggerModel } from "../decoders/tagging/model.ts";
export type { MaskRow } from "../decoders/tagging/mask.ts";
export type { Matrix, Numbers } from "../decoders/tagging/numbers.ts";
export type { ReservedScores } from "../decoders/tagging/reserved.ts";
export type { Bound } from "../decoders/tagging/score_rule.ts";
export type { BatchLayout, Scores } from "../decoders/tagging/sentences.ts";
