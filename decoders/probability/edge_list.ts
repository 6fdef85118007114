/**
 * Which products a sum over the edges into a label takes, where most transitions are 0.
 *
 * @module
 */

import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Model } from "../lattice.ts";
import { exp } from "../kernels/probability/exp.ts";
import type { Arena } from "../kernels/arena.ts";
import { LISTS, type ProbabilityKernels } from "../kernels/probability/kernels.ts";
import { CHUNK } from "../kernels/probability/tables.ts";

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

/** So many lists are looked through for the one that has most sources in common with another. */
const NEIGHBOURS = 16;

/** Labels of a pair, the sources of either, and two weights each, 0 where there is no edge. */
interface EdgePair {
  readonly labels: readonly [number, number];
  readonly sources: readonly number[];
  readonly weights: readonly number[];
}

/** Groups of two pairs, one after another, and the edges that a lane takes. */
interface Run {
  readonly groups: number;
  readonly size: number;
  /** Whether sums begin with what transitions of 0 would give, or go on with what there is. */
  readonly isWhole: boolean;
  readonly goesOn: boolean;
}

/**
 * The lists of all labels, in parts of as many edges as are added up before they go to a sum: first
 * those that begin a list, of lists without a constant first, then those that go on, second parts
 * before third ones. Two parts with many sources in common are a pair, which reads each source
 * once. In each lane the edges of a label stay in their order, and products of 0 beside them change
 * no sum: each sum has the bits that it would have alone. Pairs are sorted by their lengths, and
 * two lie side by side, edge by edge. The last group has one of them twice if need be.
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
  readonly #from: number;
  #lengths = 0;
  #targets = 0;
  #sources = 0;
  #weights = 0;
  #groupCapacity = 0;
  #capacity = 0;
  #runs: Run[] = [];

  /** Lists of the edges into each label, or out of each, for sums over the row at an address. */
  constructor(arena: Arena, model: Model, direction: "into" | "out of", from: number) {
    this.#from = from;
    this.#arena = arena;
    this.#model = model;
    this.#isInto = direction === "into";
  }

  /** Makes the lists anew: see `edgeLists`. */
  fill(entries: Int32Array, shift: number, base: number): void {
    const { labelCount } = this.#model;
    const lists = edgeLists(this.#model, this.#isInto, entries, shift, base);
    this.edges = lists.reduce((sum, { sources }) => sum + sources.length, 0);
    this.isPlain = lists.every(({ isWhole, sources }) =>
      isWhole && sources.every((source) => source < labelCount)
    );
    this.longest = lists.reduce((most, { sources }) => Math.max(most, sources.length), 0);
    this.#runs = [];
    const groups: EdgePair[][] = [];
    const addRun = (parts: EdgeList[], isWhole: boolean, goesOn: boolean) => {
      const pairs = pairsOf(parts, blocksOf(labelCount) * (BLOCK + 1));
      if (pairs.length === 0) return;
      const own = pairs.flatMap((_, i) => i % 2 === 0 ? [pairs.slice(i, i + 2)] : []);
      const size = own.reduce((sum, group) => sum + lengthOf(group), 0);
      groups.push(...own);
      this.#runs.push({ groups: own.length, size, isWhole, goesOn });
    };
    for (const isWhole of [false, true]) {
      addRun(
        lists.filter((list) => list.isWhole === isWhole).map((list) => partOf(list, 0)),
        isWhole,
        false,
      );
    }
    for (let first = CHUNK; first < this.longest; first += CHUNK) {
      const longer = lists.filter(({ sources }) => sources.length > first);
      addRun(longer.map((list) => partOf(list, first)), true, true);
    }
    this.#reserve(groups.length, this.#runs.reduce((sum, { size }) => sum + size, 0));
    let first = 0;
    groups.forEach((group, g) => {
      this.#write(group, g, first);
      first += lengthOf(group);
    });
  }

  /** to(y) = start + Σ over the list of y of source·weight; a whole list has no `start`. */
  sum(kernels: ProbabilityKernels, start: number, to: number): void {
    let [lengths, targets] = [this.#lengths, this.#targets];
    let [sources, weights] = [this.#sources, this.#weights];
    for (const { groups, size, isWhole, goesOn } of this.#runs) {
      const begin = isWhole ? 0 : start;
      const more = goesOn ? 1 : 0;
      kernels.listSums(begin, more, groups, lengths, targets, sources, weights, to);
      lengths += 4 * groups;
      targets += 4 * LISTS * groups;
      sources += 8 * size;
      weights += 8 * LISTS * size;
    }
  }

  /** Writes pairs side by side. The one that is shorter goes on with products of 0. */
  #write(group: readonly EdgePair[], index: number, first: number): void {
    const { integers, doubles } = this.#arena;
    const length = lengthOf(group);
    for (let p = 0; p < 2; p++) {
      const { labels, sources, weights } = group[Math.min(p, group.length - 1)]!;
      for (let lane = 0; lane < 2; lane++) {
        integers[this.#targets / 4 + LISTS * index + 2 * p + lane] = 8 * labels[lane]!;
      }
      for (let i = 0; i < length; i++) {
        integers[this.#sources / 4 + 2 * (first + i) + p] = this.#from + 8 * (sources[i] ?? 0);
        const at = this.#weights / 8 + LISTS * (first + i) + 2 * p;
        doubles[at] = weights[2 * i] ?? 0;
        doubles[at + 1] = weights[2 * i + 1] ?? 0;
      }
    }
    integers[this.#lengths / 4 + index] = length;
  }

  #reserve(groups: number, size: number): void {
    const arena = this.#arena;
    const both = (one: number, other: number) =>
      arena.allocateTogether(() => [arena.allocate(one), arena.allocate(other)] as const);
    if (groups > this.#groupCapacity) {
      const capacity = 2 * groups;
      [this.#lengths, this.#targets] = both(4 * capacity, 4 * LISTS * capacity);
      this.#groupCapacity = capacity;
    }
    if (size <= this.#capacity) return;
    const capacity = 2 * size;
    [this.#sources, this.#weights] = both(8 * capacity, 8 * LISTS * capacity);
    this.#capacity = capacity;
  }
}

/** The edges of a list from one on that are added up before they go to a sum. */
function partOf(list: EdgeList, first: number): EdgeList {
  const end = first + CHUNK;
  const { sources, weights } = list;
  return { ...list, sources: sources.slice(first, end), weights: weights.slice(first, end) };
}

/**
 * Pairs of lists, the longest first: each with the one of the next that has most sources in common
 * with it. The last may be paired with itself. Cost: `NEIGHBOURS` reads an edge.
 *
 * @param width sources are below this
 */
function pairsOf(lists: readonly EdgeList[], width: number): EdgePair[] {
  const left = lists.toSorted((a, b) => b.sources.length - a.sources.length);
  // 1 + the place of each source in a list; 0 if it is not in there.
  const places = new Int32Array(width);
  const pairs: EdgePair[] = [];
  while (left.length > 0) {
    const one = left.shift()!;
    one.sources.forEach((source, i) => places[source] = i + 1);
    let [best, most] = [0, -1];
    for (let i = 0; i < Math.min(NEIGHBOURS, left.length); i++) {
      const { sources } = left[i]!;
      let common = 0;
      for (let j = 0; j < sources.length; j++) if (places[sources[j]!]! > 0) common++;
      if (common > most) [best, most] = [i, common];
    }
    const other = left.length > 0 ? left.splice(best, 1)[0]! : one;
    pairs.push(pairOf(other, one, places));
    for (const source of one.sources) places[source] = 0;
  }
  return pairs.sort((a, b) => b.sources.length - a.sources.length);
}

/**
 * Two lists as one: both in their order, and what stands in both once where that can be.
 *
 * @param places 1 + the place of each source in the other one
 */
function pairOf(one: EdgeList, other: EdgeList, places: Int32Array): EdgePair {
  const sources: number[] = [];
  const weights: number[] = [];
  let next = 0;
  const addOthers = (end: number) => {
    for (; next < end; next++) {
      sources.push(other.sources[next]!);
      weights.push(0, other.weights[next]!);
    }
  };
  for (let i = 0; i < one.sources.length; i++) {
    const source = one.sources[i]!;
    const place = places[source]! - 1;
    const isCommon = place >= next;
    if (isCommon) addOthers(place);
    sources.push(source);
    weights.push(one.weights[i]!, isCommon ? other.weights[next++]! : 0);
  }
  addOthers(other.sources.length);
  return { labels: [one.label, other.label], sources, weights };
}

/** The first pair of a group is the longest. */
function lengthOf(group: readonly EdgePair[]): number {
  return group[0]!.sources.length;
}
