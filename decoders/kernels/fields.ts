/**
 * The fields of a kernel's tables.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import type { Arena } from "./arena.ts";

/** Where each field is, in units of four bytes; counters are float64, and at even places. */
export interface FieldLayout {
  readonly edgeEvaluations: number;
  readonly nodeExpansions: number;
  /** Of all fields. */
  readonly size: number;
}

/** Reads and writes tables in an arena by the names of their fields: addresses, numbers and counters. */
export class Fields<Layout extends FieldLayout> {
  /** Address of the tables. */
  readonly address: number;
  readonly #arena: Arena;
  readonly #layout: Readonly<Record<keyof Layout, number>>;
  /** Indices of the counters. */
  readonly #edges: number;
  readonly #nodes: number;

  /** Allocates tables of zeros. */
  constructor(arena: Arena, layout: Layout & Readonly<Record<keyof Layout, number>>) {
    this.address = arena.allocate(4 * layout.size);
    this.#arena = arena;
    this.#layout = layout;
    this.#edges = (this.address + 4 * layout.edgeEvaluations) / 8;
    this.#nodes = (this.address + 4 * layout.nodeExpansions) / 8;
  }

  /** An integer field. */
  get(name: keyof Layout): number {
    return this.#arena.integers[this.address / 4 + this.#layout[name]]!;
  }

  /** Sets integer fields. */
  set(values: Partial<Record<keyof Layout, number>>): void {
    for (const name in values) {
      this.#arena.integers[this.address / 4 + this.#layout[name]] = values[name]!;
    }
  }

  /** Adds what the kernel counted. */
  addCounts(work: Work): void {
    const { doubles } = this.#arena;
    work.edgeEvaluations += doubles[this.#edges]!;
    work.nodeExpansions += doubles[this.#nodes]!;
  }
}
