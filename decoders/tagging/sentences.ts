/**
 * Sentences in the arrays of a caller: where each one's scores are.
 *
 * @module
 */

import { shown } from "../chain/score_check.ts";
import {
  checkList,
  isList,
  isNumbers,
  maskedLength,
  type MaskRow,
  type Matrix,
  type Numbers,
  shownCount,
} from "./numbers.ts";

/** How sentences lie in a batch. */
export interface BatchLayout {
  /** T of each sentence, which are padded to the same length or stand one after another. */
  readonly lengths?: ArrayLike<number> | undefined;
  /** Which positions of padded sentences count: B rows, or B×T in one block. */
  readonly mask?: MaskRow | readonly MaskRow[] | undefined;
  /**
   * [B, T] or [B, T, L] of one block of scores, where neither lengths nor rows of a mask say it.
   */
  readonly shape?: readonly number[] | undefined;
}

/** A row a position, from an offset on. */
export interface SentenceRows {
  /** Its positions. */
  readonly length: number;
  /** Which row is its first. */
  readonly offset: number;
  /** Rows of L scores, of this sentence or of several. */
  readonly rows: readonly Numbers[];
}

/** All rows in one block, from the position `offset` on. */
export interface SentenceBlock {
  /** Its positions. */
  readonly length: number;
  /** Which position of the block is its first. */
  readonly offset: number;
  /** L scores a position, of this sentence or of several. */
  readonly block: Numbers;
}

/** The scores of a sentence. Nothing is copied. */
export type Sentence = SentenceRows | SentenceBlock;

/** Any of the forms in which sentences come. */
export type Scores = Matrix | readonly (readonly Numbers[])[];

/** Keys of a `BatchLayout`. */
export const LAYOUT = ["lengths", "mask", "shape"] as const;

/** Sentences in the scores of a caller. */
export interface SentenceList {
  /** In their order. */
  readonly sentences: readonly Sentence[];
  /** Whether answers are a list of one for each sentence. */
  readonly isBatch: boolean;
  /** Where each sentence begins among all positions of the scores. */
  readonly starts: readonly number[];
  /** How many positions there are, padding included. */
  readonly positions: number;
}

/**
 * The sentences in scores of any form: one, or those of a batch.
 *
 * @throws RangeError naming the position if a row or the block has another number of scores;
 * TypeError for what is no array; and as `manySentences`
 */
export function sentencesIn(scores: Scores, layout: BatchLayout, labelCount: number): SentenceList {
  const nested = isNested(scores);
  const isBatch = nested || LAYOUT.some((name) => layout[name] !== undefined);
  if (!isBatch) {
    const length = positionsOf(scores as Matrix, labelCount);
    const sentence = { length, offset: 0, ...partsOf(scores as Matrix) };
    return { sentences: [sentence], isBatch, starts: [0], positions: length };
  }
  const sentences = manySentences(scores, layout, labelCount);
  if (!nested) {
    const starts = sentences.map(({ offset }) => offset);
    const positions = isNumbers(scores) ? scores.length / labelCount : scores.length;
    return { sentences, isBatch, starts, positions };
  }
  let positions = 0;
  const starts = scores.map((rows) => {
    positions += rows.length;
    return positions - rows.length;
  });
  return { sentences, isBatch, starts, positions };
}

/**
 * Whether these are several sentences, each with a row a position; lists without numbers are
 * sentences without positions.
 */
export function isNested(scores: Scores): scores is readonly (readonly Numbers[])[] {
  checkList(scores, "emissions");
  if (isNumbers(scores)) return false;
  const first = scores.find((part) => isList(part) && part.length > 0);
  if (first !== undefined) return !isNumbers(first);
  return scores.length > 0 && scores.every((part) => Array.isArray(part));
}

/**
 * The sentences of a batch: a list of each one's rows, or rows of all, padded or one after another.
 *
 * @throws RangeError naming sentence and position if shapes do not match, the mask has holes, or
 * lengths and mask contradict each other
 * @throws TypeError for what is no array
 */
export function manySentences(
  scores: Scores,
  layout: BatchLayout,
  labelCount: number,
): Sentence[] {
  const lengths = readLengths(layout.lengths);
  const shape = readShape(layout.shape, labelCount);
  const { mask } = layout;
  if (mask !== undefined) checkArrayLike(mask, "a mask");
  if (isNested(scores)) {
    const widths = Array.from(scores, (rows, sentence) => rowsOf(rows, labelCount, sentence));
    const [count = scores.length, width = widths[0]] = shape ?? [];
    const odd = widths.findIndex((own) => shape !== undefined && own !== width);
    if (count !== scores.length || odd >= 0) {
      const size = odd >= 0 ? `sentence ${odd} of ${widths[odd]}` : `${scores.length} sentences`;
      throw new RangeError(`Cannot use shape [${shape}] for emissions: ${size}`);
    }
    const own = lengthsOf(lengths, mask, scores.length, widths);
    return scores.map((rows, sentence) => ({ length: own[sentence]!, offset: 0, rows }));
  }
  const positions = positionsOf(scores, labelCount);
  const { count, width } = sizeOf(lengths, mask, shape, positions);
  const own = lengthsOf(
    lengths,
    mask,
    count,
    new Array<number>(count).fill(width ?? positions),
  );
  const parts = partsOf(scores);
  let end = 0;
  return own.map((length, sentence) => {
    const offset = width === undefined ? end : sentence * width;
    end += length;
    return { length, offset, ...parts };
  });
}

function partsOf(scores: Matrix): { block: Numbers } | { rows: readonly Numbers[] } {
  return isNumbers(scores) ? { block: scores } : { rows: scores };
}

