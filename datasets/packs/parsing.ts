/**
 * Parsing packs: sentences with the tags that their words may have, a grammar that joins them, and
 * the scores of both. A safetensors file with the tensors of `PARSING`.
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
import { readUnit, unitText } from "./pack_metadata.ts";
import {
  BOUNDARY_ROLES,
  isParsing,
  PARSING_KIND,
  type ParsingContents,
} from "./parsing_contents.ts";
import { PARSING } from "./parsing_schema.ts";
import type { TensorFile } from "./tensors.ts";
import { Reading, tensorsOf } from "./schema.ts";
import { gridForUnit, largestOf, largestSum } from "./snap.ts";

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
  const reading = new Reading<ParsingContents>(PARSING, file, source, unitExponent);
  const contents = { ...reading.contents(), unitExponent };
  gridForUnit(partialSumBound(contents), Math.min(2 ** -unitExponent, MULTIPLIER_UNIT), source);
  return contents;
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

/**
 * An upper bound on the magnitude of any partial sum: a tree over n words has n leaves, fewer than
 * n edges with two children and, with one step at most on each item, fewer than 2n with one.
 */
function partialSumBound(contents: ParsingContents): number {
  const { unitExponent, grammar, transitions, slots, boundaries } = contents;
  const unit = 2 ** -unitExponent;
  const boundary = Math.max(
    ...BOUNDARY_ROLES.map((role) => largestSum(boundaries[role], boundaries.weights)),
  );
  const longest = largestOf(slots.lengths);
  const edge = largestOf(grammar.ruleScores) + largestOf(grammar.lengthScores) +
    largestOf(grammar.childLengthScores) + 3 * unit * boundary;
  const leaf = largestOf(slots.emissions) + largestOf(slots.leafScores) +
    MOST_COUPLING * unit * largestOf(transitions.values);
  return longest * (leaf + 3 * edge) + largestOf(grammar.rootScores.filter(Number.isFinite));
}
