/**
 * Numbers as callers have them.
 *
 * @module
 */

/** A row or a block of numbers. */
export type Numbers = Float32Array | Float64Array | readonly number[];

/** A matrix: row after row in one block, or a row each. */
export type Matrix = Numbers | readonly Numbers[];

/** Whether these are numbers and not rows. An empty list is rows. */
export function isNumbers(data: Numbers | readonly unknown[]): data is Numbers {
  return ArrayBuffer.isView(data) || typeof data[0] === "number";
}

/** Where a number stands, for messages: "label 3", or with its name 'label 3 ("NN")'. */
export function labelAt(label: number, labels: readonly string[] | undefined): string {
  return `label ${label}${labels === undefined ? "" : ` (${JSON.stringify(labels[label])})`}`;
}
