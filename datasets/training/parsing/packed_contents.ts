/**
 * What training has learned, as the tables of a parsing pack.
 *
 * @module
 */

import { type BoundaryRole, LENGTH_BUCKETS } from "../../../decoders/parsing/model.ts";
import { type Category, printCategory } from "../../ccg/category.ts";
import { dependenciesOf } from "../../ccg/dependencies.ts";
import { spansOf, type Tree } from "../../ccg/tree.ts";
import type { Sentence } from "../../corpora/corpus.ts";
import {
  type LinearModel,
  mergeFeatures,
  roundedRows,
  roundTo,
  RowList,
  type SparseRows,
} from "../../linear_model.ts";
import {
  BOUNDARY_ROLES,
  type BoundaryTables,
  type DependencyTables,
  type GrammarTables,
  type ParsingContents,
  type SlotTables,
  type SpanTables,
  spanTables,
} from "../../packs/parsing_contents.ts";
import { differences } from "../../packs/kinds.ts";
import { remembered, sentenceStarts, startsOf } from "../../dataset.ts";
import { Expectations } from "./expectations.ts";
import type { NamedTables, ParserInput, ParserWeights, Productions } from "./parser_weights.ts";
import type { SentenceSlots } from "./supertagger.ts";

/** A sentence to pack. */
export interface PackedSentence {
  readonly sentence: Sentence;
  /** Its right analysis. */
  readonly tree: Tree;
  readonly slots: SentenceSlots;
  /** The last level down to which it has all its slots. */
  readonly depth: number;
  /** Right tags, −1 where a word has none of the tags. */
  readonly right: Int32Array;
}

/** The tables, and names for their metadata. */
export interface Packed {
  readonly contents: ParsingContents;
  /** Names of the categories; those that only right spans have are the last. */
  readonly categories: readonly string[];
}

/**
 * The tables of some sentences. Scores are rounded to multiples of the tagger's unit, halves up:
 * each weight of a production, and each leaf's sum.
 */
export function packedContents(
  { tables, categories }: NamedTables,
  { unitExponent, transitions }: Pick<LinearModel, "unitExponent" | "transitions">,
  weights: ParserWeights,
  sentences: readonly PackedSentence[],
): Packed {
  const inputs = sentences.map(({ sentence }) => weights.encode(sentence));
  // Categories that only right analyses have get the next numbers.
  const names = [...categories];
  const numbers = new Map(categories.map((name, number) => [name, number]));
  const numberOf = (category: Category): number => {
    const name = printCategory(category);
    return remembered(numbers, name, () => names.push(name) - 1);
  };
  const spans = goldSpans(sentences, numberOf);
  return {
    categories: names,
    contents: {
      unitExponent,
      grammar: scoredGrammar(tables, weights, unitExponent),
      transitions,
      slots: packedSlots(sentences, inputs, weights, unitExponent),
      boundaries: packedBoundaries(weights, inputs, unitExponent),
      gold: {
        tags: Int32Array.from(sentences.flatMap(({ right }) => [...right])),
        spans,
        dependencies: goldDependencies(sentences, numberOf),
      },
    },
  };
}

/** A grammar with the scores of the weights, rounded to multiples of 2^−unitExponent. */
export function scoredGrammar(
  tables: GrammarTables,
  { productions: { ofRule }, biases, lengths, childLengths }: ParserWeights,
  unitExponent: number,
): GrammarTables {
  const expand = (weights: Float64Array, width: number) => {
    const scores = new Float64Array(ofRule.length * width);
    ofRule.forEach((production, rule) => {
      for (let i = 0; i < width; i++) {
        scores[rule * width + i] = roundTo(weights[production * width + i]!, unitExponent);
      }
    });
    return scores;
  };
  return {
    ...tables,
    ruleScores: expand(biases, 1),
    lengthScores: expand(lengths, LENGTH_BUCKETS),
    childLengthScores: expand(childLengths, LENGTH_BUCKETS ** 2),
  };
}

