/**
 * The best path under a model that changes, and how often a model is right.
 *
 * @module
 */

import { type Prepared, prepared } from "../../decoders/tagging/prepared.ts";
import {
  type Decoder,
  isRevisable,
  newWork,
  type Options,
  type Work,
} from "../../decoders/contract.ts";
import dominance from "../../decoders/dominance.ts";
import type { Lattice, Model, Path } from "../../decoders/lattice.ts";
import type { Dataset } from "../dataset.ts";

/**
 * Of forward dominance, which finds the path of dense Viterbi with them. Not `pair`, which would
 * start anew after every change of the model.
 */
export const TIE_OPTIONS = { bound: "row", ends: "left", kernel: "simd" } as const;

/** Trainers count in whole units. */
const CHECKED = { areSumsChecked: true } as const;

/**
 * Finds best paths while a trainer changes the transitions, and of several always the same.
 *
 * Integer weights leave many ties, and exact decoders may break them in different ways. Here the
 * path of dense Viterbi counts: of all best paths those with the smallest last label, of these
 * those with the smallest label before it, and so on. Forward dominance from the left finds this
 * one when all sums are exact, as they must be (see `dominance`). Of any other decoder only the
 * score is used: it has to be the best, and a sweep of forward dominance, a few labels a position,
 * then gives the path. `decodingMs` leaves that sweep out.
 *
 * What is guaranteed: decoders that find the best score of every lattice get the same paths, and
 * a score that is not the best is an error, never a path.
 */
export class PathFinder {
  readonly #model: Model;
  readonly #decoder: Decoder;
  readonly #options: Options;
  /** Whether ties are broken for a decoder other than forward dominance from the left. */
  readonly #hasTies: boolean;
  /** Takes changed weights over; undefined if the decoder has to be prepared again. */
  #ties: Prepared | undefined;
  /** Transitions that have changed since the last path. */
  #revisions = 0;
  /** Prepared for the current transitions, undefined if it has to be prepared again. */
  #decode: Prepared | undefined;

  /** Work of the decoder so far. */
  readonly work: Work = newWork();
  /** Milliseconds that the decoder took so far, to prepare, to follow changes and to decode. */
  decodingMs = 0;

  /**
   * Prepares nothing until the first call of `best`.
   *
   * @param model its transitions may change if `revise` is called for every change
   * @param options of the decoder; the others have their defaults
   */
  constructor(model: Model, decoder: Decoder, options: Options = {}) {
    this.#model = model;
    this.#decoder = decoder;
    this.#options = options;
    this.#hasTies = decoder !== dominance || options["ends"] !== TIE_OPTIONS.ends;
  }

  /**
   * The path that dense Viterbi would find; there must be one.
   *
   * @throws WrongBestError if the decoder's path is not a best one
   */
  best(lattice: Lattice): Path {
    const start = performance.now();
    this.#decode ??= prepared(this.#decoder, this.#model, this.#options, CHECKED);
    const found = this.#decode(lattice, 1, this.work).paths[0];
    this.decodingMs += performance.now() - start;
    if (this.#hasTies) this.#ties ??= prepared(dominance, this.#model, TIE_OPTIONS, CHECKED);
    this.#revisions = 0;
    const best = this.#ties === undefined ? found : this.#ties(lattice).paths[0];
    if (best === undefined || found?.score !== best.score) {
      throw new WrongBestError(
        `Cannot trust ${this.#decoder.name}: it finds ${found?.score}, the best is ${best?.score}`,
      );
    }
    return best;
  }

  /** The model's transition from `previous` to `label` has changed. */
  revise(previous: number, label: number): void {
    if (this.#ties === undefined && this.#decode === undefined) return;
    // A revision costs up to L steps: preparing it again, L² of them, is cheaper than many.
    if (++this.#revisions > this.#model.labelCount) this.#ties = undefined;
    else if (this.#ties !== undefined && isRevisable(this.#ties)) {
      this.#ties.revise(previous, label);
    }
    const start = performance.now();
    if (this.#decode === undefined || !isRevisable(this.#decode)) this.#decode = undefined;
    else this.#decode.revise(previous, label);
    this.decodingMs += performance.now() - start;
  }
}

/** A decoder that has to be exact found another path than a best one. */
export class WrongBestError extends RangeError {
  override name = "WrongBestError";
}

/** Tokens with the right label, of all. */
export interface Accuracy {
  /** Tokens whose best path has the right label. */
  readonly correct: number;
  /** All tokens; those with a label that the model does not have count as wrong. */
  readonly tokens: number;
  /** Where labels are pairs: tokens whose component is right, by chain. */
  readonly chains?: readonly number[];
}

/**
 * Decodes all sentences of a dataset and compares the best paths, of several that of dense Viterbi,
 * with its gold labels.
 *
 * @throws TypeError if the dataset has no gold labels
 */
export function tokenAccuracy(dataset: Dataset, decoder: Decoder, options?: Options): Accuracy {
  const components = dataset.model.structure?.map((factor) => factor.components);
  const chains = components?.map(() => 0);
  let [correct, tokens] = [0, 0];
  compareLabels(dataset, decoder, options, (label, right) => {
    tokens++;
    correct += Number(label === right);
    components?.forEach((of, chain) => chains![chain]! += Number(of[label] === of[right]));
  });
  return chains === undefined ? { correct, tokens } : { correct, tokens, chains };
}

/**
 * How many tokens of each sentence have the right label.
 *
 * @throws TypeError if the dataset has no gold labels
 */
export function rightTokens(dataset: Dataset, decoder: Decoder, options?: Options): Int32Array {
  const counts = new Int32Array(dataset.lengths.length);
  compareLabels(dataset, decoder, options, (label, right, sentence) => {
    counts[sentence]! += Number(label === right);
  });
  return counts;
}

/**
 * Decodes all sentences of a dataset and calls back with the found and the right label of each
 * token.
 *
 * @throws TypeError if the dataset has no gold labels
 */
export function compareLabels(
  { name, gold, lengths, model, lattice }: Dataset,
  decoder: Decoder,
  options: Options | undefined,
  compare: (label: number, right: number, sentence: number) => void,
): void {
  if (gold === undefined) {
    throw new TypeError(`Cannot compute the accuracy of a task without gold labels: ${name}`);
  }
  const finder = new PathFinder(model, decoder, options);
  let position = 0;
  lengths.forEach((_, sentence) => {
    for (const label of finder.best(lattice(sentence)).labels) {
      compare(label, gold[position++]!, sentence);
    }
  });
}
