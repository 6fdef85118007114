/**
 * Model files, plain or gzipped.
 *
 * @module
 */

import { gunzipped, textOf } from "../../datasets/gzipped_text.ts";
import type { ReadOptions } from "../../datasets/models/contract.ts";
import { withFile } from "../../datasets/packs/pack_file.ts";
import type { Flags, FlagSpec } from "../terminal/flags.ts";

/** Longer files are refused, and what would become longer. */
const MOST_BYTES = 2 ** 31 - 1;

/** Flags of how to read a model whose file does not say all. */
export const READING_FLAGS: FlagSpec = {
  layout: { value: "NAME", help: "how a network stored its layer, or a classifier's notation" },
  labels: { value: "FILE", help: "names of the labels, a line each, for a layer without names" },
};

/**
 * The bytes of a model's file.
 *
 * @throws RangeError naming a file that cannot be read, is too long, becomes too long or is none;
 * SyntaxError for damaged gzip
 */
export async function readModelFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await withFile(path, (file) => file.read(0, file.size), MOST_BYTES);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return new Uint8Array(gunzipped(bytes, path, MOST_BYTES));
}

/**
 * How to read a model, by the flags `--from`, `--layout` and `--labels`.
 *
 * @throws RangeError for names that cannot be read
 */
export async function readingOf({ values }: Flags, source: string): Promise<ReadOptions> {
  const { from, layout, labels } = values;
  return {
    source,
    ...from !== undefined && { from },
    ...layout !== undefined && { layout },
    ...labels !== undefined && { labels: await readLabels(labels) },
  };
}

async function readLabels(path: string): Promise<string[]> {
  const text = textOf(await readModelFile(path), path);
  return text.replace(/(\r?\n|\r)$/, "").split(/\r?\n/);
}
