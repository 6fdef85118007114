/**
 * Sums over the edges between two positions, where most transitions are 0.
 *
 * @module
 */

import type { Arena } from "../kernels/arena.ts";
import {
  BLOCK_DEPTH,
  PROBABILITY,
  type ProbabilityKernels,
  rowDepth,
  sumDepth,
} from "../kernels/probability/kernels.ts";
import { BLOCK, blocksOf, wholeQuads } from "../kernels/rows.ts";
import { largestMagnitude, type Model } from "../lattice.ts";
import { ROUNDOFF } from "./estimate.ts";
import { EdgeLists, LOW } from "./edge_list.ts";
import { exp } from "../kernels/probability/exp.ts";
import { type EdgeFacts, edgeFacts, type Steps } from "./steps.ts";

/** What terms that cancel may cost: b·Σα is at most this, less 1, times any sum. */
const CANCELLED = 1.001 * (1 + /* @__PURE__ */ exp(-LOW));

/**
 * Weights of the transitions that are not 0. With b = e^−c, what a transition of 0 weighs,
 *
 *     Σ_x α(x)·E(x, y) = b·Σ_x α(x) + Σ_{x: e(x, y) ≠ 0} α(x)·( E(x, y) − b ).
 *
 * Terms below 0 cancel: the sum errs by the share of its roundings times 1 + b·Σα / sum. That is at
 * most 1 + e³ where no transition is below −3, and others are not summed so (`edgeLists`;
 * `PROOFS.md` in this folder).
 *
 * Where all labels have forbidden transitions, and lists of those that are not, nothing cancels.
 * All terms are positive, and the error is that of `DenseSteps` with as many terms as the longest
 * list.
 *
 * Cost: a product for each edge in the lists, and O(L).
 */
export class ExceptionSteps implements Steps {
  readonly growth = { forward: 1, backward: 1 };
  facts: EdgeFacts;
  readonly #model: Model;
  readonly #entries: Int32Array | undefined;
  readonly #kernels: ProbabilityKernels;
  readonly #arena: Arena;
  readonly #rowBytes: number;
  /** Bytes of the sums of a row's blocks, up to whole quads. */
  readonly #sumBytes: number;
  /** Address of a row with these after it, and of another row. */
  readonly #staged: number;
  readonly #room: number;
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
    this.#kernels = PROBABILITY.open(arena);
    this.#rowBytes = blocksOf(model.labelCount) * BLOCK * 8;
    this.#sumBytes = wholeQuads(8 * blocksOf(model.labelCount));
    this.#staged = arena.allocate(this.#rowBytes + this.#sumBytes);
    this.#room = arena.allocate(this.#rowBytes);
    this.#outgoing = new EdgeLists(arena, model, "into", this.#staged);
    this.#incoming = new EdgeLists(arena, model, "out of", this.#staged);
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
    this.#kernels.stageRow(from, this.#rowBytes, this.#staged);
    const total = this.#kernels.sumRow(this.#staged + this.#rowBytes, this.#sumBytes);
    lists.sum(this.#kernels, this.#base * total, to);
    return error;
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
    const sums = BLOCK_DEPTH + rowDepth(this.#sumBytes / 8);
    const errorOf = ({ longest, isPlain }: EdgeLists) =>
      isPlain
        ? facts.error + (sumDepth(longest) + 1) * ROUNDOFF
        : CANCELLED * (2 * facts.error + (sums + 2 * sumDepth(longest) + 6) * ROUNDOFF);
    this.#forwardError = errorOf(this.#outgoing);
    this.#backwardError = errorOf(this.#incoming);
    this.growth.forward = this.#largestSum(this.#outgoing);
    this.growth.backward = this.#largestSum(this.#incoming);
    return facts;
  }

  /** The largest sum of weights into a label. */
  #largestSum(lists: EdgeLists): number {
    const { labelCount } = this.#model;
    const { doubles } = this.#arena;
    const row = doubles.subarray(this.#room / 8, this.#room / 8 + labelCount).fill(1);
    this.#sum(this.#room, lists, this.#room, 0);
    return 1.001 * largestMagnitude(row);
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
