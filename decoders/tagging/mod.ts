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

export type { Decoded, Decoder, Work } from "../contract.ts";
export { type Emissions, type Lattice, type Model, type Path, scorePath } from "../lattice.ts";

export { default as aStar } from "../a_star.ts";
export { default as auto } from "../auto.ts";
export { default as beam } from "../beam.ts";
export { default as blockSkip } from "../block_skip.ts";
export { default as carpediem } from "../carpediem.ts";
export { default as columnGeneration } from "../column_generation.ts";
export { default as dominance } from "../dominance.ts";
export { default as iterativeAStar } from "../iterative_a_star.ts";
export { default as iterativeViterbi } from "../iterative_viterbi.ts";
export { default as iterativeViterbiAStar } from "../iterative_viterbi_a_star.ts";
export { default as posterior } from "../posterior.ts";
export { default as scan } from "../scan.ts";
export { default as viterbi } from "../kernels/dense/viterbi.ts";
export { default as viterbiAStar } from "../viterbi_a_star.ts";

export { entropy } from "../probability/entropy.ts";
export type { Estimate, Marginals, SumOptions } from "../probability/estimate.ts";
export { logPartition, marginals } from "../probability/log_partition.ts";
export { labelMargins, type MaxMarginals, maxMarginals } from "../probability/max_marginals.ts";
export {
  constrain,
  type Loss,
  type LossEstimate,
  type LossGradient,
  type LossOptions,
  negativeLogLikelihood,
  UNLABELLED,
} from "../probability/negative_log_likelihood.ts";
export { pathSampler } from "../probability/path_sampler.ts";
export { pathProbabilities, type ProbablePaths } from "./path_probabilities.ts";

export { type BioScores, bioScores } from "./bio.ts";
export { DecodingTagger, decodingTagger } from "./decoding_tagger.ts";
export type { TaggerModel } from "./model.ts";
export type { MaskRow, Matrix, Numbers } from "./numbers.ts";
export { type Checks, type Prepared, prepared } from "./prepared.ts";
export type { GoldRow, TagGradient } from "./probabilities.ts";
export type { ReservedScores } from "./reserved.ts";
export type { Bound } from "./score_rule.ts";
export type { BatchLayout, Scores } from "./sentences.ts";
export type { ConfidentPath, Tagged, TaggedPath, TagOptions } from "./tagged.ts";
export { Tagger, tagger } from "./tagger.ts";
export { joinWindows, type ScoreWindow } from "./windows.ts";
