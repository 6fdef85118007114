/**
 * What iterative Viterbi and iterative Viterbi A* do with a degenerate lattice, in TypeScript.
 *
 * @module
 */

import { beamDecode, plainBeam } from "../chain/beam.ts";
import { type Decode, newWork, type Work } from "../contract.ts";
import { type DegenerateModel, degenerateModel, reviseGroups } from "./model.ts";
import { type Bar, DegenerateColumns } from "./columns.ts";
import { newLabels } from "../chain/label_pool.ts";
import { DegeneratePass, type LabelPaths, type PassResult } from "./pass.ts";
import type { Lattice, Model, Path } from "../lattice.ts";
import type { PrefixLattice } from "../k_best/predecessors.ts";

/** The degenerate lattice of one sentence at a time. A group is a node ≥ L. */
export interface DegenerateSearch {
  /** A beam of width 1 over the labels. */
  readonly greedy: Decode;
  /** Follows a change of the model's transition from `previous` to `label`; see `reviseGroups`. */
  revise(previous: number, label: number): void;
  /** Starts on a lattice with one active label a position. */
  reset(lattice: Lattice, work: Work): void;
  /** A pass, in which all nodes stay if there is no bar. */
  run(isForward: boolean, work: Work, bar: Bar | undefined): PassResult;
  /**
   * Labels of the position where the last pass, of that direction, ended, into which it knows a
   * path over labels that scores more than `above`; best first.
   */
  ends(isForward: boolean, above: number): number[];
  /**
   * The best path of the last pass, or its best over labels; that into the node `end` if there is
   * one.
   */
  follow(isForward: boolean, overLabels: boolean, end?: number): Int32Array;
  /** The nodes of a position that are left, in ascending order. */
  nodesAt(position: number): Int32Array;
  /** The nodes that are left with the best prefixes, from the side of the last pass. */
  prefixes(isForward: boolean): PrefixLattice;
  /** Splits the groups of all positions. */
  expandAll(bar: Bar | undefined): void;
  /** Splits the groups on the best path of the last pass. */
  expandBest(isForward: boolean, bar: Bar | undefined): void;
  /** Splits the groups on some paths. */
  expandOn(paths: readonly Int32Array[], bar: Bar | undefined): void;
}

/** The path of a greedy beam, whose edges and nodes are counted but not as an iteration. */
export function greedyPaths(search: DegenerateSearch, lattice: Lattice, work: Work): Path[] {
  const own = newWork();
  const { paths } = search.greedy(lattice, 1, own);
  work.nodeExpansions += own.nodeExpansions;
  work.edgeEvaluations += own.edgeEvaluations;
  return paths;
}

/** A search without kernels. Cost: O((L + log L)²) if the groups are to be made. */
export function plainSearch(
  model: Model,
  labelPaths: LabelPaths,
  degenerate: DegenerateModel = degenerateModel(model),
): DegenerateSearch {
  return new PlainSearch(model, labelPaths, degenerate);
}

class PlainSearch implements DegenerateSearch {
  readonly greedy: Decode;
  readonly #model: Model;
  readonly #degenerate: DegenerateModel;
  readonly #columns: DegenerateColumns;
  readonly #pass: DegeneratePass;
  /** Nodes of the path that is being split. */
  #path = new Int32Array(0);

  constructor(model: Model, labelPaths: LabelPaths, degenerate: DegenerateModel) {
    this.greedy = beamDecode(model, 1, plainBeam(model, 1));
    this.#model = model;
    this.#degenerate = degenerate;
    this.#columns = new DegenerateColumns(degenerate);
    this.#pass = new DegeneratePass(degenerate, this.#columns, labelPaths);
    this.#pass.prepareForward();
  }

