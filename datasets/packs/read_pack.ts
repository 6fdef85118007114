/**
 * Packs from bytes, wherever those came from.
 *
 * @module
 */

import { type Bytes, bytesIn, isGzipped } from "./_bytes.ts";
import { gunzip } from "./_gunzip.ts";
import { checkFileSize, headerEnd, PREFIX_BYTES, readHeader } from "./_header.ts";
import { type OpenOptions, packTask } from "./pack.ts";
import { readTensors, type TensorFile } from "./safetensors.ts";
import type { Task } from "../task.ts";

/**
 * Reads a pack from the bytes of a `.safetensors` or `.safetensors.gz` file, in browsers too.
 *
 * @param source names the file in errors, and the task if the metadata do not
 * @throws as `packTask`; SyntaxError if gzip is broken, RangeError if it holds more than the header
 * describes, or describes far more than packs of its size hold
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
  return await tensorsIn(bytesIn(bytes), source);
}

/** The tensors of a file, whose header is judged before the rest is read. */
export async function tensorsIn(bytes: Bytes, source: string): Promise<TensorFile> {
  if (await isGzipped(bytes, source)) return readTensors(await gunzip(bytes, source), source);
  checkFileSize(readHeader(await headerIn(bytes, source), source), bytes.size, source);
  return readTensors(await bytes.read(0, bytes.size), source);
}

/** The first bytes of a file, to the end of its header; fewer if there are no more. */
export async function headerIn(bytes: Bytes, source: string): Promise<Uint8Array<ArrayBuffer>> {
  if (await isGzipped(bytes, source)) return await gunzip(bytes, source, "header");
  return await bytes.read(0, headerEnd(await bytes.read(0, PREFIX_BYTES), source));
}
