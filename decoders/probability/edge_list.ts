/**
 * Which products a sum over the edges into a label takes, where most transitions are 0.
 *
 * @module
 */

import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Model } from "../lattice.ts";
import { exp } from "../kernels/probability/exp.ts";
import type { Arena } from "../kernels/arena.ts";
import type { ProbabilityKernels } from "../kernels/probability/kernels.ts";

/** Transitions below this are not what is taken from a sum, for too much would cancel. */
export const LOW = -3;
/** So much above 0 the largest transition leaves too little of the weight of a 0. */
const HIGH = 100;

/** The products of one label. */
export interface EdgeList {
  readonly label: number;
  /** Whether the products are all; otherwise they come to b·Σ, what transitions of 0 would give. */
  readonly isWhole: boolean;
  /** Labels, and after a row of them the sums of its blocks. */
  readonly sources: readonly number[];
  /** The factor of each edge. */
  readonly weights: readonly number[];
}

/**
 * Lists of the edges into each label, or out of each. A label without a low transition has a list
 * of those that are not 0, with what they weigh more than a 0. Others have a whole list. It takes
 * blocks of sources in which nothing is low by their sums, with the weight of a 0, and what is not
 * 0 in there as before; in blocks with something low all finite edges have a weight of their own.
 * Or it has all finite edges, if these are fewer.
 *
 * @param entries ascending indices of the transitions that may differ from 0
 * @param shift what weights are relative to
 * @param base the weight of a transition of 0
 */
export function edgeLists(
  model: Model,
  isInto: boolean,
  entries: Int32Array,
  shift: number,
  base: number,
): EdgeList[] {
  const { labelCount, transitions } = model;
  const found = Array.from({ length: labelCount }, (): number[] => []);
  const isLow = new Uint8Array(labelCount);
  for (const edge of entries) {
    const previous = Math.floor(edge / labelCount);
    const next = edge - previous * labelCount;
    const label = isInto ? next : previous;
    found[label]!.push(isInto ? previous : next);
    if (transitions[edge]! < LOW) isLow[label] = 1;
  }
  const scoreOf = (label: number, source: number) =>
    transitions[isInto ? source * labelCount + label : label * labelCount + source]!;
  return found.map((sources, label) => {
    const weightOf = (source: number) => exp(scoreOf(label, source) - shift);
    const isWhole = isLow[label] === 1 || shift > HIGH || sources.length === labelCount;
    if (!isWhole) {
      return { label, isWhole, sources, weights: sources.map((x) => weightOf(x) - base) };
    }
    const isFinite = (source: number) => scoreOf(label, source) !== -Infinity;
    const all = Array.from({ length: labelCount }, (_, source) => source).filter(isFinite);
    if (shift <= HIGH && sources.length < labelCount) {
      const low = sources.filter((source) => scoreOf(label, source) < LOW);
      const mixed = mixedList(labelCount, label, sources, low, isFinite, weightOf, base);
      if (mixed.sources.length < all.length) return mixed;
    }
    return { label, isWhole, sources: all, weights: all.map(weightOf) };
  });
}

function mixedList(
  labelCount: number,
  label: number,
  listed: readonly number[],
  low: readonly number[],
  isFinite: (source: number) => boolean,
  weightOf: (source: number) => number,
  base: number,
): EdgeList {
  const blocks = blocksOf(labelCount);
  const isSplit = new Uint8Array(blocks);
  for (const source of low) isSplit[Math.floor(source / BLOCK)] = 1;
  const sources: number[] = [];
  const weights: number[] = [];
  const add = (source: number, weight: number) => {
    sources.push(source);
    weights.push(weight);
  };
  isSplit.forEach((isOne, b) => {
    if (isOne === 0) add(blocks * BLOCK + b, base);
    else {
      const end = Math.min(labelCount, (b + 1) * BLOCK);
      for (let x = b * BLOCK; x < end; x++) if (isFinite(x)) add(x, weightOf(x));
    }
  });
  for (const source of listed) {
    if (isSplit[Math.floor(source / BLOCK)] === 0) add(source, weightOf(source) - base);
  }
  return { label, isWhole: true, sources, weights };
}

/**
 * How many products such lists into all labels take, or a few less than this. Labels with forbidden
 * transitions have no more than those that are not. Cost: O(entries).
 */
export function productCount({ labelCount, transitions }: Model, entries: Int32Array): number {
  const blocks = blocksOf(labelCount);
  const listed = new Int32Array(labelCount);
  const possible = new Int32Array(labelCount).fill(labelCount);
  const isSplit = new Uint8Array(labelCount * blocks);
  for (const edge of entries) {
    const source = Math.floor(edge / labelCount);
    const label = edge - source * labelCount;
    listed[label]!++;
    if (transitions[edge] === -Infinity) possible[label]!--;
    if (transitions[edge]! < LOW) isSplit[label * blocks + Math.floor(source / BLOCK)] = 1;
  }
  return listed.reduce((sum, count, label) => {
    let split = 0;
    for (let b = label * blocks; b < (label + 1) * blocks; b++) split += isSplit[b]!;
    const mixed = blocks + split * (BLOCK - 1) + count;
    return sum + (split === 0 ? count : Math.min(possible[label]!, mixed));
  }, 0);
}

