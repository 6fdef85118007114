/**
 * The slots of a sentence: its tags down to a level.
 *
 * @module
 */

import type { Cutoff, Slots } from "../../../decoders/parsing/model.ts";
import type { Beams, Levels } from "./beams.ts";
import { CUTOFFS } from "./beams.ts";

/** Slots without the parser's scores, and their levels. */
export interface SentenceSlots extends Omit<Slots, "leafScores"> {
  /** By cutoff, a number a slot. */
  readonly levels: Levels;
}

/**
 * Keeps the tags of each word that are no further behind than a level for one of the cutoffs, and
 * the right one, which may be no candidate.
 *
 * @param found what `Beams` found
 * @param tagCount L
 * @param depth the last level to keep
 * @param right the right tag of each word, −1 where it is none of the tags
 * @param unit of the emissions
 */
export function sentenceSlots(
  { emissions, levels }: ReturnType<Beams["of"]>,
  tagCount: number,
  depth: number,
  right: Int32Array,
  unit: number,
): SentenceSlots {
  const places: number[] = [];
  const offsets = new Int32Array(right.length + 1);
  for (let t = 0; t < right.length; t++) {
    for (let tag = 0; tag < tagCount; tag++) {
      const place = t * tagCount + tag;
      const isKept = tag === right[t] || CUTOFFS.some((cutoff) => levels[cutoff][place]! <= depth);
      if (isKept) places.push(place);
    }
    offsets[t + 1] = places.length;
  }
  const levelsOf = (cutoff: Cutoff) => Uint8Array.from(places, (place) => levels[cutoff][place]!);
  return {
    offsets,
    tags: Int32Array.from(places, (place) => place % tagCount),
    emissions: Float64Array.from(places, (place) => unit * emissions[place]!),
    levels: { 20: levelsOf(20), 150: levelsOf(150) },
  };
}
