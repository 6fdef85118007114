/**
 * Lists of the edges that are worth a product, as kernels read them.
 *
 * @module
 */

import type { Arena } from "../kernels/arena.ts";
import type { ProbabilityKernels } from "../kernels/probability/kernels.ts";
import type { Model } from "../lattice.ts";
import { type EdgeList, edgeLists } from "./edge_list.ts";

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
