/**
 * Tables in an arena.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import type { Arena } from "./arena.ts";

/** Where counters are. */
interface Counters {
  readonly edgeEvaluations: number;
  readonly nodeExpansions: number;
  readonly size: number;
}

/** Tables, read and written by the names of their fields. */
export class Tables<Places extends Counters> {
  /** Address of the tables. */
  readonly address: number;
  readonly #arena: Arena;
  readonly #places: Readonly<Record<keyof Places, number>>;

  /** Allocates tables of zeros. */
  constructor(arena: Arena, places: Places & Readonly<Record<keyof Places, number>>) {
    this.address = arena.allocate(4 * places.size);
    this.#arena = arena;
    this.#places = places;
  }

  /** An integer or an address. */
  get(name: keyof Places): number {
    return this.#arena.integers[this.address / 4 + this.#places[name]]!;
  }

  /** Sets integers and addresses. */
  set(values: Partial<Record<keyof Places, number>>): void {
    for (const name in values) {
      this.#arena.integers[this.address / 4 + this.#places[name]] = values[name]!;
    }
  }

  /** A float64. */
  double(name: keyof Places): number {
    return this.#arena.doubles[this.#double(name)]!;
  }

  /** Sets a float64. */
  setDouble(name: keyof Places, value: number): void {
    this.#arena.doubles[this.#double(name)] = value;
  }

  /** Adds what the kernel counted. */
  addCounts(work: Work): void {
    work.edgeEvaluations += this.double("edgeEvaluations");
    work.nodeExpansions += this.double("nodeExpansions");
  }

  #double(name: keyof Places): number {
    return this.address / 8 + this.#places[name] / 2;
  }
}
