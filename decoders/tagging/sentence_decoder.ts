/**
 * Decoding sentences of a tagger: copied to where its decoder reads them, or in place.
 *
 * @module
 */

import { type Decode, newWork, type ScoreBlock } from "../contract.ts";
import type { Lattice, Path } from "../lattice.ts";
import type { CheckedModel } from "./model.ts";
import { plainBlock, type ReservedScores } from "./reserved.ts";
import { ScoreCopy } from "./score_copy.ts";
import type { Sentence } from "./sentences.ts";

/** Decodes sentences whose shapes are checked; scores are checked while they are copied. */
export class SentenceDecoder {
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

  /** Those of a sentence in reserved rows. The first and last row get back what was added. */
  decodeInPlace(
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
