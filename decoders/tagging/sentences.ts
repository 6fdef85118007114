/**
 * Sentences in the arrays of a caller: where each one's scores are.
 *
 * @module
 */

import { maskedLength, type MaskRow } from "./mask.ts";
import { isNumbers, type Matrix, type Numbers } from "./numbers.ts";

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
  readonly length: number;
  readonly offset: number;
  readonly rows: readonly Numbers[];
}

/** All rows in one block, from the position `offset` on. */
export interface SentenceBlock {
  readonly length: number;
  readonly offset: number;
  readonly block: Numbers;
}

/** The scores of a sentence. Nothing is copied. */
export type Sentence = SentenceRows | SentenceBlock;

/** Any of the forms in which sentences come. */
export type Scores = Matrix | readonly (readonly Numbers[])[];

/**
 * The sentence in T×L scores: a row each, or in one block.
 *
 * @throws RangeError naming the position if a row or the block has another number of scores
 */
export function oneSentence(scores: Matrix, labelCount: number): Sentence {
  return { length: positionsOf(scores, labelCount), offset: 0, ...partsOf(scores) };
}

/** Whether these are several sentences, each with a row a position. */
export function isNested(scores: Scores): scores is readonly (readonly Numbers[])[] {
  if (isNumbers(scores)) return false;
  const first = scores.find((part) => part.length > 0);
  return first !== undefined && !isNumbers(first);
}

/**
 * The sentences of a batch: a list of each one's rows, or rows of all, padded or one after another.
 *
 * @throws RangeError naming sentence and position if shapes do not match or the mask has holes
 */
export function manySentences(
  scores: Scores,
  layout: BatchLayout,
  labelCount: number,
): Sentence[] {
  if (isNested(scores)) {
    const widths = scores.map((rows, sentence) => positionsOf(rows, labelCount, sentence));
    const lengths = lengthsOf(layout, scores.length, widths);
    return scores.map((rows, sentence) => ({ length: lengths[sentence]!, offset: 0, rows }));
  }
  const positions = positionsOf(scores, labelCount);
  const { count, width } = sizeOf(layout, positions);
  const lengths = lengthsOf(layout, count, new Array<number>(count).fill(width ?? positions));
  const parts = partsOf(scores);
  let end = 0;
  return lengths.map((length, sentence) => {
    const offset = width === undefined ? end : sentence * width;
    end += length;
    return { length, offset, ...parts };
  });
}

function partsOf(scores: Matrix): { block: Numbers } | { rows: readonly Numbers[] } {
  return isNumbers(scores) ? { block: scores } : { rows: scores };
}

/** Positions of a block or of rows, each of which must have L scores. */
function positionsOf(scores: Matrix, labelCount: number, sentence?: number): number {
  const of = sentence === undefined ? "" : `sentence ${sentence}, `;
  if (!isNumbers(scores)) {
    const position = scores.findIndex((row) => row.length !== labelCount);
    if (position === -1) return scores.length;
    throw new RangeError(
      `Cannot use emissions, ${of}position ${position}: ${scores[position]!.length} scores, ` +
        `not one for each of ${labelCount} labels`,
    );
  }
  if (scores.length % labelCount === 0) return scores.length / labelCount;
  throw new RangeError(
    `Cannot use emissions: ${scores.length} scores are no rows of ${labelCount} labels`,
  );
}

/** How many sentences, and to how many positions they are padded; undefined if they are not. */
function sizeOf(
  { lengths, mask, shape }: BatchLayout,
  positions: number,
): { count: number; width?: number } {
  const list = mask !== undefined && isRows(mask) ? mask : undefined;
  const [count, width] = shape ?? [list?.length ?? lengths?.length, undefined];
  if (count === undefined) {
    throw new RangeError(`Cannot use a mask in one block without shape: [B, T]`);
  }
  const total = lengths === undefined ? -1 : Array.from(lengths).reduce((sum, t) => sum + t, 0);
  if (shape === undefined && total === positions) return { count };
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
  { lengths, mask }: BatchLayout,
  count: number,
  widths: readonly number[],
): number[] {
  for (const [name, given] of [["lengths", lengths], ["mask", mask]] as const) {
    if (given === undefined || given.length === count) continue;
    if (name === "mask" && !isRows(given as MaskRow)) continue;
    throw new RangeError(`Cannot use ${name} for ${count} sentences: ${given.length} of them`);
  }
  return widths.map((width, sentence) => {
    if (mask !== undefined) {
      const row = isRows(mask) ? mask[sentence]! : mask;
      const offset = isRows(mask) ? 0 : sentence * width;
      const size = isRows(mask) ? row.length : row.length / count;
      if (size === width) return maskedLength(row, offset, width, sentence);
      throw new RangeError(
        `Cannot use the mask of sentence ${sentence}: ${size} positions, emissions has ${width}`,
      );
    }
    const length = lengths === undefined ? width : lengths[sentence]!;
    if (Number.isInteger(length) && length >= 0 && length <= width) return length;
    throw new RangeError(
      `Cannot use lengths, sentence ${sentence}: ${length}, emissions has ${width} positions`,
    );
  });
}

function isRows(mask: MaskRow | readonly MaskRow[]): mask is readonly MaskRow[] {
  return Array.isArray(mask) && typeof mask[0] === "object";
}
