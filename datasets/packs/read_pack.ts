/**
 * Packs from bytes, wherever those came from.
 *
 * @module
 */

import { gunzip } from "./_gunzip.ts";
import { type OpenOptions, packTask } from "./pack.ts";
import { readTensors, type TensorFile } from "./safetensors.ts";
import type { Task } from "../task.ts";

/**
 * How gzip begins. A safetensors file begins with the length of its header, which is no such
 * number.
 */
const GZIP = [0x1f, 0x8b, 0x08];

/**
 * Reads a pack from the bytes of a `.safetensors` or `.safetensors.gz` file, in browsers too.
 *
 * @param source names the file in errors, and the task if the metadata do not
 * @throws as `packTask`; SyntaxError if gzip is broken, RangeError if it holds more than the header
 * describes
 */
export async function readPack(
  bytes: Uint8Array<ArrayBuffer>,
  source: string,
  options: OpenOptions = {},
): Promise<Task> {
  return packTask(await readPackTensors(bytes, source), source, options);
}

/** The tensors in the bytes of a `.safetensors` or `.safetensors.gz` file. */
export async function readPackTensors(
  bytes: Uint8Array<ArrayBuffer>,
  source: string,
): Promise<TensorFile> {
  const isZipped = source.endsWith(".gz") || GZIP.every((byte, i) => bytes[i] === byte);
  return readTensors(isZipped ? await gunzip(bytes, source) : bytes, source);
}
