/**
 * Decoding the scores of a tagger.
 *
 * @module
 */

import auto from "../auto.ts";
import { resolveOptions } from "../chain/resolve_options.ts";
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
import { type CheckedModel, checkModel, type TaggerModel } from "./model.ts";
import type { Matrix } from "./numbers.ts";
import { plainBlock, ReservedScores } from "./reserved.ts";
import { ScoreCopy } from "./score_copy.ts";
import {
  type BatchLayout,
  isNested,
  manySentences,
  oneSentence,
  type Scores,
  type Sentence,
} from "./sentences.ts";

/** Each row is a view; beyond this they fill the memory of JavaScript. */
const MOST_RESERVED = 2 ** 22;

/** A path whose labels have names. */
export interface NamedPath {
  /** The sum of the path's scores. */
  readonly score: number;
  /** T names. */
  readonly labels: string[];
}

/** How to decode. */
export interface TagOptions<Names extends boolean = boolean> {
  /** How many paths a sentence at most; 1 if not given. */
  readonly k?: number | undefined;
  /** Whether labels are given by name. Otherwise by index, in an Int32Array. */
  readonly names?: Names | undefined;
}

/** Of a sentence: its best paths, best first; none if all are forbidden. */
export type Tagged<Names extends boolean> = (Names extends true ? NamedPath : Path)[];

/** One sentence has no layout. */
export type NoLayout = { readonly [Name in keyof BatchLayout]?: undefined };

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
 */
export class Tagger {
  readonly #checked: CheckedModel;
  readonly #copy: ScoreCopy;
  readonly #decoder: Decoder;
  readonly #work = newWork();
  #decode: Decode | undefined;
  #block: ScoreBlock | undefined;
  #capacity = 0;
  readonly #reserved = new WeakSet<ReservedScores>();
  #isBusy = false;

  /** See `tagger`. */
  constructor(checked: CheckedModel, decoder: Decoder, decode: Decode) {
    this.#checked = checked;
    this.#copy = new ScoreCopy(checked);
    this.#decoder = decoder;
    this.#decode = decode;
  }

  /**
   * The best paths of a sentence.
   *
   * @throws RangeError naming sentence, position and label for another number of scores than T×L,
   * NaN, +∞, and what exceeds the bound
   * @throws TypeError naming them for what is no number or no array, null for example, for rows
   * that another tagger reserved, and if reading the scores calls this tagger
   */
  decode<Names extends boolean = false>(
    scores: Matrix | ReservedScores,
    options?: TagOptions<Names> & NoLayout,
  ): Tagged<Names>;
  /**
   * The best paths of each sentence of a batch. Sentences do not influence each other: their order
   * and padding change nothing.
   */
  decode<Names extends boolean = false>(
    scores: Scores | ReservedScores,
    options?: TagOptions<Names> & BatchLayout,
  ): Tagged<Names>[];
  decode(
    scores: Scores | ReservedScores,
    options: TagOptions & BatchLayout = {},
  ): Tagged<boolean> | Tagged<boolean>[] {
    return this.#alone("decode", () => this.#decodeAll(scores, options));
  }

  #decodeAll(
    scores: Scores | ReservedScores,
    options: TagOptions & BatchLayout,
  ): Tagged<boolean> | Tagged<boolean>[] {
    const { k = 1, names = false, lengths, mask, shape } = options;
    this.#check(k, names);
    const { labelCount } = this.#checked.model;
    const rows = scores instanceof ReservedScores ? this.#rowsOf(scores) : scores;
    const isBatch = lengths !== undefined || mask !== undefined || shape !== undefined ||
      isNested(rows);
    const sentences = isBatch
      ? manySentences(rows, options, labelCount)
      : [oneSentence(rows as Matrix, labelCount)];
    sentences.forEach(({ length }, sentence) => this.#checkLength(length, sentence));
    if (isBatch) this.#ready.expect?.(sentences.length);
    const found = scores instanceof ReservedScores
      ? sentences.map((sentence, index) => this.#decodeInPlace(scores, sentence, index, k))
      : this.#decodeCopies(sentences, k);
    const tagged = names ? found.map((paths) => paths.map((path) => this.#named(path))) : found;
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
      const block = this.#newBlock(positions, true);
      const reserved = new ReservedScores(block, positions, this.#checked.model.labelCount);
      this.#reserved.add(reserved);
      return reserved;
    });
  }

  /** Gives memory back, that of reserved rows too. Decoding is an error afterwards. */
  dispose(): void {
    this.#alone("dispose", () => {
      this.#decode?.dispose?.();
      this.#decode = undefined;
      this.#block = undefined;
    });
  }

  /** As `dispose`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #decodeCopies(sentences: readonly Sentence[], k: number): Path[][] {
    const batch = this.#ready.batch;
    if (batch !== undefined) return this.#decodeTogether(sentences, k, batch);
    return sentences.map((sentence, index) => {
      const { length } = sentence;
      const block = this.#blockFor(length);
      this.#copy.copy(sentence, block, 0, index);
      return this.#pathsOf(block, 0, length, k);
    });
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

  /** The first and last row get back what was added to them. */
  #decodeInPlace(
    { rows, block }: ReservedScores,
    sentence: Sentence,
    index: number,
    k: number,
  ): Path[] {
    const { offset, length } = sentence;
    const { start, end } = this.#checked;
    const ends = start || end ? [rows[offset], rows[offset + length - 1]] : [];
    const before = ends.map((row) => row?.slice());
    try {
      this.#copy.copy(sentence, block, offset, index);
      return this.#pathsOf(block, offset, length, k);
    } finally {
      ends.forEach((row, i) => row?.set(before[i]!));
    }
  }

  #pathsOf(block: ScoreBlock, position: number, length: number, k: number): Path[] {
    if (length === 0) return [noLabels()];
    return this.#ready(block.lattice(position, length), k, this.#work).paths;
  }

  #blockFor(positions: number): ScoreBlock {
    if (this.#block === undefined || positions > this.#capacity) {
      const capacity = Math.max(positions, 2 * this.#capacity);
      this.#block = this.#newBlock(capacity, false);
      this.#capacity = capacity;
    }
    return this.#block;
  }

  #newBlock(positions: number, lasting: boolean): ScoreBlock {
    return this.#ready.reserve?.(positions, lasting) ??
      plainBlock(positions, this.#checked.model.labelCount);
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

  get #ready(): Decode {
    if (this.#decode !== undefined) return this.#decode;
    throw new Error(`Cannot decode with what was disposed of: ${this.#decoder.name}`);
  }

  #check(k: number, names: boolean): void {
    const { name, maxK } = this.#decoder;
    if (!Number.isInteger(k) || k < 1 || k > maxK) {
      throw new RangeError(
        `Cannot find so many paths with ${name}, whose maxK is ${maxK}: ${shown(k)}`,
      );
    }
    if (names && this.#checked.labels === undefined) {
      throw new TypeError(`Cannot name labels of a model without names: labels is undefined`);
    }
  }

  #checkLength(length: number, sentence: number): void {
    const { maxLength } = this.#checked.rule;
    if (length <= maxLength) return;
    throw new RangeError(
      `Cannot decode sentence ${sentence}: ${length} positions, the bound is ${maxLength}`,
    );
  }

  #named({ score, labels }: Path): NamedPath {
    const names = this.#checked.labels!;
    return { score, labels: Array.from(labels, (label) => names[label]!) };
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

function noLabels(): Path {
  return { score: 0, labels: new Int32Array(0) };
}
