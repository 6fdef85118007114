/**
 * Decoding the scores of a tagger.
 *
 * @module
 */

import auto from "../auto.ts";
import { checkKeys } from "../chain/known_keys.ts";
import { resolveOptions } from "../chain/options.ts";
import { shown } from "../chain/score_check.ts";
import type { Declared, Decode, Decoder, GivenOptions } from "../contract.ts";
import type { Emissions, Path } from "../lattice.ts";
import type { Estimate, Marginals } from "../probability/estimate.ts";
import type { LossEstimate } from "../probability/negative_log_likelihood.ts";
import { type CheckedModel, checkModel, type TaggerModel } from "./model.ts";
import type { Matrix } from "./numbers.ts";
import { checkPathCount } from "./prepared.ts";
import { clearGradient, goldOf, type GoldRow, type TagGradient, TagSums } from "./probabilities.ts";
import { ReservedScores } from "./reserved.ts";
import { SentenceDecoder } from "./sentence_decoder.ts";
import {
  type BatchLayout,
  type Given,
  LAYOUT,
  type Scores,
  type Sentence,
  sentencesIn,
} from "./sentences.ts";
import type { ConfidentPath, NoLayout, Tagged, TaggedPath, TagOptions } from "./tagged.ts";

/** Each row is a view; beyond this they fill the memory of JavaScript. */
const MOST_RESERVED = 2 ** 22;

/** Keys of `TagOptions` and `BatchLayout`. */
const OPTIONS = ["k", "names", "confidences", "lengths", "mask", "shape"];

/**
 * A tagger that is ready to decode; see `tagger`. Rows of L scores, one a position:
 *
 * | scores                                   | what they are                           |
 * | ---------------------------------------- | --------------------------------------- |
 * | T rows, or one block of T×L              | a sentence                              |
 * | a list of the rows of each sentence      | a batch                                 |
 * | rows or block, and `lengths` that sum up | a batch, one sentence after another     |
 * | rows or block, and `lengths` or `mask`   | a batch, padded; padding is never read  |
 *
 * A sentence without positions has one path without labels, of score 0.
 *
 * Probabilities are those of p(y) = e^score(y) / Z over all paths, start and end scores included,
 * each with a bound of its error. They are of the scores as they are given: a bound of the model
 * refuses what exceeds it, but nothing is rounded.
 */
export class Tagger {
  readonly #checked: CheckedModel;
  readonly #sums: TagSums;
  readonly #decoder: Decoder;
  /** The decoder of sentences; undefined once it is disposed of. */
  #sentences: SentenceDecoder | undefined;
  readonly #reserved = new WeakSet<ReservedScores>();
  #isBusy = false;

  /** See `tagger`. */
  constructor(checked: CheckedModel, decoder: Decoder, decode: Decode) {
    this.#checked = checked;
    this.#sums = new TagSums(checked);
    this.#decoder = decoder;
    this.#sentences = new SentenceDecoder(checked, decode);
  }

  /**
   * The best paths of a sentence.
   *
   * @throws RangeError naming sentence, position and label for another number of scores than T×L,
   * NaN, +∞, and what exceeds the bound
   * @throws TypeError naming them for what is no number or no array, null for example, for rows
   * that another tagger reserved, for an option that there is not, and if reading the scores calls
   * this tagger
   */
  decode<Names extends boolean = false, Confidences extends boolean = false>(
    scores: Matrix | ReservedScores,
    options?: TagOptions<Names, Confidences> & NoLayout,
  ): Tagged<Names, Confidences>;
  /**
   * The best paths of each sentence of a batch. Sentences do not influence each other: their order
   * and padding change nothing.
   */
  decode<Names extends boolean = false, Confidences extends boolean = false>(
    scores: Scores | ReservedScores,
    options?: TagOptions<Names, Confidences> & BatchLayout,
  ): Tagged<Names, Confidences>[];
  decode(
    scores: Scores | ReservedScores,
    options: TagOptions & BatchLayout = {},
  ): TaggedPath<number | string>[] | TaggedPath<number | string>[][] {
    checkKeys(options, OPTIONS, "decode");
    return this.#alone("decode", () => this.#decodeAll(scores, options));
  }

