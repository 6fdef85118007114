/**
 * The sentences of a parsing dataset that a run decodes, with their scores as one array and the
 * sizes of their forests.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Category } from "../../../datasets/ccg/category.ts";
import { categoriesOf } from "../../../datasets/ccg/grammar.ts";
import { isSearchable, type ParsingDataset } from "../../../datasets/parsing_dataset.ts";
import type { ParsingContents } from "../../../datasets/packs/parsing_contents.ts";
import { selectSentences } from "../../../datasets/parsing_part.ts";
import { searchSpace, type SpaceSettings } from "../../../datasets/search_space.ts";
import type { Sample } from "../contract.ts";
import { drawSentences } from "../draw.ts";
import { type Parses, parsesOf, settingsText, writeParses } from "./parses_file.ts";
import { newWork } from "../../../decoders/contract.ts";
import { compileGrammar } from "../../../decoders/parsing/forest/grammar.ts";
import { isNoForest, openForest, Workspace } from "../../../decoders/parsing/forest/open_forest.ts";
import type { ParsingSentence } from "../../../decoders/parsing/model.ts";

/** MiB of a cell: edges of a large forest with their weights, and copies of the tables. */
const CELL_MB = 400;

/** A parsing dataset in a search space, and what its name says. */
export interface NamedParses extends Pick<Sample, "name" | "base" | "settings" | "family"> {
  readonly dataset: ParsingDataset;
  readonly space: SpaceSettings;
}

/** Sentences of a dataset, ready to be parsed. */
export interface ParsingSample extends Sample, Parses {
  readonly contents: ParsingContents;
  readonly space: SpaceSettings;
  /** What the numbers of tags and categories stand for, where the pack says it. */
  readonly names?: readonly Category[];
  /** What the forest of each sentence holds; they are built once. */
  forests(): readonly ForestSize[];
  first(sentences: number): ParsingSample;
}

/**
 * Takes sentences of a dataset over the quantiles of length, or all if it has fewer; see
 * `drawSentences`. A sentence whose slots the pack has not down to the space's widest beam is none
 * of the dataset.
 *
 * @throws RangeError if there is no sentence
 */
export function takeSample(
  dataset: NamedParses,
  sentences: number,
  longest = Infinity,
): ParsingSample {
  const { name, settings, dataset: { contents }, space } = dataset;
  const all = contents.slots.lengths;
  const within = [...all.keys()].filter((sentence) => isSearchable(contents, space, sentence));
  const lengths = within.map((sentence) => all[sentence]!);
  const indices = drawSentences(lengths, sentences, longest).map((i) => within[i]!);
  if (indices.length === 0) {
    throw new RangeError(`Cannot take sentences of ${name}: none has slots for its search space`);
  }
  const given = longest === Infinity ? settings : { ...settings, longest };
  return sampleOf({ ...dataset, settings: given }, indices);
}

/** @param given the sentences with other scores than the dataset has */
function sampleOf(
  named: NamedParses,
  indices: readonly number[],
  given?: Parses,
): ParsingSample {
  const { name, base, settings, family, dataset, space } = named;
  const contents = selectSentences(dataset.contents, indices);
  const parses = given ?? parsesOf(contents, space);
  const { model, sentences } = parses;
  let sizes: ForestSize[] | undefined;
  const forests = () => sizes ??= forestSizes(parses);
  const hasDependencies = dataset.contents.gold?.dependencies !== undefined;
  const names = hasDependencies ? categoriesOf(dataset.metadata, name) : undefined;
  return {
    ...{ name, base, settings, family, indices, contents, space },
    ...(names === undefined ? {} : { names }),
    ...parses,
    hash: hashOf(dataset, space),
    size: parses.model.tagCount,
    lengths: [...contents.slots.lengths],
    get referenceEdges() {
      return forests().reduce((sum, { edges }) => sum + edges, 0);
    },
    forests,
    cellMb: CELL_MB,
    first: (sentences) => sampleOf(named, indices.slice(0, sentences)),
    write: (path, withGold = false) =>
      writeParses(path, base, withGold ? contents : withoutGold(contents, space), space),
    scores: (sentence) => scoresOf(sentences[sentence]!),
    // What the parser says of the leaves stays as it is.
    rows: (sentence) => sentences[sentence]!.slots.offsets,
    over: (scored) =>
      sampleOf(named, scored.map(({ sentence }) => indices[sentence]!), {
        model,
        sentences: scored.map(({ sentence, numbers }) => rescored(sentences[sentence]!, numbers)),
      }),
  };
}

/** The tables without what is right, but for right tags in a space that is made of them. */
function withoutGold(contents: ParsingContents, settings: SpaceSettings): ParsingContents {
  const { gold, ...rest } = contents;
  if (gold === undefined || searchSpace(settings).order !== "gold") return rest;
  return { ...rest, gold: { tags: gold.tags } };
}

/** One pack is another dataset in another space. */
function hashOf({ hash }: ParsingDataset, space: SpaceSettings): string {
  return createHash("sha256").update(`${hash} ${settingsText(space)}`).digest("hex");
}

/** What the forest of a sentence holds; nothing if there is none. */
export interface ForestSize {
  /** Slots that its step of the search space permits. */
  readonly slots: number;
  readonly items: number;
  readonly edges: number;
}

/**
 * The sizes of the forests that every decoder searches: of the step that the search space ends
 * with, without what no derivation uses.
 *
 * Cost: a chart a sentence.
 */
export function forestSizes({ model, sentences }: Parses): ForestSize[] {
  const workspace = new Workspace(compileGrammar(model));
  return sentences.map((sentence) => {
    const forest = openForest(sentence, newWork(), workspace);
    if (isNoForest(forest)) return { slots: 0, items: 0, edges: 0 };
    return {
      slots: forest.slots.tags.length,
      // Item 0 stands for none.
      items: forest.symbols.length - 1,
      edges: forest.left.length,
    };
  });
}

/** The scores. */
export function scoresOf({ slots: { emissions, leafScores } }: ParsingSentence): Float64Array {
  const numbers = new Float64Array(emissions.length + leafScores.length);
  numbers.set(emissions);
  numbers.set(leafScores, emissions.length);
  return numbers;
}

/** The sentence with other scores, which stay where they are. */
export function rescored(sentence: ParsingSentence, numbers: Float64Array): ParsingSentence {
  const { slots } = sentence;
  const count = slots.tags.length;
  return {
    ...sentence,
    slots: {
      ...slots,
      emissions: numbers.subarray(0, count),
      leafScores: numbers.subarray(count, 2 * count),
    },
  };
}
