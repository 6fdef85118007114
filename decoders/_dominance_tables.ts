/**
 * What forward dominance prepares of a model, in the memory of its kernels.
 *
 * @module
 */

import { TABLES } from "./kernels/dominance_sweep.ts";
import type { Kernels } from "./kernels/kernels.ts";
import { BLOCK, blocksOf, copyRows, placePanels } from "./kernels/layout.ts";
import type { Model } from "./lattice.ts";
import { incomingMaxima, outgoingMaxima } from "./_transition_maxima.ts";

/** How the edges out of two labels are compared: one by one, or by their extremes. */
export type DominanceBound = "pair" | "row";

/**
 * The tables of `dominanceSweep` for a model, which may change transition by transition.
 *
 * The advantages over a label, D(m, ·), are made when the sweep first asks for them: L² for
 * `pair`, L for `row`, where D(m, y) = rowMax(y) − rowMin(m). So are the panels of the dense step.
 */
export class DominanceTables {
  /** Address of the tables. */
  readonly address: number;
  readonly #kernels: Kernels;
  readonly #model: Model;
  readonly #bound: DominanceBound;
  readonly #incoming: Float64Array;
  readonly #outgoing: Float64Array;
  readonly #least: Float64Array;
  /** Rows of advantages by label, made for these or for earlier transitions. */
  readonly #rows = new Map<number, number>();

  /**
   * Copies the transitions and finds their extremes. Cost: O(L²).
   *
   * @param byRow see `TABLES`
   */
  constructor(kernels: Kernels, model: Model, bound: DominanceBound, byRow: boolean) {
    const { labelCount, transitions } = model;
    const { arena, scoreBytes } = kernels;
    const blocks = blocksOf(labelCount);
    const row = blocks * BLOCK * scoreBytes;
    this.#kernels = kernels;
    this.#model = model;
    this.#bound = bound;
    this.#incoming = incomingMaxima(model);
    this.#outgoing = outgoingMaxima(model);
    this.#least = outgoingMinima(model);
    this.address = arena.allocate(4 * TABLES.size);
    const tables: Partial<Record<keyof typeof TABLES, number>> = {
      labelCount,
      blocks,
      byRow: Number(byRow),
      edges: arena.allocate(labelCount * row),
      bounds: arena.allocate(2 * row),
      least: arena.allocate(row),
      advantages: arena.allocate(4 * labelCount),
      values: arena.allocate(row),
      prefixRow: arena.allocate(row),
      tops: arena.allocate(16 * blocks),
      touched: arena.allocate(4 * blocks),
    };
    for (const [name, value] of Object.entries(tables)) {
      this.#set(name as keyof typeof TABLES, value);
    }
    copyRows(kernels, transitions, labelCount, labelCount, tables.edges!);
    const bounds = this.#incoming.map((into, y) => into + this.#outgoing[y]!);
    copyRows(kernels, Float64Array.of(...bounds, ...this.#incoming), 2, labelCount, tables.bounds!);
    copyRows(kernels, this.#least, 1, labelCount, tables.least!);
  }

  /** Edges and nodes that the last sweep counted. */
  get counted(): { edgeEvaluations: number; nodeExpansions: number } {
    const first = (this.address + 4 * TABLES.edgeEvaluations) / 8;
    const { doubles } = this.#kernels.arena;
    return { edgeEvaluations: doubles[first]!, nodeExpansions: doubles[first + 1]! };
  }

  /** The next sweep is a new one. */
  begin(): void {
    this.#set("position", 0);
  }

  /** Copies the transitions as panels. */
  makePanels(): void {
    this.#set("panels", placePanels(this.#kernels, this.#model));
  }

  /** Makes the advantages over a label. */
  makeAdvantages(m: number): void {
    const { arena, scoreBytes } = this.#kernels;
    const { labelCount } = this.#model;
    const blocks = blocksOf(labelCount);
    const row = this.#rows.get(m) ?? arena.allocate(blocks * BLOCK * scoreBytes);
    this.#rows.set(m, row);
    if (this.#bound === "pair") {
      this.#kernels.advantages(this.#get("edges"), m, labelCount, blocks, row);
    } else {
      const least = this.#least[m]!;
      copyRows(this.#kernels, this.#outgoing.map((most) => most - least), 1, labelCount, row);
    }
    arena.integers[this.#get("advantages") / 4 + m] = row;
  }

  /** The model's transition from `previous` to `label` has changed. Cost: O(L) at most. */
  revise(previous: number, label: number): void {
    const { labelCount, transitions } = this.#model;
    const { arena, scores, scoreBytes } = this.#kernels;
    const score = transitions[previous * labelCount + label]!;
    const width = blocksOf(labelCount) * BLOCK;
    const edge = this.#get("edges") / scoreBytes + previous * width + label;
    const before = scores[edge];
    scores[edge] = score;
    const panels = this.#get("panels") / scoreBytes;
    if (panels > 0) {
      const panel = Math.floor(label / BLOCK) * labelCount * BLOCK;
      scores[panels + panel + previous * BLOCK + label % BLOCK] = score;
    }
    const row = transitions.subarray(previous * labelCount, (previous + 1) * labelCount);
    // An extreme that was this transition has to be looked for again.
    if (score <= this.#least[previous]! || before === this.#least[previous]) {
      this.#least[previous] = row.reduce((least, out) => Math.min(least, out), Infinity);
    }
    if (score >= this.#outgoing[previous]! || before === this.#outgoing[previous]) {
      this.#outgoing[previous] = row.reduce((most, out) => Math.max(most, out), -Infinity);
    }
    if (score >= this.#incoming[label]!) this.#incoming[label] = score;
    else if (before === this.#incoming[label]) this.#incoming[label] = this.#largestInto(label);
    scores[this.#get("least") / scoreBytes + previous] = this.#least[previous]!;
    const bounds = this.#get("bounds") / scoreBytes;
    scores[bounds + width + label] = this.#incoming[label]!;
    for (const y of [previous, label]) {
      scores[bounds + y] = this.#incoming[y]! + this.#outgoing[y]!;
    }
    const advantages = this.#get("advantages") / 4;
    arena.integers.fill(0, advantages, advantages + labelCount);
  }

  #largestInto(label: number): number {
    const { labelCount, transitions } = this.#model;
    let most = -Infinity;
    for (let i = label; i < transitions.length; i += labelCount) {
      if (transitions[i]! > most) most = transitions[i]!;
    }
    return most;
  }

  #get(name: keyof typeof TABLES): number {
    return this.#kernels.arena.integers[this.address / 4 + TABLES[name]]!;
  }

  #set(name: keyof typeof TABLES, value: number): void {
    this.#kernels.arena.integers[this.address / 4 + TABLES[name]] = value;
  }
}

function outgoingMinima({ labelCount, transitions }: Model): Float64Array {
  return new Float64Array(labelCount).map((_, x) =>
    transitions.subarray(x * labelCount, (x + 1) * labelCount).reduce(
      (least, score) => Math.min(least, score),
      Infinity,
    )
  );
}