/** Lists side by side. */
const LANES = 4;

/**
 * The lists of all labels. They are sorted by their lengths, those without a constant first, and
 * four lie side by side, edge by edge. The last four have one of them twice if need be.
 */
export class EdgeLists {
  /** Edges in all lists. */
  edges = 0;
  /** Edges in the longest one. */
  longest = 0;
  /** Whether all are lists of edges with their own weights, from which nothing is taken. */
  isPlain = false;
  readonly #arena: Arena;
  readonly #model: Model;
  readonly #isInto: boolean;
  readonly #lengths: number;
  readonly #targets: number;
  #sources = 0;
  #weights = 0;
  #capacity = 0;
  /** Groups of lists with a constant and without, and the edges of the former. */
  #partialGroups = 0;
  #wholeGroups = 0;
  #partialSize = 0;

  /** Room for lists of the edges into each label, or out of each. */
  constructor(arena: Arena, model: Model, direction: "into" | "out of") {
    const groups = Math.ceil(model.labelCount / LANES) + 1;
    this.#arena = arena;
    this.#model = model;
    this.#isInto = direction === "into";
    this.#lengths = arena.allocate(4 * groups);
    this.#targets = arena.allocate(4 * LANES * groups);
  }

  /** Makes the lists anew: see `edgeLists`. */
  fill(entries: Int32Array, shift: number, base: number): void {
    const lists = edgeLists(this.#model, this.#isInto, entries, shift, base);
    const sorted = lists.toSorted((a, b) =>
      Number(a.isWhole) - Number(b.isWhole) || a.sources.length - b.sources.length
    );
    this.edges = lists.reduce((sum, { sources }) => sum + sources.length, 0);
    this.isPlain = lists.every(({ isWhole, sources }) =>
      isWhole && sources.every((source) => source < this.#model.labelCount)
    );
    this.longest = lists.reduce((most, { sources }) => Math.max(most, sources.length), 0);
    const partial = groupsOf(sorted.filter(({ isWhole }) => !isWhole));
    const whole = groupsOf(sorted.filter(({ isWhole }) => isWhole));
    this.#partialGroups = partial.length;
    this.#wholeGroups = whole.length;
    this.#partialSize = sizeOf(partial);
    this.#reserve(this.#partialSize + sizeOf(whole));
    let first = 0;
    [...partial, ...whole].forEach((group, g) => {
      this.#write(group, g, first);
      first += LANES * lengthOf(group);
    });
  }

  /** to(y) = start + Σ over the list of y of from(source)·weight; a whole list has no `start`. */
  sum(kernels: ProbabilityKernels, from: number, start: number, to: number): void {
    const lengths = this.#lengths;
    const targets = this.#targets;
    const sources = this.#sources;
    const weights = this.#weights;
    const partial = this.#partialGroups;
    if (partial > 0) {
      kernels.listSums(from, start, partial, lengths, targets, sources, weights, to);
    }
    if (this.#wholeGroups === 0) return;
    kernels.listSums(
      from,
      0,
      this.#wholeGroups,
      lengths + 4 * partial,
      targets + 4 * LANES * partial,
      sources + 4 * this.#partialSize,
      weights + 8 * this.#partialSize,
      to,
    );
  }

  /** Writes lists side by side. Those that are shorter go on with products of 0. */
  #write(group: readonly EdgeList[], index: number, first: number): void {
    const { integers, doubles } = this.#arena;
    const [sources, weights] = [this.#sources / 4 + first, this.#weights / 8 + first];
    const length = lengthOf(group);
    integers[this.#lengths / 4 + index] = length;
    integers.fill(0, sources, sources + LANES * length);
    doubles.fill(0, weights, weights + LANES * length);
    for (let lane = 0; lane < LANES; lane++) {
      const list = group[Math.min(lane, group.length - 1)]!;
      integers[this.#targets / 4 + index * LANES + lane] = 8 * list.label;
      for (let i = 0; i < list.sources.length; i++) {
        integers[sources + i * LANES + lane] = 8 * list.sources[i]!;
        doubles[weights + i * LANES + lane] = list.weights[i]!;
      }
    }
  }

  #reserve(size: number): void {
    if (size <= this.#capacity) return;
    this.#capacity = 2 * size;
    this.#sources = this.#arena.allocate(4 * this.#capacity);
    this.#weights = this.#arena.allocate(8 * this.#capacity);
  }
}

function groupsOf(lists: readonly EdgeList[]): EdgeList[][] {
  const groups = Array.from({ length: Math.ceil(lists.length / LANES) }, (_, g) => g * LANES);
  return groups.map((first) => lists.slice(first, first + LANES));
}

/** The last list of a group is the longest. */
function lengthOf(group: readonly EdgeList[]): number {
  return group.at(-1)!.sources.length;
}

function sizeOf(groups: readonly (readonly EdgeList[])[]): number {
  return groups.reduce((size, group) => size + LANES * lengthOf(group), 0);
}
