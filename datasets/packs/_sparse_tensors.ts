/**
 * Sparse numbers in tensors: lists of ids and rows of weights, one after the other.
 *
 * @module
 */

import { requireTensor } from "./_tensor_checks.ts";
import type { SparseRows } from "../training/linear_model.ts";
import type { Dtype, TensorFile } from "./safetensors.ts";

/** How counts and ids are stored. */
export const COUNTS: readonly Dtype[] = ["U16", "U8", "I32"];
/** How integer weights are stored. */
const WEIGHTS: readonly Dtype[] = ["I16", "I8", "I32"];

/** Lists of ids: list i is `ids[offsets[i]]` up to the next offset. */
export interface Lists {
  /** Where each list starts, and the end. */
  readonly offsets: Int32Array;
  /** The ids of all lists. */
  readonly ids: Int32Array;
}

/**
 * Reads a tensor of counts and one of ids, which holds as many as the counts add up to.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readLists(
  file: TensorFile,
  source: string,
  countName: string,
  idName: string,
): Lists {
  const sizes = requireTensor(file, source, countName, COUNTS, ["count"]).data;
  const ids = Int32Array.from(
    requireTensor(file, source, idName, COUNTS, ["sum"]).data as ArrayLike<number>,
  );
  const offsets = new Int32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) {
    const size = sizes[i] as number;
    const next = offsets[i]! + size;
    if (size < 0 || next > ids.length) {
      throw new RangeError(
        `Cannot use tensor "${countName}" of ${source}: index ${i} is ${size}, ` +
          `${ids.length - offsets[i]!} of "${idName}" are left`,
      );
    }
    offsets[i + 1] = next;
  }
  if (offsets.at(-1) !== ids.length) {
    throw new RangeError(
      `Cannot use tensor "${countName}" of ${source}: it adds up to ${offsets.at(-1)}, ` +
        `"${idName}" has ${ids.length}`,
    );
  }
  return { offsets, ids };
}

/** The tensors of sparse rows. */
export interface RowTensors {
  /** How many entries each row has. */
  readonly counts: string;
  /** Their columns, which ascend in each row. */
  readonly columns: string;
  /** Their weights, which are integers. */
  readonly weights: string;
  readonly columnCount: number;
  /** What the columns stand for, in messages. */
  readonly what: string;
}

/**
 * Reads sparse rows.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readRows(
  file: TensorFile,
  source: string,
  { counts, columns: name, weights, columnCount, what }: RowTensors,
): SparseRows {
  const { offsets, ids: columns } = readLists(file, source, counts, name);
  checkBelow(columns, columnCount, source, name, what);
  for (let row = 0; row + 1 < offsets.length; row++) {
    for (let i = offsets[row]! + 1; i < offsets[row + 1]!; i++) {
      if (columns[i]! <= columns[i - 1]!) {
        throw new RangeError(
          `Cannot use tensor "${name}" of ${source}: index ${i} (row ${row}) is ${columns[i]} ` +
            `after ${columns[i - 1]}, ${what} must ascend`,
        );
      }
    }
  }
  const { data } = requireTensor(file, source, weights, WEIGHTS, [columns.length]);
  return { offsets, columns, values: Int32Array.from(data as ArrayLike<number>) };
}

/** The tensors of the transitions between labels. */
export function transitionTensors(labelCount: number): RowTensors {
  return {
    ...{ counts: "transition_counts", columns: "transition_labels" },
    ...{ weights: "transition_weights", columnCount: labelCount, what: "labels" },
  };
}

/**
 * Checks that ids are 0 to `count` − 1; `what` names what they number.
 *
 * @throws RangeError naming the file, tensor, index and value
 */
export function checkBelow(
  ids: Int32Array,
  count: number,
  source: string,
  name: string,
  what: string,
): void {
  const index = ids.findIndex((id) => id < 0 || id >= count);
  if (index >= 0) {
    throw new RangeError(
      `Cannot use tensor "${name}" of ${source}: index ${index} is ${ids[index]}, ` +
        `the ${what} are 0 to ${count - 1}`,
    );
  }
}
