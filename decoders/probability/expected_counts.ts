/**
 * Expected uses of transitions.
 *
 * @module
 */

import type { Arena } from "../kernels/arena.ts";
import { PROBABILITY, type ProbabilityKernels } from "../kernels/probability/kernels.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Model } from "../lattice.ts";
import { exp } from "../kernels/probability/exp.ts";

/** Adds up how often transitions are used, Σ_t p(y_{t−1} = x, y_t = y). */
export interface ExpectedCounts {
  /**
   * Adds what the rows of a sentence give: E(x, y)·Σ_t before_t(x)·after_t(y).
   *
   * @param before address of a row a step
   * @param after address of as many
   * @param shift c, which weights of edges are relative to
   */
  add(before: number, after: number, steps: number, shift: number, counts: Float64Array): void;
  /** Follows changes of the transitions. */
  revise(): void;
}

/** Counts of all transitions, or of some that are picked afterwards. Cost: L² a step. */
export class DenseCounts implements ExpectedCounts {
  readonly #kernels: ProbabilityKernels;
  readonly #arena: Arena;
  readonly #weights: EntryWeights;
  readonly #labelCount: number;
  readonly #blocks: number;
  readonly #counts: number;

  /** @param entries indices of the transitions that are counted; all if they are not given */
  constructor(arena: Arena, model: Model, entries?: Int32Array) {
    const { labelCount } = model;
    this.#kernels = PROBABILITY.open(arena);
    this.#arena = arena;
    this.#labelCount = labelCount;
    this.#blocks = blocksOf(labelCount);
    this.#counts = arena.allocate(labelCount * this.#blocks * BLOCK * 8);
    this.#weights = new EntryWeights(
      model,
      entries ?? Int32Array.from({ length: labelCount ** 2 }, (_, edge) => edge),
    );
  }

  add(before: number, after: number, steps: number, shift: number, counts: Float64Array): void {
    const weights = this.#weights.of(shift);
    const { entries } = this.#weights;
    const [labelCount, width] = [this.#labelCount, this.#blocks * BLOCK];
    this.#kernels.denseCounts(before, after, steps, this.#counts, labelCount, this.#blocks);
    const found = this.#arena.doubles;
    const [start, padding] = [this.#counts / 8, width - labelCount];
    for (let i = 0; i < entries.length; i++) {
      const edge = entries[i]!;
      const place = start + edge + padding * Math.floor(edge / labelCount);
      counts[i]! += weights[i]! * found[place]!;
    }
  }

  revise(): void {
    this.#weights.revise();
  }
}

/** Counts of few transitions. Cost: an edge for each of them a step. */
export class EntryCounts implements ExpectedCounts {
  readonly #kernels: ProbabilityKernels;
  readonly #arena: Arena;
  readonly #weights: EntryWeights;
  readonly #rowBytes: number;
  readonly #pairs: number;
  readonly #sources: number;
  readonly #targets: number;
  readonly #counts: number;

  /** @param entries indices of the transitions that are counted */
  constructor(arena: Arena, model: Model, entries: Int32Array) {
    const { labelCount } = model;
    this.#kernels = PROBABILITY.open(arena);
    this.#arena = arena;
    this.#weights = new EntryWeights(model, entries);
    this.#rowBytes = blocksOf(labelCount) * BLOCK * 8;
    this.#pairs = Math.ceil(entries.length / 2);
    this.#sources = arena.allocate(8 * this.#pairs);
    this.#targets = arena.allocate(8 * this.#pairs);
    this.#counts = arena.allocate(16 * this.#pairs);
    entries.forEach((edge, i) => {
      arena.integers[this.#sources / 4 + i] = 8 * Math.floor(edge / labelCount);
      arena.integers[this.#targets / 4 + i] = 8 * (edge % labelCount);
    });
  }

  add(before: number, after: number, steps: number, shift: number, counts: Float64Array): void {
    const weights = this.#weights.of(shift);
    const [pairs, row, found] = [this.#pairs, this.#rowBytes, this.#counts];
    const [sources, targets] = [this.#sources, this.#targets];
    this.#kernels.edgeCounts(before, after, steps, row, pairs, sources, targets, found);
    const { doubles } = this.#arena;
    for (let i = 0; i < weights.length; i++) counts[i]! += weights[i]! * doubles[found / 8 + i]!;
  }

  revise(): void {
    this.#weights.revise();
  }
}

/** e^(score − c) of some transitions, made when they are first asked for. */
class EntryWeights {
  readonly entries: Int32Array;
  readonly #model: Model;
  readonly #weights: Float64Array;
  #isMade = false;

  constructor(model: Model, entries: Int32Array) {
    this.#model = model;
    this.entries = entries;
    this.#weights = new Float64Array(entries.length);
  }

  of(shift: number): Float64Array {
    if (this.#isMade) return this.#weights;
    this.#isMade = true;
    const { transitions } = this.#model;
    this.entries.forEach((edge, i) => this.#weights[i] = exp(transitions[edge]! - shift));
    return this.#weights;
  }

  revise(): void {
    this.#isMade = false;
  }
}
