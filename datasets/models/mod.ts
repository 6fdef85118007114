/**
 * Models of text: read those of CRFsuite and others, and tag with them, in Deno, Node and browsers.
 * Bytes in, no files.
 *
 * @module
 */

export type * from "../../decoders/contract.ts";
export type { Matrix, Numbers } from "../../decoders/tagging/numbers.ts";
export { joinWindows, type ScoreWindow } from "../../decoders/tagging/windows.ts";
export type { Estimate, Marginals } from "../../decoders/probability/estimate.ts";
export type {
  Emissions,
  Lattice,
  Model,
  Path,
  TransitionFactor,
  TransitionStructure,
} from "../../decoders/lattice.ts";
export type { Grid } from "../dataset.ts";
export type { WeightRows } from "../linear_model.ts";
export type {
  Answer,
  AnswerErrors,
  AnswerOptions,
  Attribute,
  FeatureModel,
  ModelFormat,
  ReadOptions,
  SentenceScores,
  Templates,
} from "./contract.ts";
export { AttributeRows, AttributeTable } from "./attribute_rows.ts";
export { writeModel } from "./trellis.ts";
export {
  type Counts,
  Evaluation,
  type EvaluationResult,
  evaluationText,
  type Quality,
} from "./evaluation.ts";
export { HEAD_LAYOUTS } from "./heads.ts";
export type { EmbeddingTable, Names, Network } from "./network.ts";
export { BIASES, type Biases, type NotationScores, notationScores } from "./spans.ts";
export { readCalibration } from "./token_classifier.ts";
export { type Item, itemField, parseItem, parseItems } from "../items.ts";
export { FORMATS, type ReadableModel, readModel } from "./read_model.ts";
export {
  type AnswerSpan,
  type ConstrainedLogPartition,
  type FoundSpans,
  type Scheme,
  SCHEMES,
  type Span,
  spanLabels,
  SpanProbabilities,
  spansOf,
} from "./spans.ts";
export { ModelTagger, type TaggerOptions } from "./tagger.ts";
