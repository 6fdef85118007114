/**
 * Which slots a step of the search space permits.
 *
 * @module
 */

import type { ParsingSentence, Slots } from "../model.ts";

/** Slots that are permitted, with their indices among all slots of the sentence. */
export interface PermittedSlots extends Slots {
  /** The index of each in the sentence's slots, ascending. */
  readonly ids: Int32Array;
}

/**
 * The slots that a step of the sentence's search space permits. A word may be left with none; then
 * there is no parse.
 *
 * Cost: O(slots).
 *
 * @throws RangeError for a step that there is not, and for gold tags that are not known
 */
export function permittedSlots(sentence: ParsingSentence, step: number): PermittedSlots {
  const isPermitted = permission(sentence, step);
  const { slots: { offsets, tags, emissions, leafScores }, length } = sentence;
  const ids: number[] = [];
  const starts = new Int32Array(length + 1);
  for (let position = 0; position < length; position++) {
    for (let slot = offsets[position]!; slot < offsets[position + 1]!; slot++) {
      if (isPermitted(slot, position)) ids.push(slot);
    }
    starts[position + 1] = ids.length;
  }
  return {
    offsets: starts,
    ids: Int32Array.from(ids),
    tags: Int32Array.from(ids, (slot) => tags[slot]!),
    emissions: Float64Array.from(ids, (slot) => emissions[slot]!),
    leafScores: Float64Array.from(ids, (slot) => leafScores[slot]!),
  };
}

function permission(
  { space: { order, steps }, gold, levels, slots }: ParsingSentence,
  step: number,
): (slot: number, position: number) => boolean {
  if (order === "gold") {
    if (gold === undefined) throw new RangeError("Cannot permit gold tags alone: there are none");
    return (slot, position) => slots.tags[slot] === gold.tags[position];
  }
  const beam = steps[step];
  if (beam === undefined) {
    throw new RangeError(`Cannot take a step of a search space of ${steps.length} steps: ${step}`);
  }
  const permitted = levels[beam.cutoff];
  return (slot) => permitted[slot]! <= beam.level;
}
