/**
 * How good the models of a parsing pack are.
 *
 * @module
 */

import { newWork } from "../../../decoders/contract.ts";
import { countMatches } from "../../../decoders/parsing/forest/matches.ts";
import pipeline from "../../../decoders/parsing/pipeline.ts";
import type { ParsingContents } from "../../packs/parsing_contents.ts";
import { parsingModel, parsingSentences } from "../../parsing_task.ts";
import { searchSpace } from "../../search_space.ts";

/** A step of adaptive supertagging, taken alone. */
export interface StepQuality {
  /** As `searchSpace` has it. */
  readonly level: number;
  readonly cutoff: number;
  /** Tags a word. */
  readonly tagsPerWord: number;
  /** The share of words whose right tag is permitted. */
  readonly rightTags: number;
  /** Sentences that adaptive supertagging parses at this step. */
  readonly stops: number;
}

/** Of all sentences of a pack. */
export interface PackQuality {
  readonly steps: readonly StepQuality[];
  readonly sentences: number;
  readonly words: number;
  readonly parsed: number;
  /** The share of words that the pipeline gives the right tag; others count as wrong. */
  readonly tagAccuracy: number;
  /** F of labelled spans of the pipeline; all right spans count. */
  readonly spanF: number;
}

/**
 * Parses all sentences by the pipeline with adaptive supertagging.
 *
 * @throws RangeError for a pack without right analyses
 */
export function packQuality(contents: ParsingContents): PackQuality {
  const model = parsingModel(contents);
  const sentences = parsingSentences(contents, {});
  const parse = pipeline.prepare(model, { rule: "viterbi" });
  const { steps } = searchSpace({});
  const stops = steps.map(() => 0);
  const sums = { words: 0, parsed: 0, tags: 0, matched: 0, predicted: 0, gold: 0 };
  for (const sentence of sentences) {
    const { gold, length } = sentence;
    if (gold === undefined) throw new RangeError("Cannot say how good a pack without gold is");
    const { derivation, beam } = parse(sentence, newWork());
    const found = derivation ?? { tags: new Int32Array(length).fill(-1), steps: new Int32Array(0) };
    const right = found.tags.filter((tag, t) => tag !== -1 && tag === gold.tags[t]).length;
    const { matched, predicted, gold: all } = countMatches(model, gold, found);
    const unknown = gold.tags.filter((tag, t) => tag === -1 && found.tags[t] === -1).length;
    sums.words += length;
    sums.tags += right;
    // Tags are parts, too.
    sums.matched += matched - right - unknown;
    sums.predicted += predicted - length;
    sums.gold += all - length;
    if (derivation === undefined) continue;
    sums.parsed++;
    stops[beam]!++;
  }
  return {
    steps: steps.map(({ level, cutoff }, step) => {
      let [slots, rights] = [0, 0];
      for (const { slots: { offsets, tags }, levels, gold, length } of sentences) {
        for (let t = 0; t < length; t++) {
          for (let slot = offsets[t]!; slot < offsets[t + 1]!; slot++) {
            if (levels[cutoff][slot]! > level) continue;
            slots++;
            rights += Number(tags[slot] === gold!.tags[t]);
          }
        }
      }
      return {
        ...{ level, cutoff, stops: stops[step]! },
        ...{ tagsPerWord: slots / sums.words, rightTags: rights / sums.words },
      };
    }),
    sentences: sentences.length,
    words: sums.words,
    parsed: sums.parsed,
    tagAccuracy: sums.tags / sums.words,
    spanF: 2 * sums.matched / (sums.predicted + sums.gold),
  };
}
