/**
 * The decoder contract: what a file in this folder exports to be a decoder.
 *
 * @module
 */

import type { Observer } from "./chain/observer.ts";
import type { Emissions, Lattice, Model, Path } from "./lattice.ts";

export { BOUNDS, EVENT_KINDS, GROUP, NONE } from "./chain/observer.ts";
export type { DecodeEvent, EventKind, Observer, Watched } from "./chain/observer.ts";

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
  /**
   * Optional: is told what happens, event by event (`EVENT_KINDS`). A decoder may tell as much as
   * it likes; answers and counts are the same with an observer as without, and without one it may
   * take no time that can be measured: ask once a row of a loop, not once an edge. Variants with
   * kernels are watched as `kernel=plain`, which does the same work.
   *
   * @example
   * ```ts ignore
   * work.edgeEvaluations += labelCount;
   * const { observer, edgeEvaluations: edges } = work;
   * observer?.({ kind: "opened", position, label, other: previous, value: prefix, edges });
   * ```
   */
  readonly observer?: Observer;
}

/** The value of a decoder's option. */
export type OptionValue = string | number | boolean;

/** One option of a decoder, as it is declared. */
export interface Option {
  /** The value when none is given. Its type is the option's type. */
  readonly default: OptionValue;
  /** One line for `deno task list`. */
  readonly meaning: string;
  /** For strings: the values that are allowed. */
  readonly choices?: readonly string[];
  /** For numbers: the least value that is allowed. Numbers are integers. */
  readonly minimum?: number;
}

/** The options that a decoder declares, by name. */
export type Declared = Readonly<Record<string, Option>>;

/** The values that a declared option may have. */
export type ValueOf<O extends Option> = O extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : O extends { readonly default: boolean } ? boolean
  : O extends { readonly default: number } ? number
  : O extends { readonly default: string } ? string
  : OptionValue;

/** A value for every option that is declared. */
export type OptionsOf<D extends Declared> = { readonly [Name in keyof D]: ValueOf<D[Name]> };

/** Values for some of them; the others have their defaults. */
export type GivenOptions<D extends Declared> = Partial<OptionsOf<D>>;

/** A value for every option, by name. */
export type Options = Readonly<Record<string, OptionValue>>;

/** What `decode` returns. */
export interface Decoded {
  /** The best min(k, number of finite paths) distinct paths, best first; none if all are −∞. */
  readonly paths: Path[];
  /** A proven upper bound on the best score, from decoders that have one: how good paths are. */
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
   * Optional: says that so many lattices come now, and perhaps no others. That may change what is
   * prepared, never an answer.
   */
  expect?(sentences: number): void;
  /**
   * Optional: reserves memory where scores are read fastest, for so many positions: a tagger
   * writes them there in the first place. It is held until `dispose`. If it is `lasting`, memory
   * grows now by what decoding takes later, so that views of it stay valid.
   */
  reserve?(positions: number, lasting: boolean): ScoreBlock;
  /** Optional: gives memory back. Nothing may be decoded afterwards. */
  dispose?(): void;
}

/** Rows that scores are written into and decoded from, without a copy. */
export interface ScoreBlock {
  /**
   * All rows; those of position t begin at index `t * stride`. What follows their L scores must
   * stay as it is. A view: unless it is lasting, ask for it anew after anything was decoded.
   */
  readonly scores: Emissions;
  /** Scores from a row to the next, at least L. */
  readonly stride: number;
  /**
   * The lattice of `length` rows from a position on, for the decode function whose memory it is and
   * for no other: its emissions are `stride` apart.
   */
  lattice(position: number, length: number): Lattice;
}

/** A decode function that copies emissions, so that they may be in float32 as well. */
export interface DecodeEither extends Decode {
  /** As in `Decode`. */
  (lattice: Lattice<Emissions>, k: number, work: Work): Decoded;
  /** Says so at run time. */
  readonly takesFloat32: true;
  /** As in `Decode`. */
  batch?(lattices: readonly Lattice<Emissions>[], k: number, works: readonly Work[]): Decoded[];
}

/** Whether a decode function takes emissions in float32. */
export function takesFloat32(decode: Decode): decode is DecodeEither {
  return "takesFloat32" in decode;
}

/**
 * What can follow changes of its model. A trainer need not prepare again after each update. The
 * model of anything else must stay as it was.
 */
export interface Revisable {
  /**
   * Says that the model's transition from `previous` to `label` has been changed in place. Answers
   * are then those of a fresh `prepare`.
   */
  revise(previous: number, label: number): void;
}

/** Whether a decode function can follow changes of its model. */
export function isRevisable<D extends Decode>(decode: D): decode is D & Revisable {
  return "revise" in decode;
}

/**
 * Where a decoder takes a value of an option that its own module refuses. The module exports it as
 * `EXTENSION`, beside the decoder. A variant without that value loads only the decoder's module,
 * and its rows' key depends on no other. The harness loads the extension; libraries import it.
 */
export interface Extension {
  /** Name of the option. */
  readonly option: string;
  /** The value. */
  readonly value: OptionValue;
  /** A module, relative to the decoder's own. Its default export is the decoder with all values. */
  readonly module: string;
}

/** What a decoder says of itself, whatever it decodes. */
export interface Description<D extends Declared = Declared> {
  /** Lower case with hyphens. In this folder the file has the same name in snake case. */
  readonly name: string;
  /** For tables and legends. */
  readonly title: string;
  /** The paper, section and algorithm number. */
  readonly source: string;
  /** True if every answer is claimed to be the best there is: of k paths, the k best. */
  readonly exact: boolean;
  /** The most paths that it can be asked for: 1, or Infinity for any number. */
  readonly maxK: number;
  /** True if the work may depend on earlier calls. Scores and paths never do. */
  readonly adaptive?: true;
  /** True if it decodes lattices of models that say `hasPairs`. */
  readonly pairs?: true;
  /** The options with their defaults, which stand nowhere else. */
  readonly options: D;
  /** Values of options that cannot be set: what a program in another language says of itself. */
  readonly fixed?: Options;
}

/**
 * A decoder: the default export of a module in this folder (or anywhere, for `deno task check`).
 *
 * @example
 * ```ts ignore
 * const OPTIONS = {
 *   width: { default: 1, minimum: 1, meaning: "labels kept at each position" },
 *   order: { default: "rank", choices: ["rank", "score"], meaning: "which labels come first" },
 * } as const;
 * const decoder: Decoder<typeof OPTIONS> = {
 *   …,
 *   options: OPTIONS,
 *   prepare(model, { width, order }) {},
 * };
 * ```
 */
export interface Decoder<D extends Declared = Declared> extends Description<D> {
  /**
   * Does what depends on the transitions alone. Called once a model. Its time is reported apart
   * from decoding. The returned function may keep buffers between calls. Users call `prepared` or
   * `tagger`, which fill in the defaults and check what is decoded.
   */
  prepare(model: Model, options: OptionsOf<D>): Decode;
}

/** Fresh counters at zero. */
export function newWork(): Work {
  return { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 };
}
