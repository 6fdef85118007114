/**
 * Parsing datasets: a grammar and the sentences to parse with it, wherever they came from.
 *
 * @module
 */

import {
  NO_CANDIDATE,
  type ParsingModel,
  type ParsingSentence,
} from "../decoders/parsing/model.ts";
import { readParsing } from "./packs/parsing.ts";
import type { ParsingContents, SlotTables } from "./packs/parsing_contents.ts";
import { packName } from "./packs/pack_metadata.ts";
import { contentHash } from "./packs/safetensors.ts";
import type { TensorFile } from "./packs/tensors.ts";
import { sentenceStarts } from "./dataset.ts";
import { couplingOf, searchSpace, type SpaceSettings } from "./search_space.ts";

/** Fractional couplings are multiples of a quarter. */
const QUARTER = 0.25;

/** What a parsing pack holds. */
export interface ParsingDataset {
  /** As in `--dataset`; for a pack the name in its metadata. */
  readonly name: string;
  /** Content hash (SHA-256, hex) of the uncompressed tensors. */
  readonly hash: string;
  /** Whatever the maker wrote. */
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
  { unitExponent, grammar, transitions }: ParsingContents,
  settings: SpaceSettings = {},
): ParsingModel {
  const { kinds: _, ...tables } = grammar;
  const coupling = couplingOf(settings);
  const unit = 2 ** -unitExponent;
  const tagCount = grammar.tagSymbols.length;
  const { offsets, columns, values } = transitions;
  const dense = new Float64Array(tagCount * tagCount);
  for (let x = 0; x < tagCount; x++) {
    for (let i = offsets[x]!; i < offsets[x + 1]!; i++) {
      dense[x * tagCount + columns[i]!] = unit * coupling * values[i]!;
    }
  }
  return {
    ...tables,
    tagCount,
    symbolCount: grammar.symbolCategories.length,
    unit: Number.isInteger(coupling) ? unit : unit * QUARTER,
    transitions: dense,
  };
}

/**
 * The sentences of a dataset in a search space, or some of them.
 *
 * @throws RangeError if a sentence lacks slots that the space permits, or right tags that it needs
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
          const end = weights.offsets[ids[i]! + 1]!;
          for (let entry = weights.offsets[ids[i]!]!; entry < end; entry++) {
            into[weights.columns[entry]!]! += unit * weights.values[entry]!;
          }
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
