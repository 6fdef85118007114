/**
 * The product of a forest and a chain of tags.
 *
 * @module
 */

import type { TagChain } from "../messages/tag_chain.ts";
import { type Forest, ForestStore, grown } from "./forest.ts";

/**
 * The product of a forest and the chain of its tags: a forest whose items also know the slots of
 * their first and their last word. So an edge that joins two items can score the transition
 * between them, and a derivation of the product scores J, if its leaves score leaf and emission.
 * All that works on forests works on it: Viterbi finds the best J, sums give the exact ln Z.
 *
 * Derivations of the two correspond one to one. An edge of the forest stands in the product once
 * for each pair of products of its children.
 *
 * Cost: O(product edges), up to slots² at the ends of a span and slots² where it is split for an
 * edge of the forest; and slots² for each item of the forest.
 *
 * Source: Bar-Hillel, Perles and Shamir 1961, Section 8; Auli and Lopez 2011, Section 4.
 *
 * @param limit edges at most
 * @param store where the product goes; it holds until that is used again
 * @returns undefined if there would be more
 */
export function tagProduct(
  forest: Forest,
  chain: TagChain,
  limit: number,
  store: ForestStore = new ForestStore(),
): Forest | undefined {
  return new ProductBuilder(forest, chain, limit, store).build();
}

class ProductBuilder {
  readonly #forest: Forest;
  readonly #chain: TagChain;
  readonly #limit: number;
  readonly #store: ForestStore;
  #items = 1;
  #edges = 0;
  /** The products of item v are from `#begins[v]` up to the next. */
  readonly #begins: Int32Array;
  /** First and last slot of each product. */
  #firstSlots: Int32Array = new Int32Array(1024);
  #lastSlots: Int32Array = new Int32Array(1024);
  /** Edges into the products of the present item: which pair of slots, and what is joined. */
  #keys: Int32Array = new Int32Array(1024);
  #sources: Int32Array = new Int32Array(1024);
  #left: Int32Array = new Int32Array(1024);
  #right: Int32Array = new Int32Array(1024);
  #count = 0;
  /** By pair of slots: edges, then the place of the next one; −1 if there is no such product. */
  readonly #places: Int32Array;

  constructor(forest: Forest, chain: TagChain, limit: number, store: ForestStore) {
    const { offsets } = forest.slots;
    const most = offsets.reduce((most, next, i) => Math.max(most, next - (offsets[i - 1] ?? 0)), 1);
    this.#forest = forest;
    this.#chain = chain;
    this.#limit = limit;
    this.#store = store;
    this.#begins = new Int32Array(forest.symbols.length + 1);
    this.#begins[1] = 1;
    this.#places = new Int32Array(most ** 2);
    store.clear(forest.slotItems.length);
    store.slotItems.fill(0);
  }

  build(): Forest | undefined {
    const { roots, rootScores, symbols, length, beam, slots } = this.#forest;
    for (let item = 1; item < symbols.length; item++) {
      if (!this.#gather(item)) return undefined;
      this.#close(item);
      this.#begins[item + 1] = this.#items;
    }
    const pairs = Array.from(roots, (item, root): [number, number][] => {
      const [from, to] = [this.#begins[item]!, this.#begins[item + 1]!];
      return Array.from({ length: to - from }, (_, i) => [from + i, rootScores[root]!]);
    }).flat();
    return this.#store.forest(this.#items, this.#edges, {
      ...{ length, beam, slots },
      roots: Int32Array.from(pairs, ([item]) => item),
      rootScores: Float64Array.from(pairs, ([, score]) => score),
    });
  }

