/**
 * Sums over all L² edges between two positions.
 *
 * @module
 */

import { transpose } from "../chain/dense_viterbi.ts";
import type { Arena } from "../kernels/arena.ts";
import { type EdgeKernels, EDGES } from "../kernels/edges/kernels.ts";
import { copyRows } from "../kernels/edges/transitions.ts";
import { PROBABILITY, type ProbabilityKernels, sumDepth } from "../kernels/probability/kernels.ts";
import { BLOCK, blocksOf, QUAD_BYTES } from "../kernels/rows.ts";
import { largestMagnitude, type Model } from "../lattice.ts";
import { ROUNDOFF } from "./estimate.ts";
import { type EdgeFacts, edgeFacts, type Steps } from "./steps.ts";

/** Rows that are turned into weights at a time. */
const STAGED_ROWS = 64;

/**
 * Weights of all transitions as panels, in both directions. The sums multiply L² of them. All terms
 * are positive, so that a sum errs by the share that its terms do and by its roundings.
 */
export class DenseSteps implements Steps {
  readonly edges: number;
  readonly growth = { forward: 1, backward: 1 };
  facts: EdgeFacts;
  readonly #model: Model;
  readonly #arena: Arena;
  readonly #kernels: ProbabilityKernels;
  readonly #edgeKernels: EdgeKernels;
  readonly #blocks: number;
  readonly #rowBytes: number;
  readonly #outgoing: number;
  readonly #incoming: number;
  readonly #stage: number;

  /** Exponentiates the transitions. Cost: O(L²). */
  constructor(arena: Arena, model: Model) {
    const { labelCount } = model;
    this.edges = labelCount ** 2;
    this.#model = model;
    this.#arena = arena;
    this.#kernels = PROBABILITY.open(arena);
    this.#edgeKernels = EDGES.open(arena);
    this.#blocks = blocksOf(labelCount);
    this.#rowBytes = this.#blocks * BLOCK * 8;
    // The largest weight goes to just before the panels.
    const panels = () => arena.allocate(QUAD_BYTES + labelCount * this.#rowBytes) + QUAD_BYTES;
    this.#outgoing = panels();
    this.#incoming = panels();
    this.#stage = arena.allocate(STAGED_ROWS * this.#rowBytes);
    this.facts = this.#place();
  }

  revise(): void {
    this.facts = this.#place();
  }

  forward(from: number, to: number): number {
    return this.#sum(from, this.#outgoing, to);
  }

  backward(from: number, to: number): number {
    return this.#sum(from, this.#incoming, to);
  }

  #sum(from: number, panels: number, to: number): number {
    const { labelCount } = this.#model;
    this.#kernels.denseSums(from, panels, to, labelCount, this.#blocks);
    return this.facts.error + (sumDepth(labelCount) + 1) * ROUNDOFF;
  }

  #place(): EdgeFacts {
    const { transitions, labelCount } = this.#model;
    const facts = edgeFacts(transitions);
    this.#weigh(transitions, facts.shift, this.#outgoing);
    this.#weigh(transpose(transitions, labelCount), facts.shift, this.#incoming);
    this.growth.forward = this.#largestSum(this.#outgoing);
    this.growth.backward = this.#largestSum(this.#incoming);
    return facts;
  }

  /** Turns rows of transitions into panels of weights. */
  #weigh(edges: Float64Array, shift: number, panels: number): void {
    const { labelCount } = this.#model;
    for (let x = 0; x < labelCount; x += STAGED_ROWS) {
      const count = Math.min(STAGED_ROWS, labelCount - x);
      const rows = edges.subarray(x * labelCount, (x + count) * labelCount);
      copyRows(this.#arena, rows, count, labelCount, this.#stage);
      this.#kernels.exponentials(this.#stage, count * this.#rowBytes, shift);
      this.#edgeKernels.panelize(this.#stage, x, count, labelCount, this.#blocks, panels);
    }
  }

  /** The largest sum of weights into a label. */
  #largestSum(panels: number): number {
    const { labelCount } = this.#model;
    const { doubles } = this.#arena;
    const [ones, sums] = [this.#stage, this.#stage + this.#rowBytes];
    doubles.fill(1, ones / 8, ones / 8 + labelCount);
    this.#kernels.denseSums(ones, panels, sums, labelCount, this.#blocks);
    return 1.001 * largestMagnitude(doubles.subarray(sums / 8, sums / 8 + labelCount));
  }
}
