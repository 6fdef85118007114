/**
 * Packs as files.
 *
 * @module
 */

import { readFile, stat, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { OpenOptions } from "./pack.ts";
import { readPack, readPackTensors } from "./read_pack.ts";
import { type TensorFile, writeTensors } from "./safetensors.ts";
import type { Task } from "../task.ts";

/** Longer files are refused: four times the transitions of 32,768 labels in 16 bits. */
const MAX_FILE_BYTES = 2 ** 33;

/**
 * Opens a pack and checks everything in it.
 *
 * @throws as `packTask`; RangeError if there is no such file, or something else by that name
 */
export async function openPack(path: string, options: OpenOptions = {}): Promise<Task> {
  return await readPack(await bytesOf(path), path, options);
}

/** Reads the tensors of a `.safetensors` or `.safetensors.gz` file. */
export async function readPackFile(path: string): Promise<TensorFile> {
  return await readPackTensors(await bytesOf(path), path);
}

/** Writes tensors as a pack, gzipped if the path ends in `.gz`; same contents, same bytes. */
export async function writePackFile(path: string, file: TensorFile): Promise<void> {
  const bytes = writeTensors(file);
  await writeFile(path, path.endsWith(".gz") ? gzipSync(bytes, { level: 9 }) : bytes);
}

async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const about = await stat(path);
    // A pipe may never end, and a device has no end.
    if (!about.isFile()) throw new TypeError("it is a folder, a pipe or a device");
    if (about.size > MAX_FILE_BYTES) throw new RangeError(`it has ${about.size} bytes`);
    return new Uint8Array(await readFile(path));
  } catch (error) {
    throw new RangeError(`Cannot read the file ${path}: ${(error as Error).message}`);
  }
}
