/**
 * The decoder contract: what a file in this folder exports to be a decoder.
 *
 * @module
 */

import type { Emissions, Lattice, Model, Path } from "./lattice.ts";

/**
 * Work counters of one `decode` call. They mean the same for every decoder, are added up per row
 * of a loop and not per edge, and are the same on every machine.
 */
export interface Work {
  /** Passes of the algorithm's outer loop; 1 for dense Viterbi. */
  iterations: number;
  /** (position, label) nodes whose outgoing or incoming edges were relaxed. */
  nodeExpansions: number;
  /** Transition scores combined with a node score; (T−1)·L² for dense Viterbi. */
  edgeEvaluations: number;
}

/** The value of a decoder's option. */
export type OptionValue = string | number | boolean;

/** One option of a decoder: its default, its meaning in a line, and what it may be. */
export interface Option<Value extends OptionValue = OptionValue> {
  /** The value when none is given; its type is the option's type. */
  readonly default: Value;
  /** One line for `deno task list`. */
  readonly meaning: string;
  /** For strings: the values that are allowed. */
  readonly choices?: readonly Value[];
  /** For numbers: the least value that is allowed. Numbers are integers. */
  readonly minimum?: number;
}

/** Resolved options by name. */
export type Options = Record<string, OptionValue>;

/** What `decode` returns. */
export interface Decoded {
  /** The best min(k, number of finite paths) distinct paths, best first; none if all are −∞. */
  readonly paths: Path[];
  /** A proven upper bound on the best score, from decoders that may stop early. */
  readonly bound?: number;
}

/** A decoder that is prepared for a model. */
export interface Decode {
  /**
   * Decodes one lattice. Deterministic, no I/O, no clock. Adds what it did to `work`.
   * `k` is at least 1 and at most the decoder's `maxK`.
   */
  (lattice: Lattice, k: number, work: Work): Decoded;
  /**
   * Optional: decodes several lattices. The answers are those of one call for each, and `works[i]`
   * counts what the i-th took.
   */
  batch?(lattices: readonly Lattice[], k: number, works: readonly Work[]): Decoded[];
  /**
   * Optional: puts the scores of a lattice where they are read fastest. A tagger that decodes with
   * this decoder would write them there in the first place. The lattice must not change afterwards.
   * It is decoded as any other. Its scores take memory until `dispose`.
   */
  place?(lattice: Lattice): void;
  /**
   * Optional: says that the model's transition from `previous` to `label` has been changed in place,
   * so that a trainer need not prepare again after each update. Answers are then those of a fresh
   * `prepare`. Without it the model must stay as it was.
   */
  revise?(previous: number, label: number): void;
  /** Optional: gives memory back. Nothing may be decoded afterwards. */
  dispose?(): void;
}

/** A decode function that copies emissions, so that they may be in float32 as well. */
export interface DecodeEither extends Decode {
  /** As in `Decode`. */
  (lattice: Lattice<Emissions>, k: number, work: Work): Decoded;
  /** Says so at run time. */
  readonly takesFloat32: true;
  /** As in `Decode`. */
  batch?(lattices: readonly Lattice<Emissions>[], k: number, works: readonly Work[]): Decoded[];
  /** As in `Decode`. */
  place?(lattice: Lattice<Emissions>): void;
}

/**
 * A decoder: the default export of a module in this folder (or anywhere, for `deno task check`).
 */
export interface Decoder<O extends Options = Options> {
  /** Lower case with hyphens; the file is the same in snake case. */
  readonly name: string;
  /** For tables and legends. */
  readonly title: string;
  /** The paper, section and algorithm number. */
  readonly source: string;
  /** True if every answer is claimed to be the best there is. */
  readonly exact: boolean;
  /** 1 or Infinity. */
  readonly maxK: number;
  /** The options with their defaults. */
  readonly options: { readonly [Name in keyof O]: Option<O[Name]> };
  /**
   * Does what depends on the transitions alone. Called once a model; its time is reported apart
   * from decoding. The returned function may keep buffers between calls.
   */
  prepare(model: Model, options: O): Decode;
}

/** Fresh counters at zero. */
export function newWork(): Work {
  return { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 };
}
