/**
 * What lattice packs hold: dense or padded scores, or the weights of factored and product packs.
 *
 * @module
 */

import { sentenceAt, sentenceStarts } from "../dataset.ts";
import { type SparseRows, UNKNOWN_LABEL } from "../linear_model.ts";
import { counts, INTEGERS, type Kind, listed, SCORES, WEIGHTS } from "./kinds.ts";
import type { Lists } from "./parsing_contents.ts";
import {
  checkLengths,
  field,
  optional,
  type Path,
  type Reading,
  type Schema,
  sparse,
} from "./schema.ts";

/** What a factored pack holds. */
export interface FactoredTables {
  /** T of each sentence. */
  readonly lengths: Int32Array;
  /** The features of each position. */
  readonly fired: Lists;
  /** A row a feature, a column a label; weights count the unit. */
  readonly weights: SparseRows;
  /** A row a previous label, a column a label; weights count the unit. */
  readonly transitions: SparseRows;
  /** Right labels, if the pack has them. */
  readonly gold?: Int32Array;
}

/** Other programs write BOOL. */
const MASK: Kind = {
  ...INTEGERS,
  dtypes: ["BOOL", "U8", "I8", "I32", "I64"],
  numbers: "not 0 where a sentence has a position: at the first ones, without gaps",
};
const PAIRS: Kind = { ...listed("components", "components"), numbers: "pairs, none twice" };
const SIZES: Kind = { ...INTEGERS, dtypes: ["I32"] };
const LENGTHS = field(INTEGERS, "lengths", "S", "positions of each sentence", checkLengths);
const GOLD = optional(
  "gold",
  field(INTEGERS, "gold", "N", "right labels, −1 where the model does not have them", checkGold),
);

/** Scores of all sentences, one after the other. */
export const DENSE = {
  emissions: field(SCORES, "emissions", "N,L", "by position and label"),
  lengths: LENGTHS,
  transitions: field(SCORES, "transitions", "L,L", "by previous label and label"),
  start_transitions: optional(
    "start_transitions",
    field(SCORES, "start", "L", "added to the first position of each sentence"),
  ),
  end_transitions: optional(
    "end_transitions",
    field(SCORES, "end", "L", "added to the last position of each sentence"),
  ),
  gold: GOLD,
  label_components: optional(
    "label_components",
    field(PAIRS, "components", "L,2", "the two components p and q of each label"),
  ),
  transitions_factor_0: optional(
    "label_components",
    field(SCORES, "first", "P,P", "by p: with the next tensor instead of `transitions`"),
  ),
  transitions_factor_1: optional(
    "label_components",
    field(SCORES, "second", "Q,Q", "by q: a transition is the sum of both"),
  ),
} satisfies Schema;

/** What is another tensor where the sentences of a dense pack are padded to one length. */
export const PADDED = {
  emissions: field(SCORES, "emissions", "B,T,L", "what is behind a sentence is not read"),
  mask: optional("mask", field(MASK, "mask", "B,T", "where sentences have positions")),
  lengths: field(INTEGERS, "lengths", "B", "beside the mask, or instead of it"),
  gold: optional("gold", field(INTEGERS, "gold", "B,T", "right labels")),
} satisfies Schema;

/** Weights of features: emissions are sums of those that fire at a position. */
export const FACTORED: Schema<Path<FactoredTables>> = {
  ...sparse(
    { counts: "feature_weight_counts", columns: "feature_labels", weights: "feature_weights" },
    "weights",
    "F",
    { what: "labels", below: "L" },
    "how many labels each feature has a weight for",
  ),
  position_feature_counts: field(
    counts("position_features"),
    "fired.offsets",
    "N",
    "how many features fire at each position",
  ),
  position_features: field(
    listed("features", "F"),
    "fired.ids",
    "Σ position_feature_counts",
    "which, position by position",
  ),
  lengths: LENGTHS,
  gold: GOLD,
  ...sparse(
    { counts: "transition_counts", columns: "transition_labels", weights: "transition_weights" },
    "transitions",
    "L",
    { what: "labels", below: "L" },
    "how many scores from each previous label are not 0",
  ),
};

/**
 * What a product pack has besides a factored pack of P + Q components; its right labels are pairs.
 */
export const PRODUCT = {
  component_counts: field(SIZES, "sizes", "2", "P and Q"),
  label_components: field(PAIRS, "components", "L,2", "p and q of each label"),
  label_weights: field(WEIGHTS, "weights", "L", "the cross factor"),
  lengths: LENGTHS,
  gold: GOLD,
} satisfies Schema;

function checkGold(reading: Reading, name: string): void {
  const labelCount = reading.sizes.get("L")!;
  reading.integers(name).forEach((label, index) => {
    if (label < labelCount && label >= UNKNOWN_LABEL) return;
    const sentence = sentenceAt(sentenceStarts(reading.integers("lengths")), index);
    const found = `index ${index} is ${label} (sentence ${sentence})`;
    throw reading.refused(name, `${found}, the labels are 0 to ${labelCount - 1}`);
  });
}
