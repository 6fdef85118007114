/**
 * Tables: how kernels and their callers share numbers and addresses.
 *
 * A family says once, in its `tables.ts`, which fields its tables have. The class that its sources in
 * AssemblyScript import from `./tables` is generated from that (see `build.ts`).
 *
 * @module
 */

import type { Work } from "../contract.ts";
import type { Arena } from "./arena.ts";

/** An integer, an address or a float64. */
export type FieldType = "i32" | "usize" | "f64";

/** The fields of tables, in their order. */
export type FieldTypes = Readonly<Record<string, FieldType>>;

/** Where each field is, and the size of all, in units of four bytes. */
export type FieldPlaces<Fields extends FieldTypes> =
  & { readonly [Name in keyof Fields]: number }
  & { readonly size: number };

/** Places fields one after the other, as compilers do: a float64 at a multiple of eight bytes. */
export function placesOf<Fields extends FieldTypes>(fields: Fields): FieldPlaces<Fields> {
  const places: Record<string, number> = {};
  let end = 0;
  for (const [name, type] of Object.entries(fields)) {
    if (type === "f64") end += end % 2;
    places[name] = end;
    end += type === "f64" ? 2 : 1;
  }
  places["size"] = end + end % 2;
  return places as FieldPlaces<Fields>;
}

/** Where counters are. */
interface Counters {
  readonly edgeEvaluations: number;
  readonly nodeExpansions: number;
  readonly size: number;
}

/** Tables in an arena, read and written by the names of their fields. */
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