  revise(previous: number, label: number): void {
    const score = this.#model.transitions[previous * this.#model.labelCount + label]!;
    reviseGroups(this.#degenerate, previous, label, score, (from, to, value) => {
      this.#pass.revise(from, to, value);
    });
  }

  reset(lattice: Lattice, work: Work): void {
    this.#columns.reset(lattice, work);
    if (this.#path.length < lattice.length) this.#path = new Int32Array(lattice.length);
  }

  run(isForward: boolean, work: Work, bar: Bar | undefined): PassResult {
    return this.#pass.run(isForward, work, bar);
  }

  ends(isForward: boolean, above: number): number[] {
    const { labelSums } = this.#columns;
    const last = isForward ? this.#columns.length - 1 : 0;
    const start = last * this.#model.labelCount;
    return Array.from(this.nodesAt(last), (node, i) => ({ node, score: labelSums[start + i]! }))
      .filter(({ score }) => score > above)
      .sort((a, b) => b.score - a.score)
      .map(({ node }) => node);
  }

  follow(isForward: boolean, overLabels: boolean, end = -1): Int32Array {
    const path = newLabels(this.#columns.length);
    followPath(this.#degenerate, this.#columns, isForward, overLabels, end, path);
    return path;
  }

  nodesAt(position: number): Int32Array {
    const { counts, nodes } = this.#columns;
    const start = position * this.#model.labelCount;
    return nodes.subarray(start, start + counts[position]!);
  }

  prefixes(isForward: boolean): PrefixLattice {
    const { length, counts, nodes, own, sums } = this.#columns;
    return { length, counts, nodes, own, prefixes: sums, isForward };
  }

  expandAll(bar: Bar | undefined): void {
    for (let t = 0; t < this.#columns.length; t++) this.#columns.expand(t, bar);
  }

  expandBest(isForward: boolean, bar: Bar | undefined): void {
    const path = this.#path;
    followPath(this.#degenerate, this.#columns, isForward, false, -1, path);
    for (let t = 0; t < this.#columns.length; t++) {
      if (path[t]! >= this.#model.labelCount) this.#columns.expand(t, bar);
    }
  }

  expandOn(paths: readonly Int32Array[], bar: Bar | undefined): void {
    for (let t = 0; t < this.#columns.length; t++) {
      const hasGroup = paths.some((nodes) => nodes[t]! >= this.#model.labelCount);
      if (hasGroup) this.#columns.expand(t, bar);
    }
  }
}

/**
 * Writes the path of the last pass, of that direction, with the best score, or with the best score
 * over labels only; that into the node `end`, if it is not negative. The labels of groups are nodes
 * ≥ labelCount. Ties: the smaller node. Cost: an edge for each node that is left, which no counter
 * counts, for these edges were evaluated before.
 */
function followPath(
  { labelCount, nodeCount, transitions }: DegenerateModel,
  { length, counts, nodes, sums, labelSums }: DegenerateColumns,
  isForward: boolean,
  overLabels: boolean,
  end: number,
  path: Int32Array,
): void {
  const scores = overLabels ? labelSums : sums;
  const stride = isForward ? nodeCount : 1;
  const step = isForward ? -1 : 1;
  let t = isForward ? length - 1 : 0;
  path[t] = end < 0 ? bestNode(counts[t]!, nodes, scores, t * labelCount) : end;
  for (let i = 1; i < length; i++) {
    const into = path[t]! * (isForward ? 1 : nodeCount);
    t += step;
    const start = t * labelCount;
    let best = -Infinity;
    let source = 0;
    for (let slot = start, last = start + counts[t]!; slot < last; slot++) {
      const node = nodes[slot]!;
      const score = scores[slot]! + transitions[node * stride + into]!;
      if (score > best) {
        best = score;
        source = node;
      }
    }
    path[t] = source;
  }
}

function bestNode(count: number, nodes: Int32Array, scores: Float64Array, start: number): number {
  let best = -Infinity;
  let node = 0;
  for (let slot = start; slot < start + count; slot++) {
    if (scores[slot]! > best) {
      best = scores[slot]!;
      node = nodes[slot]!;
    }
  }
  return node;
}
