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
export { OPTIONS as ITERATIVE_VITERBI } from "../decoders/iterative_viterbi.ts";
export { OPTIONS as ITERATIVE_VITERBI_A_STAR } from "../decoders/iterative_viterbi_a_star.ts";
export { OPTIONS as BAR_HILLEL } from "../decoders/parsing/bar_hillel.ts";
export { OPTIONS as BELIEF_PROPAGATION } from "../decoders/parsing/belief_propagation.ts";
export { OPTIONS as DUAL_DECOMPOSITION } from "../decoders/parsing/dual_decomposition.ts";
export { OPTIONS as ORACLE } from "../decoders/parsing/oracle.ts";
export { OPTIONS as PIPELINE } from "../decoders/parsing/pipeline.ts";
export { OPTIONS as TAG_FACTORED } from "../decoders/parsing/tag_factored.ts";
export { OPTIONS as POSTERIOR } from "../decoders/posterior.ts";
export { OPTIONS as SCAN } from "../decoders/scan.ts";
export { OPTIONS as VITERBI } from "../decoders/viterbi.ts";
export { OPTIONS as VITERBI_A_STAR } from "../decoders/viterbi_a_star.ts";
export type { Arithmetic } from "../decoders/probability/estimate.ts";
export type { GradientError } from "../decoders/probability/negative_log_likelihood.ts";
export type { ProbablePath } from "../decoders/tagging/path_probabilities.ts";
export type {
  Sentence,
  SentenceBlock,
  SentenceList,
  SentenceRows,
} from "../decoders/tagging/sentences.ts";
export type { NoLayout } from "../decoders/tagging/tagged.ts";
export type { Arena, KernelKind } from "../decoders/kernels/arena.ts";
export type { Places, RowLists } from "../decoders/kernels/sum/weight_table.ts";
