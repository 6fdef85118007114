/**
 * The k best paths through chosen labels at each position.
 *
 * @module
 */

import type { Edges } from "./columns.ts";
import type { Lattice, Path } from "../lattice.ts";
import type { Work } from "../contract.ts";
import { ScoreHeap } from "./score_heap.ts";

/** The best prefixes into the nodes of one position; node = index into the position's labels. */
interface Column {
  labels: Int32Array;
  /** Hypotheses that fit per node: min(k, prefixes that exist). */
  capacity: number;
  counts: Int32Array;
  /** Best first at `node * capacity + rank`. */
  scores: Float64Array;
  /** Where the prefix came from: `node * capacity + rank` of the column before. */
  origins: Int32Array;
}

/**
 * The min(k, finite paths) best paths that use only `columns[t]` at position t, best first.
 *
 * Each node keeps its k best prefixes. Those of a node are merged from its predecessors' lists:
 * only the k predecessors with the best first hypotheses can contribute, and a heap over them
 * yields one hypothesis after another, each replaced by the next of the same list.
 *
 * Exact: rounding is monotone, so a prefix that k others equal or beat stays so whatever is added
 * to all of them; every association is that of `scorePath`.
 * Ties: the smaller predecessor, then the smaller rank, first.
 * Cost: per node one edge a predecessor and O(log k) for each hypothesis kept; memory
 * Σ_t |columns[t]|·min(k, prefixes). Counts the edges and one evaluation for each hypothesis that
 * is combined again.
 */
export function kBestLists(
  edges: Edges,
  lattice: Lattice,
  columns: (position: number) => Int32Array,
  k: number,
  work: Work,
): Path[] {
  const { labelCount } = edges;
  const { length, emissions } = lattice;
  const lists = [firstColumn(columns(0), emissions)];
  const merger = new Merger(k);
  for (let t = 1; t < length; t++) {
    const previous = lists[t - 1]!;
    const labels = columns(t);
    const column = newColumn(labels, Math.min(k, previous.capacity * previous.labels.length));
    merger.setPredecessors(previous, edges);
    for (let node = 0; node < labels.length; node++) {
      const emission = emissions[t * labelCount + labels[node]!]!;
      merger.merge(previous, edges, labels[node]!, emission, column, node);
    }
    work.nodeExpansions += labels.length;
    lists.push(column);
  }
  work.edgeEvaluations += merger.edgeEvaluations;
  return bestPaths(lists, k);
}

function newColumn(labels: Int32Array, capacity: number): Column {
  return {
    labels,
    capacity,
    counts: new Int32Array(labels.length),
    scores: new Float64Array(labels.length * capacity),
    origins: new Int32Array(labels.length * capacity),
  };
}

function firstColumn(labels: Int32Array, emissions: Float64Array): Column {
  const column = newColumn(labels, 1);
  labels.forEach((label, node) => {
    column.scores[node] = emissions[label]!;
    column.counts[node] = emissions[label] === -Infinity ? 0 : 1;
  });
  return column;
}

class Merger {
  readonly #k: number;
  /** The k predecessors with the best first hypotheses, the worst of them on top (negated). */
  readonly #chosen = new ScoreHeap();
  /** The next hypothesis of each chosen predecessor, the best on top. */
  readonly #next = new ScoreHeap();
  /** Score of the first hypothesis of each predecessor, −∞ if it has none. */
  #firsts = new Float64Array(0);
  /** The edges from the predecessors into one node, where the transitions do not have them so. */
  #gathered = new Float64Array(0);
  /** Whether the transitions have the edges from these predecessors side by side. */
  #sideBySide = false;
  edgeEvaluations = 0;

  constructor(k: number) {
    this.#k = k;
  }

  /** Takes the nodes of a column as the predecessors of what is merged next. Cost: O(nodes). */
  setPredecessors(
    { labels, capacity, counts, scores }: Column,
    { labelCount, fromStride }: Edges,
  ): void {
    if (this.#firsts.length !== labels.length) {
      this.#firsts = new Float64Array(labels.length);
      this.#gathered = new Float64Array(labels.length);
    }
    this.#sideBySide = labels.length === labelCount && fromStride === 1;
    for (let node = 0; node < labels.length; node++) {
      if (labels[node] !== node) this.#sideBySide = false;
      this.#firsts[node] = counts[node] === 0 ? -Infinity : scores[node * capacity]!;
    }
  }

