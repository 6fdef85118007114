/**
 * Synthetic parsing datasets: a seeded family whose charts are as large and as ambiguous as those
 * of English with a wide-coverage categorial grammar.
 *
 * @module
 */

import { startsOf } from "../../dataset.ts";
import type { SparseRows } from "../../linear_model.ts";
import {
  type BoundaryTables,
  type ParsingContents,
  spanTables,
} from "../../packs/parsing_contents.ts";
import { Random } from "../../random.ts";
import { zipfPrior } from "../families.ts";
import { Derivations, drawSlots, type Slot, type SyntheticDerivation } from "./sentences.ts";
import { syntheticGrammar, toUnit, UNIT_EXPONENT } from "./grammar.ts";

/** Levels down to which sentences have all their slots: a beam of .001. */
export const DEPTH = 110;
/** Words of a sentence: its mean without a setting, and the most. */
const MEAN_LENGTH = 12.6;
const MAX_LENGTH = 75;
/** Different words, each with a feature at each side of a boundary. */
const WORDS = 500;
/** Rules that a feature has a weight for, and the standard deviation of weights. */
const FEATURE_RULES = 12;
const FEATURE_DEVIATION = 0.4;
/** Standard deviation of the tagger's bigrams, and the share of those that are not 0. */
const BIGRAMS = { deviation: 0.7, share: 0.3 };

/** What can be set of a dataset. */
export interface SyntheticParsing {
  /** L, the number of tags. */
  readonly tagCount: number;
  readonly sentences: number;
  readonly seed: number;
  /** How many tags compete, 1 as in English; 0 leaves the right one alone. */
  readonly ambiguity?: number;
  /** Words of every sentence, instead of a distribution. */
  readonly length?: number;
}

/**
 * Makes the tables of a dataset. Same seed, same tables; more sentences only add to those of a
 * smaller dataset. A sentence's right derivation is drawn from the grammar, its tags from a tagger
 * that knows the right ones with errors.
 *
 * Cost: O(R·n²) once for the longest sentence, O(R·n) a word.
 *
 * @throws RangeError for sizes that make no dataset
 *
 * @example
 * ```ts
 * import { syntheticParsing } from "./contents.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const { slots } = syntheticParsing({ tagCount: 40, sentences: 3, seed: 1, length: 7 });
 * assertEquals([...slots.lengths], [7, 7, 7]);
 * ```
 */
export function syntheticParsing(size: SyntheticParsing): ParsingContents {
  const { tagCount, sentences, seed, ambiguity = 1, length } = size;
  checkSize(size);
  const random = new Random(seed, 0);
  const grammar = syntheticGrammar(tagCount, random);
  const ruleCount = grammar.left.length;
  const features = { share: FEATURE_RULES / ruleCount, deviation: FEATURE_DEVIATION };
  const weights = sparseRows(2 * WORDS, ruleCount, features, random);
  const transitions = sparseRows(tagCount, tagCount, BIGRAMS, random);
  const derivations = new Derivations(grammar);
  const frequencies = zipfPrior(tagCount);
  const words = zipfPrior(WORDS);
  const drawn = Array.from({ length: sentences }, (_, sentence) => {
    const random = new Random(seed, 1 + sentence);
    const gold = derivations.draw(drawLength(derivations, length, random), random);
    return {
      gold,
      slots: gold.tags.map((tag) =>
        drawSlots(tag, frequencies, { ambiguity, depth: DEPTH }, random)
      ),
      words: gold.tags.map(() => random.choose(words)),
    };
  });
  const slots = drawn.flatMap((sentence) => sentence.slots);
  const all = slots.flat();
  const column = (name: keyof Slot) => all.map((slot) => slot[name]);
  return {
    unitExponent: UNIT_EXPONENT,
    grammar,
    transitions,
    slots: {
      lengths: Int32Array.from(drawn, ({ gold }) => gold.tags.length),
      depths: new Int32Array(sentences).fill(DEPTH),
      offsets: startsOf(slots),
      tags: Int32Array.from(column("tag")),
      emissions: Float64Array.from(column("emission")),
      leafScores: Float64Array.from(column("leafScore")),
      levels20: Uint8Array.from(column("level20")),
      levels150: Uint8Array.from(column("level150")),
    },
    boundaries: boundariesOf(drawn.map(({ words }) => words), weights),
    gold: goldOf(drawn.map(({ gold }) => gold)),
  };
}

/**
 * Checks that there is such a dataset.
 *
 * @throws RangeError
 */
export function checkSize({ tagCount, sentences, ambiguity = 1, length = 1 }: SyntheticParsing) {
  const wholes = { tags: [tagCount, 2, 2048], sentences: [sentences, 1, 100_000] } as const;
  for (const [name, [value, least, most]] of Object.entries(wholes)) {
    if (Number.isInteger(value) && value >= least && value <= most) continue;
    throw new RangeError(
      `Cannot make a synthetic parsing task with this number of ${name}: ${value}`,
    );
  }
  if (!(Number.isInteger(length) && length >= 1 && length <= MAX_LENGTH)) {
    throw new RangeError(`Cannot make sentences of 1 to ${MAX_LENGTH} words: length ${length}`);
  }
  if (!(ambiguity >= 0 && ambiguity <= 100)) {
    throw new RangeError(`Cannot use an ambiguity that is not from 0 to 100: ${ambiguity}`);
  }
}

/**
 * The length that is set, or 1 plus two geometric variables.
 *
 * @throws RangeError if the grammar has no derivation of so many words
 */
function drawLength(
  derivations: Derivations,
  length: number | undefined,
  random: Random,
): number {
  const extra = (MEAN_LENGTH - 1) / 2;
  const wanted = length ??
    Math.min(MAX_LENGTH, 1 + random.geometric(extra) + random.geometric(extra));
  if (!derivations.has(wanted)) {
    throw new RangeError(`Cannot derive a sentence of ${wanted} words from the grammar`);
  }
  return wanted;
}

function sparseRows(
  rowCount: number,
  columnCount: number,
  { deviation, share }: typeof BIGRAMS,
  random: Random,
): SparseRows {
  const rows = Array.from({ length: rowCount }, () => {
    const chosen = new Set<number>();
    const entries = Math.min(columnCount, Math.max(1, Math.round(share * columnCount)));
    while (chosen.size < entries) chosen.add(random.integer(columnCount));
    return [...chosen].sort((a, b) => a - b);
  });
  const columns = Int32Array.from(rows.flat());
  return {
    offsets: startsOf(rows),
    columns,
    values: columns.map(() => toUnit(deviation * random.gaussian()) * 2 ** UNIT_EXPONENT),
  };
}

/** At each boundary the words on both sides, as far as there are. */
function boundariesOf(
  sentences: readonly (readonly number[])[],
  weights: SparseRows,
): BoundaryTables {
  const features = sentences.flatMap((words) =>
    Array.from({ length: words.length + 1 }, (_, boundary) => [
      ...(boundary < words.length ? [words[boundary]!] : []),
      ...(boundary > 0 ? [WORDS + words[boundary - 1]!] : []),
    ])
  );
  const lists = { offsets: startsOf(features), ids: Int32Array.from(features.flat()) };
  return { start: lists, split: lists, end: lists, weights };
}

function goldOf(derivations: readonly SyntheticDerivation[]): ParsingContents["gold"] & object {
  return {
    tags: Int32Array.from(derivations.flatMap(({ tags }) => tags)),
    spans: spanTables(derivations.map(({ spans }) => spans)),
  };
}
