/**
 * Writing parsing packs.
 *
 * @module
 */

import { unitText } from "./_unit.ts";
import { counts, narrow, narrowSigned } from "./factored.ts";
import { LENGTH_BUCKETS } from "../../decoders/parsing/model.ts";
import {
  BOUNDARY_ROLES,
  type GoldTables,
  PARSING_KIND,
  type ParsingContents,
} from "./parsing_contents.ts";
import { type Tensor, tensor, type TensorFile } from "./safetensors.ts";

/**
 * The tensors of a parsing pack, see `parsing.ts`. Scores that float32 holds are written in it, ids
 * in the narrowest of 16 or 32 bits: nothing is lost.
 *
 * @param metadata whatever describes the pack; `kind` and `unit` are added
 */
export function parsingFile(
  { unitExponent, grammar, transitions, slots, boundaries, gold }: ParsingContents,
  metadata: Readonly<Record<string, string>>,
): TensorFile {
  const rules = grammar.left.length;
  const features = boundaries.weights;
  const tensors: [string, Tensor][] = [
    ["lengths", tensor(slots.lengths)],
    ["sentence_depths", tensor(narrow(slots.depths))],
    ["slot_counts", tensor(narrow(counts(slots.offsets)))],
    ["slot_tags", tensor(narrow(slots.tags))],
    ["slot_emissions", scores(slots.emissions)],
    ["slot_leaf_scores", scores(slots.leafScores)],
    ["slot_levels_20", tensor(slots.levels20)],
    ["slot_levels_150", tensor(slots.levels150)],
    ["tag_symbols", tensor(narrow(grammar.tagSymbols))],
    ["symbol_categories", tensor(narrow(grammar.symbolCategories))],
    ["root_scores", scores(grammar.rootScores)],
    ["rule_left", tensor(narrow(grammar.left))],
    ["rule_right", tensor(grammar.right)],
    ["rule_parent", tensor(narrow(grammar.parent))],
    ["rule_kind", tensor(grammar.kinds)],
    ["rule_scores", scores(grammar.ruleScores)],
    ["length_scores", scores(grammar.lengthScores, [rules, LENGTH_BUCKETS])],
    [
      "child_length_scores",
      scores(grammar.childLengthScores, [rules, LENGTH_BUCKETS, LENGTH_BUCKETS]),
    ],
    ["transition_counts", tensor(narrow(counts(transitions.offsets)))],
    ["transition_labels", tensor(narrow(transitions.columns))],
    ["transition_weights", tensor(narrowSigned(transitions.values))],
    ["feature_rule_counts", tensor(narrow(counts(features.offsets)))],
    ["feature_rules", tensor(narrow(features.columns))],
    ["feature_weights", tensor(narrowSigned(features.values))],
  ];
  for (const role of BOUNDARY_ROLES) {
    const { offsets, ids } = boundaries[role];
    tensors.push(
      [`${role}_feature_counts`, tensor(narrow(counts(offsets)))],
      [`${role}_features`, tensor(narrow(ids))],
    );
  }
  return {
    metadata: { ...metadata, kind: PARSING_KIND, unit: unitText(unitExponent) },
    tensors: new Map([...tensors, ...goldTensors(gold)]),
  };
}

function goldTensors(gold: GoldTables | undefined): [string, Tensor][] {
  if (gold === undefined) return [];
  const { tags, spans, dependencies } = gold;
  const named: [string, Tensor][] = [["gold", tensor(tags)]];
  if (spans !== undefined) {
    named.push(
      ["gold_span_counts", tensor(narrow(counts(spans.offsets)))],
      ["gold_span_starts", tensor(narrow(spans.starts))],
      ["gold_span_ends", tensor(narrow(spans.ends))],
      ["gold_span_categories", tensor(narrow(spans.categories))],
    );
  }
  if (dependencies !== undefined) {
    named.push(
      ["gold_dependency_counts", tensor(narrow(counts(dependencies.offsets)))],
      ["gold_dependency_heads", tensor(narrow(dependencies.heads))],
      ["gold_dependency_categories", tensor(narrow(dependencies.categories))],
      ["gold_dependency_slots", tensor(narrow(dependencies.slots))],
      ["gold_dependency_arguments", tensor(narrow(dependencies.arguments))],
    );
  }
  return named;
}

function scores(values: Float64Array, shape?: readonly number[]): Tensor {
  const isNarrow = values.every((value) => value === Math.fround(value));
  return tensor(isNarrow ? Float32Array.from(values) : values, shape);
}
