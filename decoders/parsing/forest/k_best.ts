/**
 * The best derivations of a forest one after another.
 *
 * @module
 */

import { ScoreHeap } from "../../chain/score_heap.ts";
import type { Forest } from "./forest.ts";
import { type BestDerivation, type Choice, tracedFrom, viterbi } from "./best_derivation.ts";

/**
 * A way to make an item: an edge with derivations of its children by rank, 0 the best, or a slot;
 * of the whole the index of a root.
 */
interface Way extends Required<Choice> {
  readonly score: number;
}

/** What is known of the derivations of an item. */
interface Known {
  /** From the best on. */
  readonly found: Way[];
  /** Those that may be next, by their places among `ways`. */
  readonly next: ScoreHeap;
  readonly ways: Way[];
  /** Number of derivations whose successors have been added. */
  followed: number;
}

/**
 * All derivations of a forest, the best first, each as it is asked for.
 *
 * An item's derivations are merged lazily: after the one of edge e with the children's i-th and
 * j-th comes, at the earliest, the one with (i, j + 1), or with (i + 1, 0) if j is 0. Each pair has
 * one such predecessor, so that none is found twice; and none is better than its predecessor, so
 * that the best of those that may be next is next. By induction the order is right at every item;
 * it is exact where sums are.
 *
 * Ties: those that were met first. Cost: `viterbi`; then for each derivation its items, each of
 * which takes the edges into it when it is met first. Memory: what was asked for.
 *
 * Source: Huang and Chiang 2005, Algorithm 3; the order of successors is that of Section 4.2.
 *
 * @param leaves a score of each slot
 */
export function* bestDerivations(
  forest: Forest,
  leaves: Float64Array,
): Generator<BestDerivation, void> {
  const best = new Float64Array(forest.symbols.length);
  if (viterbi(forest, leaves, forest.scores, best) === -Infinity) return;
  const lists = new DerivationLists(forest, leaves, best);
  for (let rank = 0;; rank++) {
    const way = lists.whole(rank);
    if (way === undefined) return;
    yield lists.derivation(way);
  }
}

class DerivationLists {
  readonly #forest: Forest;
  readonly #leaves: Float64Array;
  readonly #best: Float64Array;
  readonly #items = new Map<number, Known>();
  #slotsOf: Map<number, number[]> | undefined;
  #roots: Known | undefined;

  constructor(forest: Forest, leaves: Float64Array, best: Float64Array) {
    this.#forest = forest;
    this.#leaves = leaves;
    this.#best = best;
  }

  /** The derivation of a rank among all: a root with a derivation of it. */
  whole(rank: number): Way | undefined {
    const { roots, rootScores } = this.#forest;
    const known = this.#roots ??= opened(
      Array.from(roots, (item, root) => ({
        score: this.#best[item]! + rootScores[root]!,
        source: root,
        left: 0,
        right: 0,
      })),
    );
    return this.#find(known, rank, ({ source, left }) => {
      const next = this.#of(roots[source]!, left + 1);
      if (next === undefined) return;
      add(known, { score: next.score + rootScores[source]!, source, left: left + 1, right: 0 });
    });
  }

  /** The derivation of a rank among those of an item; undefined if it has fewer. */
  #of(item: number, rank: number): Way | undefined {
    let known = this.#items.get(item);
    if (known === undefined) this.#items.set(item, known = opened(this.#waysOf(item)));
    return this.#find(known, rank, (way) => {
      if (way.source < 0) return;
      if (way.right === 0) this.#addEdge(known, way.source, way.left + 1, 0);
      this.#addEdge(known, way.source, way.left, way.right + 1);
    });
  }

  #find(known: Known, rank: number, follow: (way: Way) => void): Way | undefined {
    const { found, next, ways } = known;
    while (found.length <= rank) {
      // What comes after the last one is added when it is asked for, and once.
      if (known.followed < found.length) follow(found[known.followed++]!);
      if (next.size === 0) return undefined;
      found.push(ways[next.topItem]!);
      next.pop();
    }
    return found[rank];
  }

  #addEdge(known: Known, edge: number, left: number, right: number): void {
    const { left: lefts, right: rights, scores } = this.#forest;
    const [l, r] = [lefts[edge]!, rights[edge]!];
    // Item 0 has one derivation, of score 0.
    if (r === 0 && right > 0) return;
    const [one, other] = [this.#of(l, left), r === 0 ? NOTHING : this.#of(r, right)];
    if (one === undefined || other === undefined) return;
    add(known, { score: scores[edge]! + one.score + other.score, source: edge, left, right });
  }

  /** The best way of each edge and slot. */
  #waysOf(item: number): Way[] {
    const { edgeOffsets, left, right, scores, slotItems } = this.#forest;
    this.#slotsOf ??= Map.groupBy(slotItems.keys(), (slot) => slotItems[slot]!);
    const ways = (this.#slotsOf.get(item) ?? []).map((slot): Way => {
      return { score: this.#leaves[slot]!, source: ~slot, left: 0, right: 0 };
    });
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      const score = scores[edge]! + this.#best[left[edge]!]! + this.#best[right[edge]!]!;
      ways.push({ score, source: edge, left: 0, right: 0 });
    }
    return ways.filter(({ score }) => score > -Infinity);
  }

  /** A whole derivation. */
  derivation({ source: root, left, score }: Way): BestDerivation {
    const choose = (item: number, rank: number) => this.#of(item, rank)!;
    return { ...tracedFrom(this.#forest, root, choose, left), score };
  }
}

/** The only derivation of item 0. */
const NOTHING = { score: 0 };

function opened(ways: Way[]): Known {
  const next = new ScoreHeap();
  ways.forEach(({ score }, place) => next.push(score, place));
  return { found: [], next, ways, followed: 0 };
}

function add({ ways, next }: Known, way: Way): void {
  next.push(way.score, ways.push(way) - 1);
}
