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
  /** Places of the counters. */
  readonly #edges: number;
  readonly #nodes: number;

  /** Allocates tables of zeros. */
  constructor(arena: Arena, places: Places & Readonly<Record<keyof Places, number>>) {
    this.address = arena.allocate(4 * places.size);
    this.#arena = arena;
    this.#places = places;
    this.#edges = places.edgeEvaluations;
    this.#nodes = places.nodeExpansions;
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

  /** A float64 at a place: what is read at each sentence is not looked up by its name. */
  double(place: number): number {
    return this.#arena.doubles[this.address / 8 + place / 2]!;
  }

  /** An integer or an address at a place. */
  integer(place: number): number {
    return this.#arena.integers[this.address / 4 + place]!;
  }

  /** Sets a float64 number at a place. */
  setDouble(place: number, value: number): void {
    this.#arena.doubles[this.address / 8 + place / 2] = value;
  }

  /** Sets an integer at a place. */
  setInteger(place: number, value: number): void {
    this.#arena.integers[this.address / 4 + place] = value;
  }

  /** Adds what the kernel counted. */
  addCounts(work: Work): void {
    work.edgeEvaluations += this.double(this.#edges);
    work.nodeExpansions += this.double(this.#nodes);
  }
}
