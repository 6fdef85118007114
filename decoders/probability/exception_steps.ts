/**
 * Sums over the edges between two positions, where most transitions are 0.
 *
 * @module
 */

import type { Arena } from "../kernels/arena.ts";
import { rowDepth } from "../kernels/probability/rows.ts";
import { openProbability, type ProbabilityKernels } from "../kernels/probability/kernels.ts";
import { sumDepth } from "../kernels/probability/sums.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Model } from "../lattice.ts";
import { ROUNDOFF } from "./estimate.ts";
import { EdgeLists, LOW } from "./edge_lists.ts";
import { exp } from "./exp.ts";
import { type EdgeFacts, edgeFacts, type Steps } from "./steps.ts";

/** What terms that cancel may cost: sums of which less than this share is left are not known. */
const LEAST_REST = 2 ** -20;

/**
 * Weights of the transitions that are not 0. With b = e^−c, what a transition of 0 weighs,
 *
 *     Σ_x α(x)·E(x, y) = b·Σ_x α(x) + Σ_{x: e(x, y) ≠ 0} α(x)·( E(x, y) − b ).
 *
 * Terms below 0 cancel: the sum errs by the share of its roundings times 1 + b·Σα / sum. The latter
 * is known afterwards, for the smallest sum (`PROOFS.md` in this folder). Labels with a low or
 * forbidden transition have lists of all that are finite, with nothing to cancel.
 *
 * Cost: an edge for each in the lists, and O(L).
 */
export class ExceptionSteps implements Steps {
  readonly growth = { forward: 1, backward: 1 };
  facts: EdgeFacts;
  readonly #model: Model;
  readonly #entries: Int32Array | undefined;
  readonly #kernels: ProbabilityKernels;
  readonly #arena: Arena;
  readonly #rowBytes: number;
  readonly #outgoing: EdgeLists;
  readonly #incoming: EdgeLists;
  #base = 1;
  /** Roundings of a sum, for each direction. */
  #forwardError = 0;
  #backwardError = 0;

  /**
   * Makes the lists. Cost: O(L²), or of the entries.
   *
   * @param entries the transitions that may differ from 0; found if they are not given
   */
  constructor(arena: Arena, model: Model, entries?: Int32Array) {
    this.#model = model;
    this.#entries = entries;
    this.#arena = arena;
    this.#kernels = openProbability(arena);
    this.#rowBytes = blocksOf(model.labelCount) * BLOCK * 8;
    this.#outgoing = new EdgeLists(arena, model, "into");
    this.#incoming = new EdgeLists(arena, model, "out of");
    this.facts = this.#fill();
  }

  get edges(): number {
    return this.#outgoing.edges;
  }

  revise(): void {
    this.facts = this.#fill();
  }

  forward(from: number, to: number): number {
    return this.#sum(from, this.#outgoing, to, this.#forwardError);
  }

  backward(from: number, to: number): number {
    return this.#sum(from, this.#incoming, to, this.#backwardError);
  }

  #sum(from: number, lists: EdgeLists, to: number, error: number): number {
    const start = this.#base * this.#kernels.sumRow(from, this.#rowBytes);
    const least = lists.sum(this.#kernels, from, start, to);
    if (least === Infinity) return error;
    const cancelled = start / least;
    return least > 0 && error * cancelled < LEAST_REST ? 1.001 * error * (1 + cancelled) : Infinity;
  }

  #fill(): EdgeFacts {
    const { labelCount, transitions } = this.#model;
    const entries = this.#entries ?? nonZeroEntries(transitions);
    // The others are 0, if there are any.
    const scores = new Float64Array(Math.min(entries.length + 1, labelCount ** 2));
    entries.forEach((edge, i) => scores[i] = transitions[edge]!);
    const facts = edgeFacts(scores);
    this.#base = exp(-facts.shift);
    this.#outgoing.fill(entries, facts.shift, this.#base);
    this.#incoming.fill(entries, facts.shift, this.#base);
    const errorOf = ({ longest }: EdgeLists) =>
      2 * facts.error +
      (rowDepth(this.#rowBytes / 8) + 2 * sumDepth(longest) + 4) * ROUNDOFF;
    this.#forwardError = errorOf(this.#outgoing);
    this.#backwardError = errorOf(this.#incoming);
    this.growth.forward = this.#largestSum(this.#outgoing);
    this.growth.backward = this.#largestSum(this.#incoming);
    return facts;
  }

  /** The largest sum of weights into a label. */
  #largestSum(lists: EdgeLists): number {
    const { labelCount } = this.#model;
    const [ones, sums] = lists.room;
    const { doubles } = this.#arena;
    doubles.fill(1, ones / 8, ones / 8 + labelCount);
    lists.sum(this.#kernels, ones, this.#base * labelCount, sums);
    let most = 0;
    for (let y = 0; y < labelCount; y++) most = Math.max(most, doubles[sums / 8 + y]!);
    return 1.001 * most;
  }
}

/** Indices of the transitions that are not 0, in order. */
export function nonZeroEntries(transitions: Float64Array): Int32Array {
  let count = 0;
  for (let i = 0; i < transitions.length; i++) if (transitions[i] !== 0) count++;
  const entries = new Int32Array(count);
  for (let i = transitions.length - 1; i >= 0; i--) if (transitions[i] !== 0) entries[--count] = i;
  return entries;
}

/** Edges in the lists into all labels. Cost: O(L²). */
export function exceptionCount({ labelCount, transitions }: Model): number {
  const listed = new Int32Array(labelCount);
  const finite = new Int32Array(labelCount);
  const isWhole = new Uint8Array(labelCount);
  for (let x = 0, edge = 0; x < labelCount; x++) {
    for (let y = 0; y < labelCount; y++, edge++) {
      const score = transitions[edge]!;
      if (score !== 0) listed[y]!++;
      if (score !== -Infinity) finite[y]!++;
      if (score < LOW) isWhole[y] = 1;
    }
  }
  return listed.reduce((sum, count, y) => sum + (isWhole[y] ? finite[y]! : count), 0);
}
