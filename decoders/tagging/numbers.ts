/**
 * Numbers as callers have them, and masks of padded batches.
 *
 * @module
 */

import { shown } from "../chain/score_check.ts";

/** A row or a block of numbers. */
export type Numbers = Float32Array | Float64Array | readonly number[];

/** A matrix: row after row in one block, or a row each. */
export type Matrix = Numbers | readonly Numbers[];

/** Whether this is an array or a typed array. */
export function isList(data: unknown): data is Numbers | readonly unknown[] {
  return Array.isArray(data) || (ArrayBuffer.isView(data) && !(data instanceof DataView));
}

/** Whether these are numbers and not rows, or what stands for numbers. An empty list is rows. */
export function isNumbers(data: Numbers | readonly unknown[]): data is Numbers {
  return ArrayBuffer.isView(data) || (data.length > 0 && !isList(data[0]));
}

/** The rows of so many numbers in a matrix; those of a typed array are views. */
export function rowsIn(matrix: Matrix, width: number): readonly Numbers[] {
  if (!isNumbers(matrix)) return matrix;
  const isTyped = ArrayBuffer.isView(matrix);
  return Array.from({ length: matrix.length / width }, (_, row) => {
    const [begin, end] = [row * width, (row + 1) * width];
    return isTyped ? matrix.subarray(begin, end) : matrix.slice(begin, end);
  });
}

/**
 * Checks that this is an array or a typed array, whose memory is not gone to somebody else.
 *
 * @param what for the error
 */
export function checkList(data: unknown, what: string): void {
  if (!isList(data)) throw new TypeError(`Cannot use ${what}, no array: ${shown(data)}`);
  if (data.length > 0 || !ArrayBuffer.isView(data)) return;
  try {
    // The length of a typed array that is detached is 0, its methods throw.
    data.indexOf(0);
  } catch (cause) {
    throw new TypeError(`Cannot use ${what}, detached: ${shown(data)}`, { cause });
  }
}

/** Where a number stands, for messages: "label 3", or with its name 'label 3 ("NN")'. */
export function labelAt(label: number, labels: readonly string[] | undefined): string {
  return `label ${label}${labels === undefined ? "" : ` (${JSON.stringify(labels[label])})`}`;
}

/** What stands where a number should, for messages; integers of 64 bits are 1n, not 1. */
export function shownCount(value: unknown): string {
  return typeof value === "bigint" ? `${value}n` : shown(value);
}

/** Which positions are not padding: true or 1. */
export type MaskRow = ArrayLike<number | boolean>;

/**
 * How many positions a row of a mask leaves.
 *
 * @param offset where the row begins
 * @param width positions of the row, padding included
 * @throws RangeError naming sentence and position if padding is not at the end
 * @throws TypeError naming them for what is neither 0 nor 1, true nor false
 */
export function maskedLength(
  mask: MaskRow,
  offset: number,
  width: number,
  sentence: number,
): number {
  let length = 0;
  for (let t = 0; t < width; t++) {
    const counts: unknown = mask[offset + t];
    if (counts === 0 || counts === false) continue;
    if (counts !== 1 && counts !== true) {
      throw new TypeError(
        `Cannot use the mask of sentence ${sentence}, position ${t}, neither 0 nor 1: ` +
          shownCount(counts),
      );
    }
    if (t > length) {
      throw new RangeError(
        `Cannot use the mask of sentence ${sentence}: position ${t} is not padding, ` +
          `position ${length} before it is`,
      );
    }
    length++;
  }
  return length;
}