function packedSlots(
  sentences: readonly PackedSentence[],
  inputs: readonly ParserInput[],
  weights: ParserWeights,
  unitExponent: number,
): SlotTables {
  const expectations = new Expectations(weights);
  const leafScores = sentences.map(({ slots }, i) => {
    expectations.open(inputs[i]!);
    return expectations.slotScores(slots).map((score) => roundTo(score, unitExponent));
  });
  const lengths = Int32Array.from(sentences, ({ slots: { offsets } }) => offsets.length - 1);
  return {
    lengths,
    offsets: sentenceStarts(sentences.flatMap(({ slots }) => [...differences(slots.offsets)])),
    depths: Int32Array.from(sentences, ({ depth }) => depth),
    tags: Int32Array.from(sentences.flatMap(({ slots }) => [...slots.tags])),
    emissions: Float64Array.from(sentences.flatMap(({ slots }) => [...slots.emissions])),
    leafScores: Float64Array.from(leafScores.flatMap((scores) => [...scores])),
    levels20: Uint8Array.from(sentences.flatMap(({ slots }) => [...slots.levels[20]])),
    levels150: Uint8Array.from(sentences.flatMap(({ slots }) => [...slots.levels[150]])),
  };
}

/**
 * The features that fire in some sentences, with weights for rules instead of productions. Those
 * that fire at the same boundaries in the same roles are one. Weights are rounded to multiples of
 * 2^−unitExponent.
 */
function packedBoundaries(
  weights: ParserWeights,
  inputs: readonly ParserInput[],
  unitExponent: number,
): BoundaryTables {
  // A position of this corpus is a boundary in one of its roles.
  const fired = BOUNDARY_ROLES.flatMap((role) =>
    inputs.flatMap(({ boundaries }) => boundaries[role])
  );
  const { model, corpus } = mergeFeatures({
    unitExponent,
    weights: roundedRows(weights.anchored, unitExponent),
    transitions: new RowList().toRows(),
  }, {
    lengths: new Int32Array(0),
    featureOffsets: startsOf(fired),
    features: Int32Array.from(fired.flat()),
    labels: new Int32Array(0),
  });
  const boundaryCount = inputs.reduce((sum, { length }) => sum + length + 1, 0);
  const lists = BOUNDARY_ROLES.map((role, i): [BoundaryRole, BoundaryTables["start"]] => {
    const offsets = corpus.featureOffsets.subarray(i * boundaryCount, (i + 1) * boundaryCount + 1);
    return [role, {
      offsets: offsets.map((offset) => offset - offsets[0]!),
      ids: corpus.features.slice(offsets[0], offsets.at(-1)),
    }];
  });
  return {
    ...Object.fromEntries(lists) as Record<BoundaryRole, BoundaryTables["start"]>,
    weights: byRules(model.weights, weights.productions),
  };
}

/** Weights of rules at most, an eighth of a GB: some hundred times those of EWT. */
const MOST_WEIGHTS = 2 ** 24;

/**
 * Each weight of a production for all its rules.
 *
 * @throws RangeError for more than can be held: a small file may say so
 */
export function byRules(
  { offsets, columns, values }: SparseRows,
  productions: Productions,
): SparseRows {
  const rules = Array.from({ length: productions.count }, (): number[] => []);
  productions.ofRule.forEach((production, rule) => rules[production]!.push(rule));
  const count = columns.reduce((sum, production) => sum + rules[production]!.length, 0);
  if (count > MOST_WEIGHTS) {
    throw new RangeError(
      `Cannot weigh rules by ${columns.length} weights of productions: ${count}`,
    );
  }
  const expanded = new RowList();
  for (let row = 0; row + 1 < offsets.length; row++) {
    const entries: [number, number][] = [];
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      for (const rule of rules[columns[i]!]!) entries.push([rule, values[i]!]);
    }
    entries.sort(([a], [b]) => a - b);
    for (const [rule, value] of entries) expanded.push(rule, value);
    expanded.endRow();
  }
  return expanded.toRows();
}

function goldSpans(
  sentences: readonly PackedSentence[],
  numberOf: (category: Category) => number,
): SpanTables {
  return spanTables(
    sentences.map(({ tree }) =>
      spansOf(tree).map(({ start, end, category }) => [start, end, numberOf(category)] as const)
    ),
  );
}

function goldDependencies(
  sentences: readonly PackedSentence[],
  numberOf: (category: Category) => number,
): DependencyTables {
  const found = sentences.map(({ tree }) => dependenciesOf(tree));
  const flat = found.flat();
  return {
    offsets: startsOf(found),
    heads: Int32Array.from(flat, ({ head }) => head),
    categories: Int32Array.from(flat, ({ category }) => numberOf(category)),
    slots: Int32Array.from(flat, ({ slot }) => slot),
    arguments: Int32Array.from(flat, ({ argument }) => argument),
  };
}