  /**
   * How probable each label of each position of a sentence is; undefined if it has no path.
   *
   * @throws as `decode`
   */
  marginals(scores: Matrix | ReservedScores, layout?: NoLayout): Marginals | undefined;
  /** The same for each sentence of a batch. */
  marginals(scores: Scores | ReservedScores, layout?: BatchLayout): (Marginals | undefined)[];
  marginals(
    scores: Scores | ReservedScores,
    layout: BatchLayout = {},
  ): Marginals | undefined | (Marginals | undefined)[] {
    return this.#each(
      "find marginals",
      scores,
      layout,
      (sentence, index) => this.#sums.marginals(sentence, index),
    );
  }

  /**
   * ln Z of a sentence, the logarithm of what all its paths weigh together; −∞ if it has none. A
   * path's ln p is its score less this one.
   *
   * @throws as `decode`
   */
  logPartition(scores: Matrix | ReservedScores, layout?: NoLayout): Estimate;
  /** The same for each sentence of a batch. */
  logPartition(scores: Scores | ReservedScores, layout?: BatchLayout): Estimate[];
  logPartition(
    scores: Scores | ReservedScores,
    layout: BatchLayout = {},
  ): Estimate | Estimate[] {
    return this.#each(
      "find ln Z",
      scores,
      layout,
      (sentence, index) => this.#sums.logPartition(sentence, index),
    );
  }

  /**
   * −ln p of the gold labels of a sentence: the loss of a chain CRF, and its derivatives if there
   * is a gradient to write them to.
   *
   * @param gold T labels by index; `UNLABELLED` for what is not known
   * @throws RangeError naming sentence and position as `decode`, for what are no labels, for gold
   * that is forbidden, and for a gradient that has too little room
   */
  loss(
    scores: Matrix | ReservedScores,
    gold: GoldRow,
    gradient?: TagGradient,
    layout?: NoLayout,
  ): LossEstimate;
  /**
   * The same for each sentence of a batch; the gradient is that of the sum of all losses.
   *
   * @param gold a list of labels for each sentence, or one list of all positions; padding is not
   * read
   */
  loss(
    scores: Scores | ReservedScores,
    gold: GoldRow | readonly GoldRow[],
    gradient?: TagGradient,
    layout?: BatchLayout,
  ): LossEstimate[];
  loss(
    scores: Scores | ReservedScores,
    gold: GoldRow | readonly GoldRow[],
    gradient?: TagGradient,
    layout: BatchLayout = {},
  ): LossEstimate | LossEstimate[] {
    let labels: readonly GoldRow[] | undefined;
    return this.#each("find the loss", scores, layout, (sentence, index, given) => {
      const { positions, starts } = given;
      if (labels === undefined) {
        labels = goldOf(gold, given.sentences, starts, positions);
        if (gradient !== undefined) {
          clearGradient(gradient, positions, this.#checked.model.labelCount);
        }
      }
      return this.#sums.loss(sentence, labels[index]!, index, gradient, starts[index]!);
    });
  }

  /** What something is for each sentence. */
  #each<Result>(
    what: string,
    scores: Scores | ReservedScores,
    layout: BatchLayout,
    find: (sentence: Sentence, index: number, given: Given) => Result,
  ): Result | Result[] {
    checkKeys(layout, LAYOUT, what.split(" ").at(-1)!);
    return this.#alone(what, () => {
      if (this.#sentences === undefined) throw this.#disposedOf();
      const given = this.#given(scores, layout);
      const found = given.sentences.map((sentence, index) => find(sentence, index, given));
      return given.isBatch ? found : found[0]!;
    });
  }

  #decodeAll(
    scores: Scores | ReservedScores,
    options: TagOptions & BatchLayout,
  ): TaggedPath<number | string>[] | TaggedPath<number | string>[][] {
    const { k = 1, names = false, confidences = false } = options;
    checkPathCount(k, this.#decoder);
    if (names && this.#checked.labels === undefined) {
      throw new TypeError(`Cannot name labels of a model without names: labels is undefined`);
    }
    const { sentences, isBatch } = this.#given(scores, options);
    const decoder = this.#ready;
    if (isBatch) decoder.expect(sentences.length);
    // Before rows that were reserved are rounded in place.
    const sure = confidences
      ? sentences.map((sentence, index) => this.#sums.marginals(sentence, index))
      : undefined;
    const found = scores instanceof ReservedScores
      ? sentences.map((sentence, index) => decoder.decodeInPlace(scores, sentence, index, k))
      : decoder.decode(sentences, k);
    const tagged = found.map((paths, index) =>
      paths.map((path) => this.#tagged(path, names, sure?.[index]))
    );
    return isBatch ? tagged : tagged[0]!;
  }

  /**
   * Reserves rows for so many positions where the decoder reads them. Write scores into them and
   * pass them to `decode`, again and again: with a bound they are rounded in place. Nothing is
   * copied.
   */
  reserve(positions: number): ReservedScores {
    if (!(Number.isInteger(positions) && positions >= 1 && positions <= MOST_RESERVED)) {
      throw new RangeError(
        `Cannot reserve rows for this number of positions: ${shown(positions)} ` +
          `(from 1 to ${MOST_RESERVED})`,
      );
    }
    return this.#alone("reserve rows", () => {
      const block = this.#ready.newBlock(positions, true);
      const reserved = new ReservedScores(block, positions, this.#checked.model.labelCount);
      this.#reserved.add(reserved);
      return reserved;
    });
  }

  /** Gives memory back, that of reserved rows too. Decoding is an error afterwards. */
  dispose(): void {
    this.#alone("dispose", () => {
      this.#sentences?.dispose();
      this.#sentences = undefined;
    });
  }

  /** As `dispose`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Does what nothing that it calls may do, as an accessor among the scores: memory is shared. */
  #alone<Result>(what: string, run: () => Result): Result {
    if (this.#isBusy) {
      throw new TypeError(`Cannot ${what} with a tagger that is reading: ${this.#decoder.name}`);
    }
    this.#isBusy = true;
    try {
      return run();
    } finally {
      this.#isBusy = false;
    }
  }

  #rowsOf(reserved: ReservedScores): readonly Emissions[] {
    if (!this.#reserved.has(reserved)) {
      throw new TypeError(`Cannot decode rows that another tagger reserved: ${shown(reserved)}`);
    }
    if (reserved.isAttached) return reserved.rows;
    throw new Error(`Cannot decode reserved rows: the decoder's memory has moved, reserve again`);
  }

  get #ready(): SentenceDecoder {
    if (this.#sentences !== undefined) return this.#sentences;
    throw this.#disposedOf();
  }

  #disposedOf(): Error {
    return new Error(`Cannot decode with what was disposed of: ${this.#decoder.name}`);
  }

  #given(scores: Scores | ReservedScores, layout: BatchLayout): Given {
    const rows = scores instanceof ReservedScores ? this.#rowsOf(scores) : scores;
    const given = sentencesIn(rows, layout, this.#checked.model.labelCount);
    given.sentences.forEach(({ length }, sentence) => this.#checkLength(length, sentence));
    return given;
  }

  #checkLength(length: number, sentence: number): void {
    const { maxLength } = this.#checked.rule;
    if (length <= maxLength) return;
    throw new RangeError(
      `Cannot decode sentence ${sentence}: ${length} positions, the bound is ${maxLength}`,
    );
  }

  /** A path as it is given, with the probabilities of its labels if there are marginals. */
  #tagged(
    { score, labels }: Path,
    isNamed: boolean,
    marginals: Marginals | undefined,
  ): TaggedPath<number | string> | ConfidentPath<number | string> {
    const { labels: names, model: { labelCount } } = this.#checked;
    const list = new Array<number | string>(labels.length);
    // Several times as fast as `Array.from`, which is as long as decoding is for short sentences.
    for (let t = 0; t < labels.length; t++) list[t] = isNamed ? names![labels[t]!]! : labels[t]!;
    if (marginals === undefined) return { score, labels: list };
    const { nodes, error } = marginals;
    const confidences = Array.from(labels, (y, t) => nodes[t * labelCount + y]!);
    return { score, labels: list, confidences, confidenceError: error };
  }
}

