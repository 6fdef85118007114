/**
 * Model files of parsers: safetensors files with all that it takes to parse a sentence but for its
 * parts of speech, which are the grammar with its scores, the supertagger with its dictionary, and
 * weights of the words around a rule and below a tag.
 *
 * `__metadata__` has `kind` = `parser`, `unit` as parsing packs have it, `labels`, the names of the
 * tags, and `categories`, those of the symbols.
 *
 * @module
 */

import {
  type BoundaryRole,
  NO_CANDIDATE,
  type ParsingModel,
  type ParsingSentence,
} from "../../../decoders/parsing/model.ts";
import type { Category } from "../../ccg/category.ts";
import { categoriesOf } from "../../ccg/grammar.ts";
import { startsOf } from "../../dataset.ts";
import { byteString } from "../../models/byte_strings.ts";
import { type Names, namesOf } from "../../models/network.ts";
import { SUPERTAG_FEATURES } from "../../models/words.ts";
import type { TaggedSentence } from "../../ccg/tree.ts";
import { addRow, roundedRows, roundTo, type SparseRows } from "../../linear_model.ts";
import { readUnit, unitText } from "../../packs/pack_metadata.ts";
import { Reading, tensorsOf } from "../../packs/schema.ts";
import { type Dictionary, PARSER, type ParserTables } from "./parser_schema.ts";
import { largestOf } from "../../packs/snap.ts";
import type { TensorFile } from "../../packs/tensors.ts";
import { checkTreeSums, parsingModel } from "../../parsing_dataset.ts";
import {
  LEVELS_PER_NAT,
  MOST_COUPLING,
  searchSpace,
  type SpaceSettings,
} from "../../search_space.ts";
import { brief } from "../../visible.ts";
import { Encoder } from "../encode.ts";
import { byRules, scoredGrammar } from "./packed_contents.ts";
import {
  addRows,
  featureTable,
  type NamedTables,
  parserInput,
  type ParserWeights,
  productionsOf,
  slotScores,
} from "./parser_weights.ts";
import {
  beams,
  Candidates,
  CUTOFFS,
  type Seen,
  type SentenceSlots,
  sentenceSlots,
  type Supertagger,
  supertagger,
} from "./supertagger.ts";

/** What `kind` of the metadata says. */
const KIND = "parser";
/** Longer sentences are refused: sums over them need not be exact, and charts take memory. */
export const MOST_WORDS = 500;
/** Features of a word that the supertagger, and that the parser's leaves have; and of an edge. */
const FIRED = { tagger: 19, leaf: 5, edge: 11 } as const;
/** The largest score of another tagger: far above any logarithm of a probability. */
const MOST_SCORE = 2 ** 14;

/** A grammar with the models that were trained apart for it. */
export interface TrainedParser {
  readonly grammar: NamedTables;
  /** Scores tags. */
  readonly tagger: Supertagger;
  /** The tags that words may have. */
  readonly candidates: Candidates;
  readonly weights: ParserWeights;
}

/**
 * The model file of what was trained.
 *
 * @param metadata whatever else describes it
 */
export function parserFile(
  { grammar: named, tagger, candidates, weights }: TrainedParser,
  metadata: Readonly<Record<string, string>>,
): TensorFile {
  const { model: { unitExponent, transitions, weights: rows }, encoder } = tagger;
  const { anchored, leaves } = weights;
  const seenOften = [...candidates.words].filter(([, { count }]) => count >= Math.min(...CUTOFFS));
  const contents: ParserTables = {
    grammar: scoredGrammar(named.tables, weights, unitExponent),
    transitions,
    tagger: keptRows([...encoder.features], rows),
    anchored: keptRows(anchored.names, roundedRows(anchored, unitExponent)),
    leaves: keptRows(leaves.names, leaves),
    words: dictionaryOf(seenOften),
    pos: dictionaryOf([...candidates.pos]),
  };
  return {
    metadata: {
      ...metadata,
      kind: KIND,
      unit: unitText(unitExponent),
      labels: JSON.stringify(named.tags),
      categories: JSON.stringify(named.categories),
    },
    tensors: tensorsOf(PARSER, contents),
  };
}