/** Positions of a block or of rows, each of which must have L scores. */
function positionsOf(scores: Matrix, labelCount: number): number {
  checkList(scores, "emissions");
  if (!isNumbers(scores)) return rowsOf(scores, labelCount);
  if (scores.length % labelCount === 0) return scores.length / labelCount;
  throw new RangeError(
    `Cannot use emissions: ${scores.length} scores are no rows of ${labelCount} labels`,
  );
}

/** How many rows, each of which must have L scores. */
function rowsOf(rows: readonly Numbers[], labelCount: number, sentence?: number): number {
  const of = sentence === undefined ? "emissions" : `emissions, sentence ${sentence}`;
  checkList(rows, of);
  for (let position = 0; position < rows.length; position++) {
    const row = rows[position];
    if (isList(row) && row.length === labelCount) continue;
    checkList(row, `${of}, position ${position}`);
    throw new RangeError(
      `Cannot use ${of}, position ${position}: ${row!.length} scores, ` +
        `not one for each of ${labelCount} labels`,
    );
  }
  return rows.length;
}

/** The lengths of a layout, each a number of positions. */
function readLengths(lengths: BatchLayout["lengths"]): readonly number[] | undefined {
  if (lengths === undefined) return undefined;
  checkArrayLike(lengths, "lengths");
  const own = Array.from(lengths);
  const sentence = own.findIndex((length) => !isCount(length));
  if (sentence === -1) return own;
  throw new RangeError(`Cannot use lengths, sentence ${sentence}: ${shownCount(own[sentence])}`);
}

/** [B, T] of a layout. */
function readShape(
  shape: BatchLayout["shape"],
  labelCount: number,
): readonly [number, number] | undefined {
  if (shape === undefined) return undefined;
  checkArrayLike(shape, "shape");
  const [count, width, labels = labelCount, ...others] = Array.from(shape);
  if (isCount(count) && isCount(width) && labels === labelCount && others.length === 0) {
    return [count, width];
  }
  const sizes = Array.from(shape, shownCount).join(", ");
  throw new RangeError(`Cannot use shape, not [B, T] or [B, T, ${labelCount}]: [${sizes}]`);
}

function isCount(size: unknown): size is number {
  return typeof size === "number" && Number.isInteger(size) && size >= 0;
}

/** How many sentences, and to how many positions they are padded; undefined if they are not. */
function sizeOf(
  lengths: readonly number[] | undefined,
  mask: BatchLayout["mask"],
  shape: readonly [number, number] | undefined,
  positions: number,
): { count: number; width?: number } {
  const list = mask !== undefined && isRows(mask) ? mask : undefined;
  // A mask of nothing is that of no sentences.
  const none = mask?.length === 0 ? 0 : undefined;
  const [count, width] = shape ?? [list?.length ?? lengths?.length ?? none, undefined];
  if (count === undefined) {
    throw new RangeError(`Cannot use a mask in one block without shape: [B, T]`);
  }
  const total = lengths === undefined ? -1 : lengths.reduce((sum, t) => sum + t, 0);
  // With a mask, sentences that fill all positions are padded as others are.
  if (shape === undefined && total === positions && mask === undefined) return { count };
  const padded = width ?? positions / count;
  if (count === 0 ? positions === 0 : count * padded === positions && Number.isInteger(padded)) {
    return { count, width: padded };
  }
  const sizes = lengths === undefined ? "" : `, with ${total} in sentences`;
  throw new RangeError(
    `Cannot use emissions: ${positions} positions are not those of ${count} sentences` +
      (width === undefined ? sizes : ` of ${width}`),
  );
}

/** T of each sentence, at most the positions that it has. */
function lengthsOf(
  lengths: readonly number[] | undefined,
  mask: BatchLayout["mask"],
  count: number,
  widths: readonly number[],
): number[] {
  for (const [name, given] of [["lengths", lengths], ["mask", mask]] as const) {
    if (given === undefined || given.length === count) continue;
    if (name === "mask" && !isRows(given as MaskRow)) continue;
    throw new RangeError(`Cannot use ${name} for ${count} sentences: ${given.length} of them`);
  }
  return widths.map((width, sentence) => {
    const length = lengths === undefined ? width : lengths[sentence]!;
    if (length > width) {
      throw new RangeError(
        `Cannot use lengths, sentence ${sentence}: ${length}, emissions has ${width} positions`,
      );
    }
    if (mask === undefined) return length;
    const masked = maskedBy(mask, sentence, count, width);
    if (lengths === undefined || masked === length) return masked;
    throw new RangeError(
      `Cannot use lengths and mask, which contradict each other, sentence ${sentence}: ` +
        `${length} and ${masked} positions`,
    );
  });
}

/** How many of its positions a mask leaves to a sentence. */
function maskedBy(
  mask: MaskRow | readonly MaskRow[],
  sentence: number,
  count: number,
  width: number,
): number {
  const row = isRows(mask) ? mask[sentence]! : mask;
  checkArrayLike(row, `the mask of sentence ${sentence}`);
  const offset = isRows(mask) ? 0 : sentence * width;
  const size = isRows(mask) ? row.length : row.length / count;
  if (size === width) return maskedLength(row, offset, width, sentence);
  throw new RangeError(
    `Cannot use the mask of sentence ${sentence}: ${size} positions, emissions has ${width}`,
  );
}

function isRows(mask: MaskRow | readonly MaskRow[]): mask is readonly MaskRow[] {
  return Array.isArray(mask) && typeof mask[0] === "object";
}

/** @throws TypeError for what is no array, or has no number of elements */
export function checkArrayLike(data: unknown, what: string): asserts data is ArrayLike<unknown> {
  if (typeof data === "object" && data !== null && "length" in data && isCount(data.length)) return;
  throw new TypeError(`Cannot use ${what}, no array: ${shown(data)}`);
}
