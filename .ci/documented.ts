/**
 * What entry points refer to and do not export, for `deno doc --lint`: options of decoders, which
 * are at `decoder.options`, and types of parts of a value, which nobody need write.
 *
 * @module
 */

export { OPTIONS as A_STAR } from "../decoders/a_star.ts";
export { OPTIONS as AUTO } from "../decoders/auto.ts";
export { OPTIONS as BEAM } from "../decoders/beam.ts";
export { OPTIONS as BLOCK_SKIP } from "../decoders/block_skip.ts";
export { OPTIONS as CARPEDIEM } from "../decoders/carpediem.ts";
export { OPTIONS as COLUMN_GENERATION } from "../decoders/column_generation.ts";
export { OPTIONS as DOMINANCE } from "../decoders/dominance.ts";
export { OPTIONS as ITERATIVE_A_STAR } from "../decoders/iterative_a_star.ts";
export { OPTIONS as ITERATIVE_VITERBI } from "../decoders/iterative_viterbi.ts";
export { OPTIONS as ITERATIVE_VITERBI_A_STAR } from "../decoders/iterative_viterbi_a_star.ts";
export { OPTIONS as POSTERIOR } from "../decoders/posterior.ts";
export { OPTIONS as SCAN } from "../decoders/scan.ts";
export { OPTIONS as VITERBI } from "../decoders/viterbi.ts";
export { OPTIONS as VITERBI_A_STAR } from "../decoders/viterbi_a_star.ts";
export type { Arithmetic } from "../decoders/probability/estimate.ts";
export type { GradientError } from "../decoders/probability/negative_log_likelihood.ts";
export type { ProbablePath } from "../decoders/tagging/path_probabilities.ts";
export type { NoLayout } from "../decoders/tagging/tagged.ts";
