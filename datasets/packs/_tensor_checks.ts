/**
 * Checks that all kinds of packs share.
 *
 * @module
 */

import { brief, briefList, hasMoreValues } from "../visible.ts";
import { sentenceAt } from "../task.ts";
import { UNKNOWN_LABEL } from "../training/linear_model.ts";
import type { Dtype, Tensor, TensorFile } from "./safetensors.ts";

/** How scores are stored. */
export const SCORES: readonly Dtype[] = ["F32", "F16", "F64"];
/**
 * Transitions of more labels than this would take over 8 GiB, and a byte a label can ask for them.
 */
const MAX_LABELS = 32_768;
/** Names in a list at most. */
const MAX_NAMES = 2 ** 18;
/** How lengths and right labels are stored; PyTorch's integers are I64. */
const INTEGERS: readonly Dtype[] = ["I32", "I64"];

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
      `Cannot find tensor "${name}" in ${source}: it has ` +
        briefList([...file.tensors.keys()], ", "),
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
      `Cannot use tensor "${name}" of ${source}: its shape is [${briefList(tensor.shape)}], ` +
        `not [${shape}]`,
    );
  }
  return tensor;
}

/**
 * Checks that there are labels, and not too many to hold their transitions.
 *
 * @param name the tensor that has a number for each
 * @throws RangeError
 */
export function checkLabelCount(labelCount: number, name: string, source: string): void {
  if (labelCount >= 1 && labelCount <= MAX_LABELS) return;
  const what = labelCount === 0 ? "no labels" : `${labelCount} labels, more than ${MAX_LABELS}`;
  throw new RangeError(`Cannot use tensor "${name}" of ${source}: it has ${what}`);
}

/**
 * The whole numbers of the tensor of that name, which must fit 32 bits.
 *
 * @throws as `requireTensor`; RangeError naming the index
 */
export function readIntegers(
  file: TensorFile,
  source: string,
  name: string,
  shape: readonly (number | string)[],
): Int32Array {
  const { data } = requireTensor(file, source, name, INTEGERS, shape);
  if (data instanceof Int32Array) return data;
  return Int32Array.from(data as BigInt64Array, (value, index) => {
    if (BigInt.asIntN(32, value) === value) return Number(value);
    throw new RangeError(`Cannot use tensor "${name}" of ${source}: index ${index} is ${value}`);
  });
}

/**
 * Checks that the lengths are positive and add up to the number of positions.
 *
 * @throws RangeError naming the sentence
 */
export function checkLengths(lengths: Int32Array, positions: number, source: string): void {
  if (lengths.length === 0) {
    throw new RangeError(`Cannot use tensor "lengths" of ${source}: it has no sentences`);
  }
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
 * The right labels of all positions, −1 where the model does not have them; undefined if the pack
 * does not say.
 *
 * @throws RangeError naming the position
 */
export function readGold(
  file: TensorFile,
  source: string,
  starts: Int32Array,
  labelCount: number,
): Int32Array | undefined {
  const positions = starts.at(-1)!;
  if (!file.tensors.has("gold")) return undefined;
  const gold = readIntegers(file, source, "gold", [positions]);
  gold.forEach((label, index) => {
    if (label >= labelCount || label < UNKNOWN_LABEL) {
      throw new RangeError(
        `Cannot use tensor "gold" of ${source}: index ${index} is ${label} ` +
          `(sentence ${sentenceAt(starts, index)}), the labels are 0 to ${labelCount - 1}`,
      );
    }
  });
  return gold;
}

/**
 * Checks that the label names in the metadata, if any, are as many as there are labels.
 *
 * @throws SyntaxError or RangeError
 */
export function checkLabelNames(file: TensorFile, source: string, labelCount: number): void {
  const json = file.metadata["labels"];
  if (json === undefined) return;
  readNames(json, source, {
    ...{ name: "labels", what: "labels", least: labelCount, most: labelCount },
  });
}

/** Which names there must be. */
interface Names {
  /** The entry of the metadata. */
  readonly name: string;
  /** How many there are at the least. */
  readonly least: number;
  /** How many at the most; 2^18 if it is not given. */
  readonly most?: number;
  /** What they are the names of. */
  readonly what: string;
}

/**
 * Reads a list of names in the metadata.
 *
 * @throws SyntaxError or RangeError naming the file and the entry of the metadata
 */
export function readNames(
  json: string,
  source: string,
  { name, least, most = MAX_NAMES, what }: Names,
): string[] {
  const fail = (size: unknown) => {
    const wanted = most === least ? least : `at least ${least}`;
    return new RangeError(
      `Cannot use metadata "${name}" of ${source}, not a list of ${wanted} ${what}: ${size}`,
    );
  };
  if (hasMoreValues(new TextEncoder().encode(json), Math.max(most, 1))) {
    throw fail(`more than ${most}`);
  }
  let names: unknown;
  try {
    names = JSON.parse(json);
  } catch (error) {
    throw new SyntaxError(
      `Cannot read metadata "${name}" of ${source}: ${brief((error as Error).message)}`,
    );
  }
  if (!Array.isArray(names)) throw fail(typeof names);
  if (names.length < least || names.length > most) throw fail(names.length);
  const index = names.findIndex((name) => typeof name !== "string");
  if (index < 0) return names;
  throw new SyntaxError(`Cannot use metadata "${name}" of ${source}: name ${index} is no text`);
}