/**
 * Prepares a tagger's model for decoding, by `auto` or any other decoder with its options.
 *
 * @throws RangeError or TypeError for shapes that do not match, NaN, +∞, a bound that is none, and
 * options that the decoder does not have
 *
 * @example
 * ```ts
 * import { tagger } from "./tagger.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const transitions = [[0, -1], [-2, 0]];
 * const bound = { emission: 100, length: 500 };
 * const tag = tagger({ transitions, labels: ["DET", "NOUN"], bound });
 * const sentence = [Float32Array.of(3, 1), Float32Array.of(0, 2)];
 * assertEquals(tag.decode(sentence, { names: true }), [{ score: 4, labels: ["DET", "NOUN"] }]);
 * assertEquals(tag.decode([sentence, sentence], { k: 2 })[1]!.map(({ score }) => score), [4, 3]);
 * const [path] = tag.decode(sentence, { confidences: true });
 * assertEquals(path!.confidences.map((p) => p.toFixed(2)), ["0.79", "0.79"]);
 * ```
 */
export function tagger<D extends Declared>(
  model: TaggerModel,
  decoder: Decoder<D> | Decoder = auto,
  options: GivenOptions<D> = {},
): Tagger {
  const chosen = decoder as Decoder;
  const checked = checkModel(model);
  return new Tagger(
    checked,
    chosen,
    chosen.prepare(checked.model, resolveOptions(chosen, options)),
  );
}
