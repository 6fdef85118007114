/**
 * Numbers in the tensors of a parsing pack.
 *
 * @module
 */

import { requireTensor, SCORES } from "./_tensor_checks.ts";
import type { Dtype, TensorFile } from "./safetensors.ts";

/** How ids are stored. */
const IDS: readonly Dtype[] = ["U16", "U8", "I32", "I64"];
/** The largest id there is. */
const MOST_IDS = 2 ** 31 - 1;

/** Which ids there may be. */
interface IdRange {
  /** What they number, for messages. */
  readonly what: string;
  /** One more than the largest. */
  readonly count?: number;
  /** The smallest, 0 without. */
  readonly least?: number;
}

/**
 * Reads ids of a range.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readIds(
  file: TensorFile,
  source: string,
  name: string,
  shape: readonly (number | string)[],
  { what, count = MOST_IDS, least = 0 }: IdRange,
): Int32Array {
  const { data } = requireTensor(file, source, name, IDS, shape);
  return Int32Array.from(data as ArrayLike<number | bigint>, (value, index) => {
    if (value >= least && value < count) return Number(value);
    throw new RangeError(
      `Cannot use tensor "${name}" of ${source}: index ${index} is ${value}, ` +
        `the ${what} are ${least} to ${count - 1}`,
    );
  });
}

/**
 * Reads scores, which are finite multiples of the unit, or −∞ where that may be.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readScores(
  file: TensorFile,
  source: string,
  name: string,
  shape: readonly (number | string)[],
  { unitExponent, mayForbid = false }: { unitExponent: number; mayForbid?: boolean },
): Float64Array {
  const scale = 2 ** unitExponent;
  const { data } = requireTensor(file, source, name, SCORES, shape);
  return Float64Array.from(data as ArrayLike<number>, (score, index) => {
    if (Number.isInteger(score * scale) || (mayForbid && score === -Infinity)) return score;
    throw new RangeError(
      `Cannot use tensor "${name}" of ${source}: index ${index} is ${score}, ` +
        `no multiple of the unit 1/${scale}`,
    );
  });
}
