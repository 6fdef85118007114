/**
 * The best paths of a lattice whose scores of pairs depend on the position.
 *
 * @module
 */

import { shown } from "../chain/score_check.ts";
import { type Decode, newWork, type Work } from "../contract.ts";
import type { Model, Path } from "../lattice.ts";
import { checkPairLattice, type PairLattice, pairLatticeOf } from "./lattice.ts";

/**
 * The min(k, finite paths) best paths, best first: dense Viterbi with a list of k prefixes a node.
 *
 * v_t(y, ·) = the k best of v_{t−1}(x, r) + e_t(x, y) over all x and r, plus n_t(y).
 *
 * Exact: rounding is monotone, so a prefix that k others equal or beat stays so whatever is added
 * to all of them, and every sum is that of `scorePairPath`. Ties: the smaller predecessor, then the
 * smaller rank, first. Cost: (T−1)·L² edges, each with at most k insertions into a list of k;
 * memory O(T·L·k).
 *
 * @throws RangeError for a k that is none, and as `checkPairLattice`
 *
 * @example
 * ```ts
 * import { pairPaths } from "./paths.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const lattice = {
 *   labelCount: 2,
 *   length: 2,
 *   emissions: Float64Array.of(5, 0, 0, 7),
 *   pairs: Float64Array.of(0, 1, 2, 3),
 * };
 * assertEquals(pairPaths(lattice, 1), [{ score: 13, labels: Int32Array.of(0, 1) }]);
 * ```
 */
export function pairPaths(lattice: PairLattice, k: number, work: Work = newWork()): Path[] {
  checkPairLattice(lattice);
  if (!(Number.isInteger(k) && k >= 1)) {
    throw new RangeError(`Cannot find so many paths of a lattice: ${shown(k)}`);
  }
  return bestPaths(lattice, k, lattice.labelCount, work);
}

/**
 * Decodes lattices of a model that says `hasPairs`, which have been checked: as `pairPaths`, or
 * through the `width` labels of each position with the best prefixes, smaller labels first, which
 * is approximate. Cost: (T−1)·width·L edges.
 */
export function pairDecode(model: Model, width: number = model.labelCount): Decode {
  return (lattice, k, work) => ({
    paths: bestPaths(pairLatticeOf(model, lattice), k, Math.min(width, model.labelCount), work),
  });
}

function bestPaths(lattice: PairLattice, k: number, width: number, work: Work): Path[] {
  const { labelCount: L, length, emissions, pairs } = lattice;
  const lists = [firstList(emissions, L)];
  lists[0]!.keepBest(width);
  for (let t = 1; t < length; t++) {
    const before = lists[t - 1]!;
    const list = new PrefixList(L, Math.min(k, before.capacity * L));
    const first = (t - 1) * L * L;
    for (let y = 0; y < L; y++) {
      for (let x = 0; x < L; x++) {
        const pair = pairs[first + x * L + y]!;
        const count = before.counts[x]!;
        for (let rank = 0; rank < count; rank++) {
          const origin = x * before.capacity + rank;
          // What follows in the list of x is no better.
          if (!list.offer(y, before.scores[origin]! + pair, origin)) break;
        }
      }
      list.addTo(y, emissions[t * L + y]!);
    }
    list.keepBest(width);
    lists.push(list);
  }
  work.iterations++;
  work.nodeExpansions += (length - 1) * width;
  work.edgeEvaluations += (length - 1) * width * L;
  return bestOf(lists, L, k);
}

/** The best prefixes of each label of a position. */
class PrefixList {
  /** How many a label may have. */
  readonly capacity: number;
  readonly counts: Int32Array;
  /** At index label·capacity + rank, best first. */
  readonly scores: Float64Array;
  /** Index of the prefix before. */
  readonly origins: Int32Array;

  constructor(labelCount: number, capacity: number) {
    this.capacity = capacity;
    this.counts = new Int32Array(labelCount);
    this.scores = new Float64Array(labelCount * capacity);
    this.origins = new Int32Array(labelCount * capacity);
  }

  /** Takes a prefix among the best, behind its equals; whether there was room. */
  offer(label: number, score: number, origin: number): boolean {
    const { capacity, counts, scores, origins } = this;
    const first = label * capacity;
    const count = counts[label]!;
    if (score === -Infinity) return false;
    if (count === capacity && !(score > scores[first + count - 1]!)) return false;
    let at = first + Math.min(count, capacity - 1);
    for (; at > first && scores[at - 1]! < score; at--) {
      scores[at] = scores[at - 1]!;
      origins[at] = origins[at - 1]!;
    }
    scores[at] = score;
    origins[at] = origin;
    counts[label] = Math.min(count + 1, capacity);
    return true;
  }

  /** Adds an emission to all prefixes of a label; where it is −∞ there are none. */
  addTo(label: number, emission: number): void {
    const first = label * this.capacity;
    if (emission === -Infinity) this.counts[label] = 0;
    for (let at = first; at < first + this.counts[label]!; at++) this.scores[at]! += emission;
  }

  /** Forgets the prefixes of all labels but so many with the best first ones. */
  keepBest(width: number): void {
    const { capacity, counts, scores } = this;
    if (width >= counts.length) return;
    const score = (label: number) => counts[label] === 0 ? -Infinity : scores[label * capacity]!;
    // −∞ − −∞ is NaN: then the smaller label is first.
    const order = Array.from(counts.keys()).sort((a, b) => (score(b) - score(a)) || a - b);
    for (const label of order.slice(width)) counts[label] = 0;
  }
}

function firstList(emissions: Float64Array, labelCount: number): PrefixList {
  const list = new PrefixList(labelCount, 1);
  for (let y = 0; y < labelCount; y++) list.offer(y, emissions[y]!, 0);
  return list;
}

/** The best prefixes of the last position, with their labels. */
function bestOf(lists: readonly PrefixList[], labelCount: number, k: number): Path[] {
  const last = lists.at(-1)!;
  const ends = new PrefixList(1, Math.min(k, last.capacity * labelCount));
  for (let y = 0; y < labelCount; y++) {
    for (let rank = 0; rank < last.counts[y]!; rank++) {
      const at = y * last.capacity + rank;
      if (!ends.offer(0, last.scores[at]!, at)) break;
    }
  }
  return Array.from({ length: ends.counts[0]! }, (_, rank) => {
    const labels = new Int32Array(lists.length);
    for (let t = lists.length - 1, at = ends.origins[rank]!; t >= 0; t--) {
      const { capacity, origins } = lists[t]!;
      labels[t] = Math.floor(at / capacity);
      at = origins[at]!;
    }
    return { score: ends.scores[rank]!, labels };
  });
}
