/**
 * Parsing datasets: a grammar and the sentences to parse with it, wherever they came from; and
 * parsing packs, safetensors files with the tensors of `PARSING`: the tags that words may have, a
 * grammar that joins them, and the scores of both.
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

import { sentenceStarts } from "./dataset.ts";
import { addRow, denseScores } from "./linear_model.ts";
import { packName, readUnit, unitText } from "./packs/pack_metadata.ts";
import {
  BOUNDARY_ROLES,
  type GrammarTables,
  isParsing,
  PARSING_KIND,
  type ParsingContents,
  type SlotTables,
} from "./packs/parsing_contents.ts";
import { PARSING } from "./packs/parsing_schema.ts";
import { contentHash } from "./packs/safetensors.ts";
import { Reading, tensorsOf } from "./packs/schema.ts";
import { gridForUnit, largestOf, largestSum } from "./packs/snap.ts";
import type { TensorFile } from "./packs/tensors.ts";
import { couplingOf, MOST_COUPLING, searchSpace, type SpaceSettings } from "./search_space.ts";
import {
  MULTIPLIER_UNIT,
  NO_CANDIDATE,
  type ParsingModel,
  type ParsingSentence,
} from "../decoders/parsing/model.ts";

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
  const reading = new Reading<ParsingContents>(PARSING, file, source, unitExponent);
  const contents = { ...reading.contents(), unitExponent };
  checkSums(contents, source);
  return contents;
}

/**
 * Checks that all sums of scores are exact.
 *
 * @param source names the tables in errors
 * @throws RangeError for scores that are too large
 */
export function checkSums(contents: ParsingContents, source: string): void {
  const { unitExponent, grammar, transitions, slots, boundaries } = contents;
  const unit = 2 ** -unitExponent;
  const boundary = Math.max(
    ...BOUNDARY_ROLES.map((role) => largestSum(boundaries[role], boundaries.weights)),
  );
  const leaf = largestOf(slots.emissions) + largestOf(slots.leafScores) +
    MOST_COUPLING * unit * largestOf(transitions.values);
  const words = { length: largestOf(slots.lengths), leaf, boundaries: 3 * unit * boundary };
  checkTreeSums(grammar, words, unit, source);
}

/**
 * The same of a grammar and what the words of a sentence add to its scores at most. A tree over n
 * words has n leaves, fewer than n edges with two children and, with one step at most on each item,
 * fewer than 2n with one.
 *
 * @param unit scores are multiples of it
 * @throws as `checkSums`
 */
export function checkTreeSums(
  { ruleScores, lengthScores, childLengthScores, rootScores }: GrammarTables,
  words: { readonly length: number; readonly leaf: number; readonly boundaries: number },
  unit: number,
  source: string,
): void {
  const edge = largestOf(ruleScores) + largestOf(lengthScores) + largestOf(childLengthScores) +
    words.boundaries;
  const bound = words.length * (words.leaf + 3 * edge) +
    largestOf(rootScores.filter(Number.isFinite));
  // Sums with multipliers must be exact, too: they have as much room as the scores. A coupling may
  // take a quarter of the unit, which is as if sums were four times as large.
  gridForUnit(2 * bound / QUARTER, Math.min(unit, MULTIPLIER_UNIT / QUARTER), source);
}

/**
 * The tensors of a parsing pack. Scores that float32 holds are written in it, ids in the narrowest
 * of 16 or 32 bits: nothing is lost.
 *
 * @param metadata whatever describes the pack; `kind` and `unit` are added
 */
export function parsingFile(
  contents: ParsingContents,
  metadata: Readonly<Record<string, string>>,
): TensorFile {
  return {
    metadata: { ...metadata, kind: PARSING_KIND, unit: unitText(contents.unitExponent) },
    tensors: tensorsOf(PARSING, contents),
  };
}

/** Fractional couplings are multiples of a quarter. */
const QUARTER = 0.25;

/** What a parsing pack holds. */
export interface ParsingDataset {
  /** As in `--dataset`; for a pack the name in its metadata. */
  readonly name: string;
  /** Content hash (SHA-256, hex) of the uncompressed tensors. */
  readonly hash: string;
  /** The metadata of the file. */
  readonly metadata: Readonly<Record<string, string>>;
  /** All tables of the pack. */
  readonly contents: ParsingContents;
}

/**
 * The dataset of a parsing pack. Everything in it is checked.
 *
 * @param source names the file in errors, and the dataset if the metadata do not
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function parsingDataset(file: TensorFile, source: string): ParsingDataset {
  const contents = readParsing(file, source);
  let hash: string | undefined;
  return {
    name: packName(file, source),
    get hash() {
      return hash ??= contentHash(file);
    },
    metadata: file.metadata,
    contents,
  };
}

/**
 * What decoders prepare for: the grammar, and the bigrams times the coupling. With a coupling that
 * is not whole the unit is a quarter of the pack's.
 *
 * @throws RangeError for a coupling that is none
 */
