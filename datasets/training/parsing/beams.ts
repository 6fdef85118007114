/**
 * Beams: how far each candidate of a word is behind the best one.
 *
 * @module
 */

import { newWork } from "../../../decoders/contract.ts";
import { TagChain } from "../../../decoders/parsing/messages/tag_chain.ts";
import { type Cutoff, NO_CANDIDATE } from "../../../decoders/parsing/model.ts";
import type { Sentence } from "../../corpora/corpus.ts";
import { LEVELS_PER_NAT } from "../../search_space.ts";
import type { Candidates } from "./candidates.ts";
import { posOf } from "./supertag_features.ts";
import type { Supertagger } from "./supertagger.ts";

/** How often a word must have been seen for its own tags to be its candidates. */
export const CUTOFFS: readonly Cutoff[] = [20, 150];
/** The last level that is told from others; further behind is this far. */
const LAST_LEVEL = NO_CANDIDATE - 1;

/** The levels of the tags of a sentence, at position · L + tag. */
export type Levels = Readonly<Record<Cutoff, Uint8Array>>;

/** Finds levels. */
export interface Beams {
  /** The scores of all tags and, for each cutoff, how far they are behind. */
  of(sentence: Sentence): { readonly emissions: Int32Array; readonly levels: Levels };
}

/**
 * Finds the levels of tags: ⌈−16 ln(p / p_max)⌉, where p is the probability of a tag under the
 * chain over the candidates of the sentence's words, and p_max that of the best tag of its word.
 * What is no candidate has level 255, what is further behind than 254 has that.
 *
 * p is by forward and backward sums over the candidates, all in logarithms of our own: the same
 * bytes on every machine. Cost: two exponentials a pair of candidates of neighbouring words.
 *
 * Source: Clark and Curran 2007, Section 4.3, equation (8) for β; Auli and Lopez 2011, Section 2.
 */
export function beams(tagger: Supertagger, candidates: Candidates, tagCount: number): Beams {
  const { unitExponent, transitions } = tagger.model;
  const unit = 2 ** -unitExponent;
  const dense = new Float64Array(tagCount * tagCount);
  const { offsets, columns, values } = transitions;
  for (let x = 0; x < tagCount; x++) {
    for (let i = offsets[x]!; i < offsets[x + 1]!; i++) {
      dense[x * tagCount + columns[i]!] = unit * values[i]!;
    }
  }
  return {
    of(sentence) {
      const emissions = tagger.emissions(sentence);
      const levelsOf = (cutoff: Cutoff): Uint8Array => {
        const pos = posOf(sentence);
        const permitted = sentence.forms.map((form, t) => candidates.of(form, pos[t]!, cutoff));
        return levels(permitted, emissions, { dense, tagCount, unit });
      };
      return { emissions, levels: { 20: levelsOf(20), 150: levelsOf(150) } };
    },
  };
}

function levels(
  permitted: readonly (readonly number[])[],
  emissions: Int32Array,
  { dense, tagCount, unit }: { dense: Float64Array; tagCount: number; unit: number },
): Uint8Array {
  const offsets = new Int32Array(permitted.length + 1);
  permitted.forEach((tags, t) => offsets[t + 1] = offsets[t]! + tags.length);
  const tags = Int32Array.from(permitted.flat());
  const scores = new Float64Array(tags.length);
  const places = permitted.flatMap((own, t) => own.map((tag) => t * tagCount + tag));
  places.forEach((place, slot) => scores[slot] = unit * emissions[place]!);
  const chain = new TagChain({ transitions: dense, tagCount }, { offsets, tags });
  const around = new Float64Array(tags.length);
  chain.forwardBackward(scores, around, newWork());
  const found = new Uint8Array(permitted.length * tagCount).fill(NO_CANDIDATE);
  for (let t = 0; t < permitted.length; t++) {
    let best = -Infinity;
    for (let slot = offsets[t]!; slot < offsets[t + 1]!; slot++) {
      best = Math.max(best, scores[slot]! + around[slot]!);
    }
    for (let slot = offsets[t]!; slot < offsets[t + 1]!; slot++) {
      const behind = best - (scores[slot]! + around[slot]!);
      found[places[slot]!] = Math.min(LAST_LEVEL, Math.ceil(LEVELS_PER_NAT * behind));
    }
  }
  return found;
}
