/**
 * The packed forest: all derivations of a sentence, with what they share stored once; and the slots
 * that it may use.
 *
 * @module
 */

import { NO_CANDIDATE, type ParsingSentence, type Slots } from "../model.ts";

/**
 * All derivations of a sentence that its search space permits.
 *
 * An item is a symbol over a span of words. An edge is a way to make it: a rule with one or two
 * child items. A leaf item is also made by slots. A derivation chooses a root, and for each item in
 * it an edge or a slot.
 *
 * Items are numbered from 1, children before parents, so that one loop forward computes what
 * depends on children and one backward what depends on parents. Item 0 is the empty item: the right
 * child of unary edges. It counts as 0 in sums of scores and as 1 in products.
 *
 * Memory: 20 bytes an edge (`left`, `right`, `rules` and `scores`), 8 more for `InsideOutside`,
 * which weighs them, and 12 while the chart is built. Arrays are views of a workspace and hold
 * until its next sentence.
 */
export interface Forest {
  /** Words. */
  readonly length: number;
  /** The step of the search space that it was built in. */
  readonly beam: number;
  /** The slots that it permits. */
  readonly slots: PermittedSlots;
  /** The item of each slot, 0 if no derivation uses it. */
  readonly slotItems: Int32Array;
  /** First word of each item. */
  readonly starts: Int32Array;
  /** The word after the last of each item. */
  readonly ends: Int32Array;
  /** Symbol of each item, −1 for item 0. */
  readonly symbols: Int32Array;
  /** The edges of item v are at `edgeOffsets[v]` up to the next offset; one more than items. */
  readonly edgeOffsets: Int32Array;
  /** Left or only child of each edge. */
  readonly left: Int32Array;
  /** Right child of each edge, 0 if it has none. */
  readonly right: Int32Array;
  /** Rule of each edge. */
  readonly rules: Int32Array;
  /** Score of each edge. */
  readonly scores: Float64Array;
  /** Items that may be roots. */
  readonly roots: Int32Array;
  /** Their scores as roots. */
  readonly rootScores: Float64Array;
}

/** Arrays of a forest that grow and are used again. */
export class ForestStore {
  starts: Int32Array = new Int32Array(0);
  ends: Int32Array = new Int32Array(0);
  symbols: Int32Array = new Int32Array(0);
  edgeOffsets: Int32Array = new Int32Array(0);
  left: Int32Array = new Int32Array(0);
  right: Int32Array = new Int32Array(0);
  rules: Int32Array = new Int32Array(0);
  scores: Float64Array = new Float64Array(0);
  slotItems: Int32Array = new Int32Array(0);

  /** Forgets all but item 0, and makes room for so many slots. */
  clear(slotCount: number): void {
    this.reserveItems(1);
    this.starts[0] = this.ends[0] = 0;
    this.symbols[0] = -1;
    this.edgeOffsets[0] = this.edgeOffsets[1] = 0;
    if (this.slotItems.length < slotCount) this.slotItems = new Int32Array(2 * slotCount);
  }

  /** Makes room for so many items, item 0 among them. */
  reserveItems(count: number): void {
    if (count < this.edgeOffsets.length) return;
    const size = Math.max(1024, Math.ceil(count * 1.5)) + 1;
    this.starts = grown(this.starts, size);
    this.ends = grown(this.ends, size);
    this.symbols = grown(this.symbols, size);
    this.edgeOffsets = grown(this.edgeOffsets, size);
  }

  /** Makes room for so many edges. Their scores are reserved apart. */
  reserveEdges(count: number): void {
    if (count <= this.left.length) return;
    const size = Math.max(4096, Math.ceil(count * 1.25));
    this.left = grown(this.left, size);
    this.right = grown(this.right, size);
    this.rules = grown(this.rules, size);
  }

  /** Makes room for the scores of so many edges. */
  reserveScores(count: number): void {
    if (count > this.scores.length) this.scores = new Float64Array(Math.ceil(count * 1.05));
  }

  /** Makes room for the scores of as many edges as there is room for, and keeps those there are. */
  keepScores(): void {
    if (this.scores.length >= this.left.length) return;
    const larger = new Float64Array(this.left.length);
    larger.set(this.scores);
    this.scores = larger;
  }

  /** The forest of the first so many items and edges. */
  forest(
    itemCount: number,
    edgeCount: number,
    rest: Pick<Forest, "length" | "beam" | "slots" | "roots" | "rootScores">,
  ): Forest {
    return {
      ...rest,
      slotItems: this.slotItems.subarray(0, rest.slots.tags.length),
      starts: this.starts.subarray(0, itemCount),
      ends: this.ends.subarray(0, itemCount),
      symbols: this.symbols.subarray(0, itemCount),
      edgeOffsets: this.edgeOffsets.subarray(0, itemCount + 1),
      left: this.left.subarray(0, edgeCount),
      right: this.right.subarray(0, edgeCount),
      rules: this.rules.subarray(0, edgeCount),
      scores: this.scores.subarray(0, edgeCount),
    };
  }
}

/** A larger copy of an array. */
export function grown(array: Int32Array, size: number): Int32Array {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
}

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
  return (slot) => permitted[slot]! <= beam.level && permitted[slot] !== NO_CANDIDATE;
}
