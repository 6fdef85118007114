/**
 * What opening a pack ends with, whatever its kind: its name, its hash, its grid.
 *
 * @module
 */

import { visible } from "../visible.ts";
import { contentHash, type TensorFile } from "./safetensors.ts";
import { gridExponent } from "../../decoders/chain/grid.ts";
import type { Task } from "../task.ts";

/** Characters of a task's name. */
const MAX_NAME = 100;

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

/**
 * The task's name in its metadata, or the file's name without folder and endings. A name is shown
 * wherever there are rows: hidden characters are written out, and a long one is cut.
 */
export function packName(file: TensorFile, source: string): string {
  const name = file.metadata["name"]?.trim() ?? "";
  const fileName = source.replace(/^.*[\\/]/, "").replace(/\.safetensors(\.gz)?$/, "");
  return visible((name === "" ? fileName : name).slice(0, MAX_NAME));
}