  /** Fills the list of a node with its best prefixes. */
  merge(
    from: Column,
    { transitions, fromStride, toStride }: Edges,
    label: number,
    emission: number,
    into: Column,
    node: number,
  ): void {
    if (emission === -Infinity) return;
    const { labels, capacity, counts, scores } = from;
    const incoming = label * toStride;
    const k = this.#k;
    const chosen = this.#chosen;
    chosen.clear();
    // The worst of k chosen predecessors is the one to beat.
    let worst = -Infinity;
    const firsts = this.#firsts;
    let row = transitions;
    let start = incoming;
    if (!this.#sideBySide) {
      row = this.#gathered;
      start = 0;
      for (let source = 0; source < labels.length; source++) {
        row[source] = transitions[incoming + labels[source]! * fromStride]!;
      }
    }
    for (
      let source = nextAbove(worst, firsts, row, start, 0);
      source < labels.length;
      source = nextAbove(worst, firsts, row, start, source + 1)
    ) {
      const score = firsts[source]! + row[start + source]!;
      // Negated items make the larger source the worse one among equal scores.
      if (chosen.size < k) chosen.push(-score, -source);
      else chosen.replaceTop(-score, -source);
      if (chosen.size === k) worst = -chosen.topScore;
    }
    this.edgeEvaluations += labels.length;

    const next = this.#next;
    next.clear();
    for (; chosen.size > 0; chosen.pop()) {
      next.push(-chosen.topScore, -chosen.topItem * capacity);
    }
    let count = 0;
    const at = node * into.capacity;
    while (next.size > 0 && count < into.capacity) {
      const origin = next.topItem;
      into.scores[at + count] = next.topScore + emission;
      into.origins[at + count] = origin;
      count++;
      const source = Math.floor(origin / capacity);
      const rank = origin + 1 - source * capacity;
      if (rank < counts[source]!) {
        const edge = transitions[incoming + labels[source]! * fromStride]!;
        next.replaceTop(scores[origin + 1]! + edge, origin + 1);
        this.edgeEvaluations++;
      } else {
        next.pop();
      }
    }
    into.counts[node] = count;
  }
}

/** The first predecessor from `source` on whose first hypothesis beats `worst` over its edge. */
function nextAbove(
  worst: number,
  firsts: Float64Array,
  row: Float64Array,
  start: number,
  source: number,
): number {
  const count = firsts.length;
  // Four at a time: nearly all of many predecessors are passed over.
  for (; source + 4 <= count; source += 4) {
    const edge = start + source;
    if (
      firsts[source]! + row[edge]! > worst || firsts[source + 1]! + row[edge + 1]! > worst ||
      firsts[source + 2]! + row[edge + 2]! > worst || firsts[source + 3]! + row[edge + 3]! > worst
    ) break;
  }
  while (source < count && !(firsts[source]! + row[start + source]! > worst)) source++;
  return source;
}

/** Merges the lists of the last column and follows the origins back. */
function bestPaths(lists: Column[], k: number): Path[] {
  const last = lists.at(-1)!;
  const next = new ScoreHeap();
  last.counts.forEach((count, node) => {
    const first = node * last.capacity;
    if (count > 0) next.push(last.scores[first]!, first);
  });
  const paths: Path[] = [];
  while (next.size > 0 && paths.length < k) {
    const score = next.topScore;
    const end = next.topItem;
    paths.push({ score, labels: follow(lists, end) });
    const node = Math.floor(end / last.capacity);
    if (end + 1 - node * last.capacity < last.counts[node]!) {
      next.replaceTop(last.scores[end + 1]!, end + 1);
    } else {
      next.pop();
    }
  }
  return paths;
}

function follow(lists: Column[], end: number): Int32Array {
  const path = new Int32Array(lists.length);
  for (let t = lists.length - 1, at = end; t >= 0; t--) {
    const { labels, capacity, origins } = lists[t]!;
    path[t] = labels[Math.floor(at / capacity)]!;
    at = origins[at]!;
  }
  return path;
}
