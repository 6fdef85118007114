/**
 * The product of a forest and a chain of tags.
 *
 * @module
 */

import type { TagChain } from "../messages/tag_chain.ts";
import { type Forest, ForestStore } from "./forest.ts";

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
 * edge of the forest.
 *
 * Source: Bar-Hillel, Perles and Shamir 1961, Section 8; Auli and Lopez 2011, Section 4.
 *
 * @param limit edges at most
 * @returns undefined if there would be more
 */
export function tagProduct(forest: Forest, chain: TagChain, limit: number): Forest | undefined {
  return new ProductBuilder(forest, chain, limit).build();
}

class ProductBuilder {
  readonly #store = new ForestStore();
  #items = 1;
  #edges = 0;
  /** First and last slot of each item of the product. */
  #firstSlots = new Int32Array(1024);
  #lastSlots = new Int32Array(1024);
  /** The products of item v are from `#begins[v]` up to the next. */
  readonly #begins: Int32Array;
  /** Edges into the products of one item, with the key of each: first and last slot. */
  readonly #keys: number[] = [];
  readonly #parts: number[] = [];

  constructor(
    readonly forest: Forest,
    readonly chain: TagChain,
    readonly limit: number,
  ) {
    this.#begins = new Int32Array(forest.symbols.length + 1);
    this.#store.clear(forest.slotItems.length);
    this.#begins[0] = 0;
    this.#begins[1] = 1;
  }

  build(): Forest | undefined {
    const { forest } = this;
    const { roots, rootScores } = forest;
    for (let item = 1; item < forest.symbols.length; item++) {
      this.#gather(item);
      if (this.#edges + this.#keys.length > this.limit) return undefined;
      this.#close(item);
      this.#begins[item + 1] = this.#items;
    }
    const pairs = Array.from(roots, (item, root): [number, number][] => {
      const [from, to] = [this.#begins[item]!, this.#begins[item + 1]!];
      return Array.from({ length: to - from }, (_, i) => [from + i, rootScores[root]!]);
    }).flat();
    const { length, beam, slots } = forest;
    return this.#store.forest(this.#items, this.#edges, {
      ...{ length, beam, slots },
      roots: Int32Array.from(pairs, ([item]) => item),
      rootScores: Float64Array.from(pairs, ([, score]) => score),
    });
  }

  /** Lists the product's edges into an item. */
  #gather(item: number): void {
    const { edgeOffsets, left, right, slots } = this.forest;
    const width = slots.tags.length;
    this.#keys.length = this.#parts.length = 0;
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      const [l, r] = [left[edge]!, right[edge]!];
      for (let one = this.#begins[l]!; one < this.#begins[l + 1]!; one++) {
        const row = this.#firstSlots[one]! * width;
        if (r === 0) {
          this.#keys.push(row + this.#lastSlots[one]!);
          this.#parts.push(edge, one, 0);
          continue;
        }
        for (let other = this.#begins[r]!; other < this.#begins[r + 1]!; other++) {
          this.#keys.push(row + this.#lastSlots[other]!);
          this.#parts.push(edge, one, other);
        }
      }
      if (this.#edges + this.#keys.length > this.limit) return;
    }
  }

  /** Numbers the products of an item and sorts their edges. */
  #close(item: number): void {
    const { starts, ends, symbols, slotItems, slots, scores, rules } = this.forest;
    const store = this.#store;
    const width = slots.tags.length;
    const counts = new Map<number, number>();
    const [start, end] = [starts[item]!, ends[item]!];
    if (end - start === 1) {
      for (let slot = slots.offsets[start]!; slot < slots.offsets[end]!; slot++) {
        if (slotItems[slot] === item) counts.set(slot * width + slot, 0);
      }
    }
    for (const key of this.#keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    const leaves = new Map<number, number>();
    for (const [key, count] of counts) {
      const product = this.#items++;
      this.#name(product, Math.floor(key / width), key % width);
      store.starts[product] = start;
      store.ends[product] = end;
      store.symbols[product] = symbols[item]!;
      counts.set(key, store.edgeOffsets[product]!);
      store.edgeOffsets[product + 1] = store.edgeOffsets[product]! + count;
      leaves.set(key, product);
    }
    if (end - start === 1) {
      for (let slot = slots.offsets[start]!; slot < slots.offsets[end]!; slot++) {
        if (slotItems[slot] === item) store.slotItems[slot] = leaves.get(slot * width + slot)!;
      }
    }
    this.#edges += this.#keys.length;
    store.reserveEdges(this.#edges);
    if (this.#edges > store.scores.length) {
      const larger = new Float64Array(store.left.length);
      larger.set(store.scores);
      store.scores = larger;
    }
    this.#keys.forEach((key, index) => {
      const [edge, one, other] = [0, 1, 2].map((i) => this.#parts[3 * index + i]!) as [
        number,
        number,
        number,
      ];
      const place = counts.get(key)!;
      counts.set(key, place + 1);
      store.left[place] = one;
      store.right[place] = other;
      store.rules[place] = rules[edge]!;
      store.scores[place] = other === 0 ? scores[edge]! : scores[edge]! +
        this.chain.transition(this.#lastSlots[one]!, this.#firstSlots[other]!);
    });
  }

  #name(product: number, first: number, last: number): void {
    this.#store.reserveItems(product + 2);
    if (product >= this.#firstSlots.length) {
      const size = 2 * product;
      const [firsts, lasts] = [new Int32Array(size), new Int32Array(size)];
      firsts.set(this.#firstSlots);
      lasts.set(this.#lastSlots);
      this.#firstSlots = firsts;
      this.#lastSlots = lasts;
    }
    this.#firstSlots[product] = first;
    this.#lastSlots[product] = last;
  }
}