/** Rows with entries. Those without take no room: the ends of the others are those of all. */
function keptRows<Rows extends Pick<SparseRows, "offsets">>(
  names: readonly string[],
  rows: Rows,
): Rows & { readonly names: Names } {
  const { offsets } = rows;
  const kept = [...names.keys()].filter((row) => offsets[row]! < offsets[row + 1]!);
  return {
    ...rows,
    offsets: Int32Array.from([0, ...kept.map((row) => offsets[row + 1]!)]),
    names: namesOf(kept.map((row) => byteString(names[row]!))),
  };
}

function textsOf({ offsets, bytes }: Names): string[] {
  // A word may begin with what else would be a mark of the byte order.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return Array.from(
    { length: offsets.length - 1 },
    (_, i) => decoder.decode(bytes.subarray(offsets[i], offsets[i + 1])),
  );
}

function dictionaryOf(seen: readonly (readonly [string, Seen])[]): Dictionary {
  const tags = seen.map(([, { tags }]) => [...tags].sort((a, b) => a - b));
  return {
    names: namesOf(seen.map(([name]) => byteString(name))),
    uses: Int32Array.from(seen, ([, { count }]) => count),
    offsets: startsOf(tags),
    tags: Int32Array.from(tags.flat()),
  };
}

function seenIn({ names, uses, offsets, tags }: Dictionary): Map<string, Seen> {
  return new Map(
    textsOf(names).map((name, i) => {
      const own = new Set(tags.subarray(offsets[i], offsets[i + 1]));
      return [name, { count: uses[i]!, tags: own }];
    }),
  );
}

/** Whether a file is a model of a parser. */
export function isParser({ metadata }: Pick<TensorFile, "metadata">): boolean {
  return metadata["kind"] === KIND;
}

/** A parser with its supertagger, for sentences that have parts of speech. */
export interface SavedParser {
  /** The metadata of the file. */
  readonly metadata: Readonly<Record<string, string>>;
  /** By number. */
  readonly categories: readonly Category[];
  /** The number of each symbol's category. */
  readonly symbolCategories: Int32Array;
  /** What decoders prepare for. */
  readonly model: ParsingModel;
  /**
   * A sentence with its slots and scores, as a parsing pack has them.
   *
   * With scores of another tagger, its slots are the categories that these name, and their
   * emissions the scores; a level is ⌈−16 (score − the word's best)⌉ for both cutoffs, as if scores
   * were log-probabilities. Categories that are no tags of the grammar are left out. All that the
   * parser scores stays, and the supertagger's bigrams do: with the setting `coupling=0` they are
   * left out.
   *
   * @throws RangeError for one without words, for one of more than 500, for scores that are too
   * large, and for a word with no tag
   */
  sentence(
    words: Pick<TaggedSentence, "forms" | "pos">,
    scores?: readonly Readonly<Record<string, number>>[],
  ): ParsingSentence;
}