export function parsingModel(
  { unitExponent, grammar, transitions }: Pick<
    ParsingContents,
    "unitExponent" | "grammar" | "transitions"
  >,
  settings: SpaceSettings = {},
): ParsingModel {
  const { kinds: _, ...tables } = grammar;
  const coupling = couplingOf(settings);
  const unit = 2 ** -unitExponent;
  return {
    ...tables,
    tagCount: grammar.tagSymbols.length,
    symbolCount: grammar.symbolCategories.length,
    unit: Number.isInteger(coupling) ? unit : unit * QUARTER,
    transitions: denseScores(transitions, unit * coupling),
  };
}

/**
 * The sentences of a dataset in a search space, or some of them.
 *
 * @param which their numbers; all if they are not given
 * @throws RangeError if a sentence lacks slots that the space permits, or right tags that it needs,
 * and for settings that contradict each other or are out of range
 */
export function parsingSentences(
  contents: ParsingContents,
  settings: SpaceSettings,
  which: Iterable<number> = contents.slots.lengths.keys(),
): ParsingSentence[] {
  const space = searchSpace(settings);
  const { slots, boundaries, gold, unitExponent } = contents;
  const starts = sentenceStarts(slots.lengths);
  const { weights } = boundaries;
  const unit = 2 ** -unitExponent;
  return Array.from(which, (sentence): ParsingSentence => {
    if (!isSearchable(contents, settings, sentence)) {
      throw new RangeError(
        `Cannot search sentence ${sentence} in this space: the pack has its slots to level ` +
          `${slots.depths[sentence]}${gold === undefined ? " and no right tags" : ""}`,
      );
    }
    const start = starts[sentence]!;
    const length = slots.lengths[sentence]!;
    // A sentence of n words has n + 1 boundaries.
    const firstBoundary = start + sentence;
    const spans = gold?.spans && spansOf(gold.spans, sentence);
    return {
      length,
      ...slotsOf(
        slots,
        start,
        length,
        space.order === "gold" ? NO_CANDIDATE : slots.depths[sentence]!,
      ),
      space,
      addBoundaryScores(role, boundary, into) {
        const { offsets, ids } = boundaries[role];
        const list = firstBoundary + boundary;
        for (let i = offsets[list]!; i < offsets[list + 1]!; i++) {
          addRow(weights, ids[i]!, unit, into, 0);
        }
      },
      ...(gold === undefined ? {} : {
        gold: {
          tags: gold.tags.subarray(start, start + length),
          ...(spans === undefined ? {} : { spans }),
        },
      }),
    };
  });
}

/** Whether a sentence has all the slots that a space permits, and right tags if it needs them. */
export function isSearchable(
  { slots, gold }: ParsingContents,
  settings: SpaceSettings,
  sentence: number,
): boolean {
  const { order, steps } = searchSpace(settings);
  if (order === "gold") return gold !== undefined;
  return steps.every(({ level }) => level <= slots.depths[sentence]!);
}

/**
 * The slots of a sentence down to a level. What is beyond the depth of a sentence is there as the
 * right tag alone, which only the space of right tags may show.
 */
function slotsOf(
  { offsets, tags, emissions, leafScores, levels20, levels150 }: SlotTables,
  start: number,
  length: number,
  depth: number,
): Pick<ParsingSentence, "slots" | "levels"> {
  const kept: number[] = [];
  const starts = new Int32Array(length + 1);
  for (let word = 0; word < length; word++) {
    const end = offsets[start + word + 1]!;
    for (let slot = offsets[start + word]!; slot < end; slot++) {
      if (Math.min(levels20[slot]!, levels150[slot]!) <= depth) kept.push(slot);
    }
    starts[word + 1] = kept.length;
  }
  return {
    slots: {
      offsets: starts,
      tags: Int32Array.from(kept, (slot) => tags[slot]!),
      emissions: Float64Array.from(kept, (slot) => emissions[slot]!),
      leafScores: Float64Array.from(kept, (slot) => leafScores[slot]!),
    },
    levels: {
      20: Uint8Array.from(kept, (slot) => levels20[slot]!),
      150: Uint8Array.from(kept, (slot) => levels150[slot]!),
    },
  };
}

function spansOf(
  { offsets, starts, ends, categories }: NonNullable<NonNullable<ParsingContents["gold"]>["spans"]>,
  sentence: number,
): Int32Array {
  const [from, to] = [offsets[sentence]!, offsets[sentence + 1]!];
  const spans = new Int32Array(3 * (to - from));
  for (let i = from; i < to; i++) {
    spans.set([starts[i]!, ends[i]!, categories[i]!], 3 * (i - from));
  }
  return spans;
}
