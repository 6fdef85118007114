/**
 * What a parsing pack holds, as tables in memory.
 *
 * @module
 */

import type { BoundaryRole } from "../../decoders/parsing/model.ts";
import { startsOf } from "../dataset.ts";
import type { SparseRows } from "../linear_model.ts";

/** `kind` in the metadata of a parsing pack. */
export const PARSING_KIND = "parsing";
/** The places of an edge that have features: where it starts, where it is split, where it ends. */
export const BOUNDARY_ROLES: readonly BoundaryRole[] = ["start", "split", "end"];

/** Lists of ids: list i is `ids[offsets[i]]` up to the next offset. */
export interface Lists {
  /** Where each list starts, and the end. */
  readonly offsets: Int32Array;
  /** The ids of all lists. */
  readonly ids: Int32Array;
}

/** A compiled grammar of L tags, K symbols and R rules. Scores are multiples of the unit. */
export interface GrammarTables {
  /** The symbol of each tag, [L]. */
  readonly tagSymbols: Int32Array;
  /** The category of each symbol, [K]: symbols of one category differ in what they may do next. */
  readonly symbolCategories: Int32Array;
  /** The score of each symbol as a root, −∞ if it is none, [K]. */
  readonly rootScores: Float64Array;
  /** Left child of each rule, [R]. */
  readonly left: Int32Array;
  /** Right child of each rule, `UNARY` if it has one child, [R]. */
  readonly right: Int32Array;
  /** Parent of each rule, [R]. */
  readonly parent: Int32Array;
  /** What kind of rule each is, as the maker numbers them, [R]. */
  readonly kinds: Uint8Array;
  /** The score of each rule, [R]. */
  readonly ruleScores: Float64Array;
  /** By rule and bucket of the span's length, [R,8]. */
  readonly lengthScores: Float64Array;
  /** By rule and buckets of the children's lengths, [R,8,8]. */
  readonly childLengthScores: Float64Array;
}

/** The slots of N positions: which tags a position may have, and how likely they are. */
export interface SlotTables {
  /** Words of each sentence, [S]. */
  readonly lengths: Int32Array;
  /** The last level down to which each sentence has all its slots, [S]. */
  readonly depths: Int32Array;
  /** The slots of position p are at `offsets[p]` up to the next offset, [N+1]. */
  readonly offsets: Int32Array;
  /** Tags, ascending at each position. */
  readonly tags: Int32Array;
  /** The tagger's score of each slot without its bigrams, a multiple of the unit. */
  readonly emissions: Float64Array;
  /** The parser's score of each slot's leaf, a multiple of the unit. */
  readonly leafScores: Float64Array;
  /** Level of each slot among tags seen at least 20 times with their words. */
  readonly levels20: Uint8Array;
  /** The same with 150 times. */
  readonly levels150: Uint8Array;
}

/** Features by role and boundary; a sentence of n words has the boundaries 0 to n. */
export interface BoundaryTables extends Readonly<Record<BoundaryRole, Lists>> {
  /** A row a feature, a column a rule; weights count the unit. */
  readonly weights: SparseRows;
}

/** The right analyses. */
export interface GoldTables {
  /** The right tag of each position, −1 where no slot has it, [N]. */
  readonly tags: Int32Array;
  /** The right spans, if the maker gave them. */
  readonly spans?: SpanTables;
  /** The right dependencies, if the maker gave them. */
  readonly dependencies?: DependencyTables;
}

/** Labelled spans: those of sentence s are at `offsets[s]` up to the next offset. */
export interface SpanTables {
  /** Where the spans of each sentence start, and the end, [S+1]. */
  readonly offsets: Int32Array;
  /** First word. */
  readonly starts: Int32Array;
  /** The word after the last. */
  readonly ends: Int32Array;
  /** What each span is labelled with, a category as in the grammar. */
  readonly categories: Int32Array;
}

/** Words that fill arguments of others; sentence s has those from `offsets[s]` to the next. */
export interface DependencyTables {
  /** Where the dependencies of each sentence start, and the end, [S+1]. */
  readonly offsets: Int32Array;
  /** Position of the word that has the argument. */
  readonly heads: Int32Array;
  /** Its lexical category, as the grammar numbers categories. */
  readonly categories: Int32Array;
  /** Which argument, from 1. */
  readonly slots: Int32Array;
  /** Position of the word that fills it. */
  readonly arguments: Int32Array;
}

/** All of a pack. Scores are multiples of the unit 2^−unitExponent. */
export interface ParsingContents {
  /** Of the unit, negated. */
  readonly unitExponent: number;
  /** What tags can become, and what that scores. */
  readonly grammar: GrammarTables;
  /** L rows, one a previous tag; a column a tag; weights count the unit. Others are 0. */
  readonly transitions: SparseRows;
  /** The tags that words may have. */
  readonly slots: SlotTables;
  /** What the words around an edge add to the scores of rules. */
  readonly boundaries: BoundaryTables;
  /** The right analyses, if the maker gave them. */
  readonly gold?: GoldTables;
}

/** Whether a file says that it is a parsing pack. */
export function isParsing(
  { metadata }: { readonly metadata: Readonly<Record<string, string>> },
): boolean {
  return metadata["kind"] === PARSING_KIND;
}

/** The spans of sentences as tables. */
export function spanTables(
  sentences: readonly (readonly (readonly [start: number, end: number, category: number])[])[],
): SpanTables {
  const [starts, ends, categories] = ([0, 1, 2] as const).map((column) =>
    Int32Array.from(sentences.flat(), (span) => span[column])
  ) as [Int32Array, Int32Array, Int32Array];
  return { offsets: startsOf(sentences), starts, ends, categories };
}
