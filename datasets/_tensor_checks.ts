/**
 * Checks that all kinds of packs share.
 *
 * @module
 */

import type { Dtype, Tensor, TensorFile } from "./safetensors.ts";

/**
 * The tensor of that name, which must have one of the dtypes and the shape; a string in `shape`
 * names a dimension of any size, the same wherever the name stands again.
 *
 * @throws SyntaxError if it is missing, TypeError for another dtype, RangeError for another shape
 */
export function requireTensor(
  file: TensorFile,
  source: string,
  name: string,
  dtypes: readonly Dtype[],
  shape: readonly (number | string)[],
): Tensor {
  const tensor = file.tensors.get(name);
  if (tensor === undefined) {
    throw new SyntaxError(
      `Cannot find tensor "${name}" in ${source}: it has ${[...file.tensors.keys()].join(", ")}`,
    );
  }
  if (!dtypes.includes(tensor.dtype)) {
    throw new TypeError(
      `Cannot use tensor "${name}" of ${source}: its dtype is ${tensor.dtype}, not ${
        dtypes.join(" or ")
      }`,
    );
  }
  const sizes = new Map<string, number>();
  const fits = tensor.shape.length === shape.length && shape.every((expected, d) => {
    const size = tensor.shape[d]!;
    if (typeof expected === "number") return size === expected;
    const known = sizes.get(expected) ?? size;
    sizes.set(expected, known);
    return size === known;
  });
  if (!fits) {
    throw new RangeError(
      `Cannot use tensor "${name}" of ${source}: its shape is [${tensor.shape}], not [${shape}]`,
    );
  }
  return tensor;
}

/**
 * Checks that the lengths are positive and add up to the number of positions.
 *
 * @throws RangeError naming the sentence
 */
export function checkLengths(lengths: Int32Array, positions: number, source: string): void {
  let total = 0;
  lengths.forEach((length, sentence) => {
    if (length < 1) {
      throw new RangeError(
        `Cannot use tensor "lengths" of ${source}: sentence ${sentence} has length ${length}`,
      );
    }
    total += length;
  });
  if (total !== positions) {
    throw new RangeError(
      `Cannot use tensor "lengths" of ${source}: the lengths add up to ${total}, ` +
        `the pack has ${positions} positions`,
    );
  }
}

/**
 * Checks that gold labels are labels.
 *
 * @throws RangeError naming the position
 */
export function checkGold(gold: Int32Array, labelCount: number, source: string): void {
  gold.forEach((label, position) => {
    if (label < 0 || label >= labelCount) {
      throw new RangeError(
        `Cannot use tensor "gold" of ${source}: position ${position} has label ${label}, ` +
          `the labels are 0 to ${labelCount - 1}`,
      );
    }
  });
}

/**
 * Where each sentence starts: the prefix sums of the lengths, with the total at the end.
 */
export function sentenceStarts(lengths: Int32Array): Int32Array {
  const starts = new Int32Array(lengths.length + 1);
  lengths.forEach((length, sentence) => starts[sentence + 1] = starts[sentence]! + length);
  return starts;
}
