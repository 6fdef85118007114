/**
 * The unit that the weights of a pack count.
 *
 * @module
 */

import { brief } from "../visible.ts";
import type { TensorFile } from "./safetensors.ts";

/** Units finer than the finest grid cannot be summed exactly. */
const MAX_UNIT_EXPONENT = 32;

/**
 * k, where the metadata say that the unit is `1/2^k`.
 *
 * @throws SyntaxError naming the file
 */
export function readUnit(file: TensorFile, source: string): number {
  const unit = file.metadata["unit"];
  const exponent = Math.log2(Number(/^1\/(\d+)$/.exec(unit ?? "")?.[1]));
  if (!Number.isInteger(exponent) || exponent > MAX_UNIT_EXPONENT) {
    throw new SyntaxError(
      `Cannot use metadata "unit" of ${source}, not 1/2^k written out with k from 0 to ` +
        `${MAX_UNIT_EXPONENT}: ${brief(String(unit))}`,
    );
  }
  return exponent;
}

/** The unit as metadata have it. */
export function unitText(unitExponent: number): string {
  return `1/${2 ** unitExponent}`;
}
