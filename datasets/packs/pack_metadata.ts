/**
 * What packs of all kinds have besides their tensors: a name, names of labels, a unit.
 *
 * @module
 */

import { brief, hasMoreValues, visible } from "../visible.ts";
import { contentHash } from "./safetensors.ts";
import type { TensorFile } from "./tensors.ts";
import type { Dataset } from "../dataset.ts";

/** Characters of a dataset's name. */
const MAX_NAME = 100;
/** Names in a list at most. */
const MAX_NAMES = 2 ** 18;
/** Units finer than the finest grid cannot be summed exactly. */
const MAX_UNIT_EXPONENT = 32;

/** What the tensors of a pack hold. */
export interface PackContents extends Pick<Dataset, "model" | "lengths" | "lattice" | "grid"> {
  /** Right labels, if the pack has them. */
  readonly gold: Int32Array | undefined;
}

/** The dataset of a pack with these contents; its hash is computed when it is asked for. */
export function datasetOf(file: TensorFile, source: string, contents: PackContents): Dataset {
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
 * The dataset's name in its metadata, or the file's name without folder and endings. A name is
 * shown wherever there are rows: hidden characters are written out, and a long one is cut.
 */
export function packName(file: TensorFile, source: string): string {
  const name = file.metadata["name"]?.trim() ?? "";
  const fileName = source.replace(/^.*[\\/]/, "").replace(/\.safetensors(\.gz)?$/, "");
  return visible((name === "" ? fileName : name).slice(0, MAX_NAME));
}

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

/**
 * Checks that the label names in the metadata, if any, are as many as there are labels.
 *
 * @throws SyntaxError or RangeError
 */
export function checkLabelNames(file: TensorFile, source: string, labelCount: number): void {
  const json = file.metadata["labels"];
  if (json === undefined) return;
  readNames(json, source, { name: "labels", least: labelCount, most: labelCount, what: "labels" });
}

/** Which names there must be. */
interface Names {
  /** The entry of the metadata. */
  readonly name: string;
  /** How many entries there are at the least. */
  readonly least: number;
  /** How many entries at the most; 2^18 by default. */
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