  /** Lists the product's edges into an item; false if there are more than the limit. */
  #gather(item: number): boolean {
    const { starts, ends, edgeOffsets, left, right, slots: { offsets } } = this.#forest;
    const [begins, firstSlots, lastSlots] = [this.#begins, this.#firstSlots, this.#lastSlots];
    const start = offsets[starts[item]!]!;
    const end = offsets[ends[item]! - 1]!;
    const width = offsets[ends[item]!]! - end;
    let count = 0;
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      const [l, r] = [left[edge]!, right[edge]!];
      const [leftEnd, rightBegin, rightEnd] = [begins[l + 1]!, begins[r]!, begins[r + 1]!];
      const most = count + (leftEnd - begins[l]!) * (rightEnd - rightBegin);
      if (this.#edges + most > this.#limit) return false;
      this.#reserve(most);
      const [keys, sources, lefts, rights] = [this.#keys, this.#sources, this.#left, this.#right];
      for (let one = begins[l]!; one < leftEnd; one++) {
        const row = (firstSlots[one]! - start) * width - end;
        for (let other = rightBegin; other < rightEnd; other++) {
          keys[count] = row + (r === 0 ? lastSlots[one]! : lastSlots[other]!);
          sources[count] = edge;
          lefts[count] = one;
          rights[count++] = other;
        }
      }
    }
    this.#count = count;
    return true;
  }

  /** Numbers the products of an item, by first and last slot, and sorts their edges. */
  #close(item: number): void {
    const { starts, ends, slotItems, slots: { offsets } } = this.#forest;
    const [start, end] = [starts[item]!, ends[item]!];
    const [first, nextFirst] = [offsets[start]!, offsets[start + 1]!];
    const [last, nextLast] = [offsets[end - 1]!, offsets[end]!];
    const [places, keys, count] = [this.#places, this.#keys, this.#count];
    const width = nextLast - last;
    places.fill(-1, 0, (nextFirst - first) * width);
    for (let slot = first; end - start === 1 && slot < nextLast; slot++) {
      if (slotItems[slot] === item) places[(slot - first) * width + slot - last] = 0;
    }
    for (let i = 0; i < count; i++) {
      const key = keys[i]!;
      places[key] = Math.max(places[key]!, 0) + 1;
    }
    for (let one = first; one < nextFirst; one++) {
      for (let other = last; other < nextLast; other++) {
        const key = (one - first) * width + other - last;
        if (places[key] !== -1) places[key] = this.#name(item, one, other, places[key]!);
      }
    }
    this.#writeEdges();
  }

  /** Adds a product with so many edges. Returns the place of the first. */
  #name(item: number, first: number, last: number, edges: number): number {
    const { starts, ends, symbols, slotItems } = this.#forest;
    const store = this.#store;
    const product = this.#items++;
    store.reserveItems(product + 2);
    if (product >= this.#firstSlots.length) {
      this.#firstSlots = grown(this.#firstSlots, 2 * product);
      this.#lastSlots = grown(this.#lastSlots, 2 * product);
    }
    this.#firstSlots[product] = first;
    this.#lastSlots[product] = last;
    store.starts[product] = starts[item]!;
    store.ends[product] = ends[item]!;
    store.symbols[product] = symbols[item]!;
    const place = store.edgeOffsets[product]!;
    store.edgeOffsets[product + 1] = place + edges;
    if (first === last && slotItems[first] === item) store.slotItems[first] = product;
    return place;
  }

  #writeEdges(): void {
    const { rules, scores } = this.#forest;
    const store = this.#store;
    this.#edges += this.#count;
    store.reserveEdges(this.#edges);
    store.keepScores();
    const [places, keys, lefts, rights] = [this.#places, this.#keys, this.#left, this.#right];
    for (let i = 0; i < this.#count; i++) {
      const [edge, one, other] = [this.#sources[i]!, lefts[i]!, rights[i]!];
      const place = places[keys[i]!]!++;
      store.left[place] = one;
      store.right[place] = other;
      store.rules[place] = rules[edge]!;
      store.scores[place] = other === 0 ? scores[edge]! : scores[edge]! +
        this.#chain.transition(this.#lastSlots[one]!, this.#firstSlots[other]!);
    }
  }

  #reserve(count: number): void {
    if (count <= this.#keys.length) return;
    this.#keys = grown(this.#keys, 2 * count);
    this.#sources = grown(this.#sources, 2 * count);
    this.#left = grown(this.#left, 2 * count);
    this.#right = grown(this.#right, 2 * count);
  }
}
