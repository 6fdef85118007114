/**
 * Decoding the scores of a tagger, copied to where its decoder reads them or in place, without
 * probabilities.
 *
 * @module
 */

import auto from "../auto.ts";
import { checkKeys } from "../chain/known_keys.ts";
import { resolveOptions } from "../chain/options.ts";
import { shown } from "../chain/score_check.ts";
import {
  type Declared,
  type Decode,
  type Decoder,
  type GivenOptions,
  newWork,
  type ScoreBlock,
} from "../contract.ts";
import type { Emissions, Lattice, Path } from "../lattice.ts";
import type { Marginals } from "../probability/estimate.ts";
import { type CheckedModel, checkModel, type TaggerModel } from "./model.ts";
import type { Matrix } from "./numbers.ts";
import { checkPathCount } from "./prepared.ts";
import { plainBlock, ReservedScores } from "./reserved.ts";
import type { ConfidentPath, NoLayout, Tagged, TaggedPath, TagOptions } from "./tagged.ts";
import {
  type BatchLayout,
  LAYOUT,
  type Scores,
  type Sentence,
  type SentenceList,
  sentencesIn,
} from "./sentences.ts";
import { ScoreCopy } from "./score_copy.ts";

/** Decodes sentences whose shapes are checked; scores are checked while they are copied. */
class SentenceDecoder {
  readonly #checked: CheckedModel;
  readonly #copy: ScoreCopy;
  readonly #decode: Decode;
  readonly #work = newWork();
  #block: ScoreBlock | undefined;
  #capacity = 0;

  /** Of a decoder that is prepared for the model. */
  constructor(checked: CheckedModel, decode: Decode) {
    this.#checked = checked;
    this.#copy = new ScoreCopy(checked);
    this.#decode = decode;
  }

  /** Says that so many sentences come now. */
  expect(sentences: number): void {
    this.#decode.expect?.(sentences);
  }

  /** Gives the decoder's memory back. */
  dispose(): void {
    this.#decode.dispose?.();
  }

  /** Rows for so many positions where the decoder reads them. */
  newBlock(positions: number, lasting: boolean): ScoreBlock {
    return this.#decode.reserve?.(positions, lasting) ??
      plainBlock(positions, this.#checked.model.labelCount);
  }

  /** The best k paths of each sentence. */
  decode(sentences: readonly Sentence[], k: number): Path[][] {
    const { batch } = this.#decode;
    if (batch !== undefined) return this.#decodeTogether(sentences, k, batch);
    return sentences.map((sentence, index) => {
      const { length } = sentence;
      const block = this.#blockFor(length);
      this.#copy.copy(sentence, block, 0, index);
      return this.#pathsOf(block, 0, length, k);
    });
  }

  /** Those of a sentence in reserved rows. The first and the last row are what they were again. */
  decodeInPlace(
    reserved: ReservedScores,
    { offset, length }: Sentence,
    index: number,
    k: number,
  ): Path[] {
    const { block } = reserved;
    const { start, end, model: { labelCount } } = this.#checked;
    // The paths of a sentence before may have moved the memory, with what is in it.
    const { rows } = reserved.isAttached
      ? reserved
      : new ReservedScores(block, reserved.rows.length, labelCount);
    const ends = length > 0 && (start || end) ? [offset, offset + length - 1] : [];
    const before = ends.map((position) => {
      const at = position * block.stride;
      return block.scores.slice(at, at + labelCount);
    });
    try {
      this.#copy.copy({ length, offset, rows }, block, offset, index);
      return this.#pathsOf(block, offset, length, k);
    } finally {
      // Where the rows are now: memory may have grown, which detaches the views of before.
      ends.forEach((position, i) => block.scores.set(before[i]!, position * block.stride));
    }
  }

  #decodeTogether(
    sentences: readonly Sentence[],
    k: number,
    batch: NonNullable<Decode["batch"]>,
  ): Path[][] {
    const block = this.#blockFor(sentences.reduce((sum, { length }) => sum + length, 0));
    const lattices: Lattice[] = [];
    let position = 0;
    sentences.forEach((sentence, index) => {
      const { length } = sentence;
      if (length === 0) return;
      this.#copy.copy(sentence, block, position, index);
      lattices.push(block.lattice(position, length));
      position += length;
    });
    const decoded = batch(lattices, k, lattices.map(newWork)).values();
    return sentences.map(({ length }) => length === 0 ? [noLabels()] : decoded.next().value!.paths);
  }

  #pathsOf(block: ScoreBlock, position: number, length: number, k: number): Path[] {
    if (length === 0) return [noLabels()];
    return this.#decode(block.lattice(position, length), k, this.#work).paths;
  }

  #blockFor(positions: number): ScoreBlock {
    if (this.#block === undefined || positions > this.#capacity) {
      const capacity = Math.max(positions, 2 * this.#capacity);
      this.#block = this.newBlock(capacity, false);
      this.#capacity = capacity;
    }
    return this.#block;
  }
}

/** Of a sentence without positions. */
function noLabels(): Path {
  return { score: 0, labels: new Int32Array(0) };
}

