/**
 * What opening a pack ends with, whatever its kind.
 *
 * @module
 */

import { packName } from "./pack_name.ts";
import { contentHash, type TensorFile } from "./safetensors.ts";
import { gridExponent } from "../../decoders/chain/grid.ts";
import type { Task } from "../task.ts";

/** What the tensors of a pack hold. */
export interface PackContents extends Pick<Task, "model" | "lengths" | "lattice" | "grid"> {
  /** Right labels, if the pack has them. */
  readonly gold: Int32Array | undefined;
}

/** The task of a pack with these contents; its hash is computed when it is asked for. */
export function taskOf(file: TensorFile, source: string, contents: PackContents): Task {
  const { gold, ...rest } = contents;
  let hash: string | undefined;
  return {
    name: packName(file, source),
    get hash() {
      return hash ??= contentHash(file);
    },
    ...rest,
    metadata: file.metadata,
    ...(gold === undefined ? {} : { gold }),
  };
}

/**
 * The exponent of the grid on which sums up to a bound are exact, if multiples of a unit are on it.
 *
 * @throws RangeError if they are not
 */
export function gridForUnit(bound: number, unit: number, source: string): number {
  const exponent = gridExponent(bound, bound);
  if (2 ** -exponent > unit) {
    throw new RangeError(
      `Cannot add the scores of ${source} exactly in units of ${unit}: sums may reach ${bound}`,
    );
  }
  return exponent;
}