/**
 * The parser in a file.
 *
 * @param settings the search space of its sentences
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function openParser(
  file: TensorFile,
  source: string,
  settings: SpaceSettings = {},
): SavedParser {
  const { metadata } = file;
  if (!isParser(file)) {
    const kind = brief(metadata["kind"] ?? "none");
    throw new SyntaxError(`Cannot read ${source} as a parser: its metadata "kind" is ${kind}`);
  }
  const unitExponent = readUnit(file, source);
  const tables = new Reading<ParserTables>(PARSER, file, source, unitExponent).contents();
  checkSums(tables, unitExponent, source);
  const categories = categoriesOf(metadata, source);
  if (categories === undefined || metadata["labels"] === undefined) {
    throw new SyntaxError(
      `Cannot read ${source} as a parser: its tags or categories have no names`,
    );
  }
  const { grammar, transitions, tagger: { names: features, ...weights } } = tables;
  const tags = JSON.parse(metadata["labels"]) as string[];
  const encoder = new Encoder(tags, SUPERTAG_FEATURES, textsOf(features));
  const candidates = new Candidates([], tags, seenIn(tables.words), seenIn(tables.pos));
  const linear = { unitExponent, weights, transitions };
  const found = beams(supertagger(encoder, linear, tags.length), candidates, tags.length);
  const anchored = featureTable(textsOf(tables.anchored.names), {
    ...tables.anchored,
    // Which features have weights is asked for, not what they are.
    weights: new Float64Array(0),
  });
  const leaves = featureTable(textsOf(tables.leaves.names), tables.leaves);
  const rules = byRules(tables.anchored, productionsOf(grammar));
  const ranks = new Map(tags.map((tag, rank) => [tag, rank]));
  const space = searchSpace(settings);
  const depth = Math.max(...space.steps.map(({ level }) => level));
  const row = new Float64Array(tags.length);
  const unit = 2 ** -unitExponent;
  return {
    metadata,
    categories,
    symbolCategories: grammar.symbolCategories,
    model: parsingModel({ unitExponent, grammar, transitions }, settings),
    sentence({ forms, pos }, scores) {
      const { length } = forms;
      if (length === 0 || length > MOST_WORDS) {
        throw new RangeError(`Cannot parse ${length} words: 1 to ${MOST_WORDS} are possible`);
      }
      const words = { forms, pos, labels: forms.map(() => "") };
      const slots = scores === undefined
        ? sentenceSlots(found.of(words), depth, new Int32Array(length).fill(-1))
        : scoredSlots(scores, ranks, depth, unitExponent);
      const input = parserInput(words, { anchored, leaves });
      const leafScores = slotScores(slots, (t) => {
        addRows(leaves, input.words[t]!, row.fill(0));
        return row;
      });
      const { levels, ...places } = slots;
      return {
        length,
        slots: {
          ...places,
          leafScores: leafScores.map((score) => roundTo(score, unitExponent)),
        },
        levels,
        space,
        addBoundaryScores(role: BoundaryRole, boundary: number, into: Float64Array) {
          for (const feature of input.boundaries[role][boundary]!) {
            addRow(rules, feature, unit, into, 0);
          }
        },
      };
    },
  };
}

/** Slots of another tagger's scores, down to a level. */
function scoredSlots(
  scores: readonly Readonly<Record<string, number>>[],
  ranks: ReadonlyMap<string, number>,
  depth: number,
  unitExponent: number,
): SentenceSlots {
  const words = scores.map((word, t) => {
    const known = Object.entries(word).filter(([category]) => ranks.has(category));
    const best = Math.max(...known.map(([, score]) => score));
    if (known.length === 0) {
      throw new RangeError(`Cannot parse word ${t + 1}: none of its categories is a tag`);
    }
    return known.map(([category, score]) => {
      if (!(Math.abs(score) <= MOST_SCORE)) {
        throw new RangeError(`Cannot parse with so large a score of word ${t + 1}: ${score}`);
      }
      const level = Math.min(NO_CANDIDATE - 1, Math.ceil(LEVELS_PER_NAT * (best - score)));
      return { tag: ranks.get(category)!, emission: roundTo(score, unitExponent), level };
    }).filter(({ level }) => level <= depth).sort((a, b) => a.tag - b.tag);
  });
  const slots = words.flat();
  const levels = Uint8Array.from(slots, ({ level }) => level);
  return {
    offsets: startsOf(words),
    tags: Int32Array.from(slots, ({ tag }) => tag),
    emissions: Float64Array.from(slots, ({ emission }) => emission),
    levels: { 20: levels, 150: levels },
  };
}

/** Checks that all sums over a sentence that is not refused are exact. */
function checkSums(
  { grammar, transitions, tagger, anchored, leaves }: ParserTables,
  unitExponent: number,
  source: string,
): void {
  const unit = 2 ** -unitExponent;
  const leaf = FIRED.leaf * largestOf(leaves.weights) + unit +
    Math.max(MOST_SCORE, FIRED.tagger * unit * largestOf(tagger.values)) +
    MOST_COUPLING * unit * largestOf(transitions.values);
  const boundaries = FIRED.edge * unit * largestOf(anchored.values);
  checkTreeSums(grammar, { length: MOST_WORDS, leaf, boundaries }, unit, source);
}
