/**
 * Numbers as callers have them.
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
