/**
 * Parsing packs: sentences with the tags that their words may have, a grammar that joins them, and
 * the scores of both.
 *
 * A safetensors file with these tensors (S sentences, N words, M slots, L tags, K symbols, R rules,
 * F features; counts and ids are U8, U16 or I32, weights I8, I16 or I32, scores F32, F16 or F64):
 *
 * | tensor | shape | meaning |
 * |---|---|---|
 * | `lengths` | I32 or I64 [S] | words of each sentence |
 * | `sentence_depths` | [S] | the last level down to which a sentence has all its slots |
 * | `slot_counts` | [N] | how many tags each word may have |
 * | `slot_tags` | [M] | those tags, ascending, word by word |
 * | `slot_emissions` | [M] | the tagger's scores, bigrams left out |
 * | `slot_leaf_scores` | [M] | the parser's scores of the leaves |
 * | `slot_levels_20`, `slot_levels_150` | U8 [M] | levels: ⌈−16 ln(p/p_max)⌉, 255 = no candidate |
 * | `tag_symbols` | [L] | the symbol of a leaf with each tag |
 * | `symbol_categories` | [K] | the category of each symbol |
 * | `root_scores` | [K] | −∞ = no root |
 * | `rule_left`, `rule_parent` | [R] | symbols |
 * | `rule_right` | I32 or I64 [R] | symbols, −1 = one child |
 * | `rule_kind` | U8 [R] | kinds as the maker numbers them |
 * | `rule_scores` | [R] | |
 * | `length_scores` | [R,8] | by bucket of the span's length |
 * | `child_length_scores` | [R,8,8] | by buckets of both children's lengths |
 * | `transition_counts`, `_labels`, `_weights` | as in a factored pack | bigrams of tags |
 * | `start_feature_counts`, `_features` | [N+S], [their sum] | at boundaries 0 to n of a sentence |
 * | `split_feature_counts`, `_features` | the same | |
 * | `end_feature_counts`, `_features` | the same | |
 * | `feature_rule_counts` | [F] | how many rules each feature has a weight for |
 * | `feature_rules`, `feature_weights` | [their sum] | those rules, ascending, and their weights |
 * | `gold` | I32 or I64 [N], optional | right tags, −1 = no slot has it |
 * | `gold_span_counts` | [S], optional | right spans of each sentence |
 * | `gold_span_starts`, `_ends`, `_categories` | [their sum] | |
 * | `gold_dependency_counts` | [S], optional | right dependencies of each sentence |
 * | `gold_dependency_heads`, `_categories`, `_slots`, `_arguments` | [their sum] | |
 *
 * `__metadata__` has `kind` = `parsing` and `unit` = `1/2^k` written out. It may have `categories`:
 * the names of the categories as a list in JSON, those that only right analyses have after those of
 * the symbols. With it, a right category without a name is refused, and so is an argument that its
 * category does not take; without it, any number stands for a category. Right spans do not cross.
 *
 * All scores are multiples of the unit, so that every sum of them is exact. A beam β permits the
 * slots whose level is at most ⌊−16 ln β⌋; both kinds of levels are 0 at the best tag of a word.
 *
 * A symbol that is the parent of a rule with one child is no child of such a rule, so that no item
 * can be derived from itself.
 *
 * @module
 */

import { MOST_COUPLING } from "../search_space.ts";
import { sentenceStarts } from "../task.ts";
import { gridForUnit } from "./pack_task.ts";
import { readBoundaries } from "./_parsing_boundaries.ts";
import { readCategoryNames } from "./_parsing_categories.ts";
import { readGoldParses } from "./_parsing_gold.ts";
import { readGrammar } from "./_parsing_grammar.ts";
import { readSlots } from "./_parsing_slots.ts";
import { readUnit } from "./_unit.ts";
import { readRows, transitionTensors } from "./_sparse_tensors.ts";
import { checkLabelNames } from "./_tensor_checks.ts";
import type { TensorFile } from "./safetensors.ts";
import type { SparseRows } from "../training/linear_model.ts";
import { type BoundaryTables, isParsing, type ParsingContents } from "./parsing_contents.ts";

/** Multipliers of dual decomposition count this unit; sums with them must be exact, too. */
const MULTIPLIER_UNIT = 2 ** -20;

/**
 * The tables of a parsing pack, everything in them checked.
 *
 * @param source names the file in errors
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readParsing(file: TensorFile, source: string): ParsingContents {
  if (!isParsing(file)) {
    throw new SyntaxError(`Cannot read ${source} as parses: it is a pack of lattices`);
  }
  const unitExponent = readUnit(file, source);
  const grammar = readGrammar(file, source, unitExponent);
  const tagCount = grammar.tagSymbols.length;
  checkLabelNames(file, source, tagCount);
  const slots = readSlots(file, source, unitExponent, tagCount);
  const starts = sentenceStarts(slots.lengths);
  const transitions = readRows(file, source, transitionTensors(tagCount));
  if (transitions.offsets.length !== tagCount + 1) {
    throw new RangeError(
      `Cannot use tensor "transition_counts" of ${source}: it has ` +
        `${transitions.offsets.length - 1} rows for ${tagCount} tags`,
    );
  }
  const boundaries = readBoundaries(file, source, starts, grammar.left.length);
  const names = readCategoryNames(file, source, grammar.symbolCategories);
  const gold = readGoldParses(file, source, starts, slots, names);
  const contents = {
    ...{ unitExponent, grammar, slots, transitions, boundaries },
    ...(gold === undefined ? {} : { gold }),
  };
  gridForUnit(partialSumBound(contents), Math.min(2 ** -unitExponent, MULTIPLIER_UNIT), source);
  return contents;
}

/**
 * An upper bound on the magnitude of any partial sum: a tree over n words has n leaves, fewer than
 * n edges with two children and, with one step at most on each item, fewer than 2n with one.
 */
function partialSumBound(contents: ParsingContents): number {
  const { unitExponent, grammar, transitions, slots, boundaries } = contents;
  const unit = 2 ** -unitExponent;
  const longest = largest(slots.lengths);
  const edge = largest(grammar.ruleScores) + largest(grammar.lengthScores) +
    largest(grammar.childLengthScores) + 3 * unit * largestBoundary(boundaries);
  const leaf = largest(slots.emissions) + largest(slots.leafScores) +
    MOST_COUPLING * unit * largest(transitions.values);
  return longest * (leaf + 3 * edge) + largest(grammar.rootScores.filter(Number.isFinite));
}

function largest(values: ArrayLike<number>): number {
  let magnitude = 0;
  for (let i = 0; i < values.length; i++) magnitude = Math.max(magnitude, Math.abs(values[i]!));
  return magnitude;
}

/** The most that the features of a boundary can add to a rule, in units. */
function largestBoundary({ weights, ...roles }: BoundaryTables): number {
  const maxima = rowMaxima(weights);
  let bound = 0;
  for (const { offsets, ids } of Object.values(roles)) {
    for (let list = 0; list + 1 < offsets.length; list++) {
      let sum = 0;
      for (let i = offsets[list]!; i < offsets[list + 1]!; i++) sum += maxima[ids[i]!]!;
      bound = Math.max(bound, sum);
    }
  }
  return bound;
}

function rowMaxima({ offsets, values }: SparseRows): Float64Array {
  return Float64Array.from(
    { length: offsets.length - 1 },
    (_, row) => largest(values.subarray(offsets[row], offsets[row + 1])),
  );
}