/** Each row is a view; beyond this they fill the memory of JavaScript. */
const MOST_RESERVED = 2 ** 22;

/** Keys of `TagOptions` and `BatchLayout`. */
const OPTIONS = ["k", "names", "confidences", "lengths", "mask", "shape"];

/**
 * A tagger without probabilities, ready to decode; see `decodingTagger`. Rows of L scores, one a
 * position:
 *
 * | scores                                   | what they are                           |
 * | ---------------------------------------- | --------------------------------------- |
 * | T rows, or one block of T×L              | a sentence                              |
 * | a list of the rows of each sentence      | a batch                                 |
 * | rows or block, and `lengths` that sum up | a batch, one sentence after another     |
 * | rows or block, and `lengths` or `mask`   | a batch, padded; padding is never read  |
 *
 * A sentence without positions has one path without labels, of score 0.
 */
export class DecodingTagger {
  readonly #checked: CheckedModel;
  readonly #decoder: Decoder;
  /** The decoder of sentences; undefined once it is disposed of. */
  #sentences: SentenceDecoder | undefined;
  readonly #reserved = new WeakSet<ReservedScores>();
  #isBusy = false;

  /** See `decodingTagger`. */
  constructor(checked: CheckedModel, decoder: Decoder, decode: Decode) {
    this.#checked = checked;
    this.#decoder = decoder;
    this.#sentences = new SentenceDecoder(checked, decode);
  }

  /**
   * The best paths of a sentence.
   *
   * @throws RangeError naming sentence, position and label for NaN, +∞, and what exceeds the bound;
   * saying where for another number of scores than T×L, a layout that does not fit them, and more
   * positions than the bound has; and for a k that the decoder cannot find
   * @throws TypeError saying where for what is no number or no array, null for example; for rows
   * that another tagger reserved, an option that there is not, names of a model without names, and
   * if reading the scores calls this tagger
   * @throws Error once it is disposed of, and for reserved rows whose memory has moved
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
   * Marginals of sentences, for their confidences.
   *
   * @throws TypeError as this tagger has none
   */
  protected sure(_sentences: readonly Sentence[]): readonly (Marginals | undefined)[] {
    throw new TypeError("Cannot find confidences with a decoding tagger: tagger has them");
  }

  /** What something is for each sentence. @param what "find …", for errors */
  protected each<Result>(
    what: string,
    scores: Scores | ReservedScores,
    layout: BatchLayout,
    find: (sentence: Sentence, index: number, given: SentenceList) => Result,
  ): Result | Result[] {
    checkKeys(layout, LAYOUT, what.slice("find ".length));
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
    const decoder = this.#ready;
    const { sentences, isBatch } = this.#given(scores, options);
    if (isBatch) decoder.expect(sentences.length);
    // Before rows that were reserved are rounded in place.
    const sure = confidences ? this.sure(sentences) : undefined;
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
   * pass them to `decode`, again and again. No score is copied: with a bound each is rounded where
   * it is, and stays so. Where there are start or end scores, the first and the last row of a
   * sentence alone are afterwards what they were. The rows are held until `dispose`.
   *
   * @throws RangeError for a number of positions that is none or beyond 2^22, and where memory has
   * no room for them
   * @throws TypeError if reading scores calls it, Error once the tagger is disposed of
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

  #given(scores: Scores | ReservedScores, layout: BatchLayout): SentenceList {
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
    // `Array.from` takes several times as long: as long as decoding a short sentence.
    for (let t = 0; t < labels.length; t++) list[t] = isNamed ? names![labels[t]!]! : labels[t]!;
    if (marginals === undefined) return { score, labels: list };
    const { nodes, error } = marginals;
    const confidences = Array.from(labels, (y, t) => nodes[t * labelCount + y]!);
    return { score, labels: list, confidences, confidenceError: error };
  }
}

/**
 * As `tagger`, with decoding alone, for pages, which have to load it: a fifth less after gzip.
 *
 * @throws as `tagger`
 *
 * @example
 * ```ts
 * import { decodingTagger } from "./decoding_tagger.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const tag = decodingTagger({ transitions: [[0, -1], [-2, 0]] });
 * assertEquals(tag.decode([[3, 1], [0, 2]]), [{ score: 4, labels: [0, 1] }]);
 * ```
 */
export function decodingTagger<D extends Declared>(
  model: TaggerModel,
  decoder: Decoder<D> | Decoder = auto,
  options: GivenOptions<D> = {},
): DecodingTagger {
  const checked = checkModel(model);
  return new DecodingTagger(checked, decoder as Decoder, decodeOf(checked, decoder, options));
}

/** Prepares a decoder for a checked model. @throws as `tagger` for options that it does not have */
export function decodeOf<D extends Declared>(
  { model }: CheckedModel,
  decoder: Decoder<D> | Decoder,
  options: GivenOptions<D>,
): Decode {
  const chosen = decoder as Decoder;
  return chosen.prepare(model, resolveOptions(chosen, options));
}
