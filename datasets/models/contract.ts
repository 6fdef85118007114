/**
 * What a model of text is to Trellis, whoever trained it, and what a tagger answers.
 *
 * @module
 */

import type { Grid } from "../dataset.ts";
import type { WeightRows } from "../linear_model.ts";
import type { Network } from "./network.ts";
import type { AnswerSpan, Biases } from "./spans.ts";

export type { Attribute } from "../items.ts";

/**
 * A linear-chain model over attributes: n_t(y) = Σ_a value·weights(a, y) over the attributes a of
 * position t, and e_t(x, y) = transitions(x, y) + Σ_a value·pairs(a, x·L + y), for t ≥ 1.
 *
 * Names of attributes are byte strings, as `byteString` makes them of text: other tools compare
 * bytes, and their patterns cut characters in two.
 */
export interface FeatureModel {
  /** Whose model it is: what `readModel` takes as `from`, or as `layout` of a layer. */
  readonly format: string;
  /** Names of the L labels, in the model's own order: of equal paths the smaller index wins. */
  readonly labels: readonly string[];
  /** Rows of `weights` and of `pairs`, by the attribute's byte string. Empty for layers. */
  readonly attributes: ReadonlyMap<string, number>;
  /** Scores of labels: a row an attribute, a column a label. */
  readonly weights: WeightRows;
  /** Scores of pairs: a row an attribute, columns x·L + y. Only if they depend on the position. */
  readonly pairs?: WeightRows;
  /** L×L, row = previous label. */
  readonly transitions: Float64Array;
  /** L scores of the first label of a sentence. */
  readonly start?: Float64Array;
  /** L scores of the last label. */
  readonly end?: Float64Array;
  /** What makes the scores of labels of words instead of attributes. */
  readonly network?: Network;
  /** How columns become attributes; without it a model takes attributes only. */
  readonly templates?: Templates;
  /**
   * `exact` if all scores are multiples of 2^−`grid.exponent`: sums are the same in any order then,
   * and products with values are rounded to the grid. `float32`: attributes are added in their
   * order in float32 and multiplied by `costFactor` as CRF++ does with its binary models, then
   * rounded to the grid; `weights` and `pairs` are as they were stored.
   */
  readonly sums: "exact" | "float32";
  /** What sums in float32 are multiplied by; 1 otherwise. */
  readonly costFactor: number;
  /** The grid of the scores, and by how much a weight was changed at most when it was put there. */
  readonly grid: Grid;
  /** What a user should know: what was changed, or left out. A sentence each. */
  readonly notes: readonly string[];
}

/** Patterns that make attributes of columns. Their texts are byte strings. */
export interface Templates {
  /** Whose patterns they are: `crfpp`, `wapiti`, or one's own. */
  readonly syntax: string;
  /** As they stand in the model. */
  readonly patterns: readonly string[];
}

/** What makes attributes of columns: of position t of a sentence, as byte strings. */
export type Expand = (rows: readonly (readonly string[])[], position: number) => string[];

/** The scores of a sentence, its start and end scores in the first and last row. */
export interface SentenceScores {
  /** T, the number of positions. */
  readonly length: number;
  /** T×L numbers, row by row. */
  readonly emissions: Float64Array;
  /** (T−1)×L×L instead of the model's transitions: from label x to label y of position t + 1. */
  readonly pairs?: Float64Array;
  /** By how much each score may be off that of the model as it was stored. */
  readonly scoreError: number;
  /** No finite emission has a larger magnitude; if it is not given, they are looked at. */
  readonly emissionBound?: number;
}

/** What to answer besides labels and score. */
export interface AnswerOptions {
  /** How many paths at most, best first; 1 if not given. */
  readonly k?: number;
  /** The probability of each path, and the log-partition. */
  readonly probabilities?: boolean;
  /**
   * The probability of the label at each position of a path. The likeliest label of a position need
   * not be that of the best path: label by label they are another answer.
   */
  readonly confidences?: boolean;
  /** The probabilities of all labels at all positions. */
  readonly marginals?: boolean;
  /** Chunks of a path with their probabilities, by CoNLL's rules: see `spansOf`. */
  readonly spans?: boolean;
}

/** A path of a sentence. Parts that were not asked for are left out. */
export interface Answer {
  /** The sum of the path's scores. */
  readonly score: number;
  /** T names. */
  readonly labels: string[];
  /** e^(score − ln Z). */
  readonly probability?: number;
  /** ln Z, of the sentence. */
  readonly logPartition?: number;
  /** T probabilities: of each label at its position. */
  readonly confidences?: number[];
  /** T×L probabilities in the order of the model's labels, of the sentence. */
  readonly marginals?: number[][];
  /** Chunks in order. */
  readonly spans?: AnswerSpan[];
  /** How far numbers may be off those of the model as it was stored. */
  readonly errors?: AnswerErrors;
}

/** Bounds of |value − exact|. */
export interface AnswerErrors {
  /** Of `logPartition`. */
  readonly logPartition?: number;
  /** Of `score` − `logPartition`, ln p; `probability` itself is 0 below e^−708. */
  readonly logProbability?: number;
  /** Of each of `marginals` and `confidences`. */
  readonly marginals?: number;
  /** Of the probabilities of spans. */
  readonly spans?: number;
}

/** How a model is read. */
export interface ReadOptions {
  /** The format; told from the bytes if it is not given. */
  readonly from?: string;
  /** How a network's layer is stored, or the notation of labels, where the file does not tell. */
  readonly layout?: string;
  /** Names of the labels, for models that do not have them. */
  readonly labels?: readonly string[];
  /** Scores to be added by what follows what, for the labels of a token classifier. */
  readonly biases?: Biases;
  /** What errors call the file. */
  readonly source?: string;
}

/** A format of models. */
export interface ModelFormat {
  /** For `from`. */
  readonly name: string;
  /** A line for people. */
  readonly title: string;
  /** The options of `readModel` that it takes besides `from` and `source`; others are refused. */
  readonly takes?: readonly ("layout" | "labels" | "biases")[];
  /** Whether bytes begin as this format does. */
  recognises(bytes: Uint8Array): boolean;
  /**
   * Reads a model.
   *
   * @throws SyntaxError, RangeError or TypeError in one line, with the place: `Cannot read …`
   */
  read(bytes: Uint8Array, source: string, options: ReadOptions): FeatureModel;
}
