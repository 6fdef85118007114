/**
 * Packs as files.
 *
 * @module
 */

import type { Dataset } from "../dataset.ts";
import { type Bytes, headerIn, tensorsIn } from "./bytes.ts";
import { type OpenOptions, packDataset } from "./pack.ts";
import { readHeader, writeTensors } from "./safetensors.ts";
import type { TensorFile } from "./tensors.ts";

/** Longer files are refused: four times the transitions of 32,768 labels in 16 bits. */
const MAX_FILE_BYTES = 2 ** 33;

/**
 * Opens a pack and checks everything in it.
 *
 * @throws as `packDataset`; RangeError if there is no such file, or something else by that name
 */
export async function openPack(path: string, options: OpenOptions = {}): Promise<Dataset> {
  return packDataset(await readPackFile(path), path, options);
}

/**
 * Reads the tensors of a `.safetensors` or `.safetensors.gz` file.
 *
 * @throws SyntaxError or RangeError naming the file, and the tensor, for what is no such file
 */
export async function readPackFile(path: string): Promise<TensorFile> {
  return await withFile(path, (bytes) => tensorsIn(bytes, path));
}

/**
 * Writes tensors as a pack, gzipped if the path ends in `.gz`; same contents, same bytes. It makes
 * the folder if there is none.
 */
export async function writePackFile(path: string, file: TensorFile): Promise<void> {
  const { mkdir, writeFile } = await import("node:fs/promises");
  const { dirname } = await import("node:path");
  const bytes = writeTensors(file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, path.endsWith(".gz") ? await gzipped(bytes) : bytes);
}

/**
 * The metadata of a `.safetensors` or `.safetensors.gz` file; none of what is not such a file,
 * about which those complain who read all of it.
 *
 * Cost: no more is read or inflated than the header.
 */
export async function packMetadata(path: string): Promise<Readonly<Record<string, string>>> {
  try {
    return await withFile(path, async (bytes) => {
      return readHeader(await headerIn(bytes, path), path).metadata;
    });
  } catch {
    return {};
  }
}

/**
 * Does something with the bytes of a file. What is no plain file is not opened: a pipe would wait
 * for who writes to it, and a device has no end.
 *
 * @param most bytes
 * @throws RangeError naming the file if it cannot be read, or is longer
 */
export async function withFile<T>(
  path: string,
  use: (bytes: Bytes) => Promise<T>,
  most: number = MAX_FILE_BYTES,
): Promise<T> {
  const file = await openFile(path, most);
  try {
    return await use(file.bytes);
  } finally {
    await file.close();
  }
}

/** Node's modules are loaded when they are needed: processes without a file start sooner. */
async function gzipped(bytes: Uint8Array): Promise<Uint8Array> {
  const { gzipSync } = await import("node:zlib");
  return gzipSync(bytes, { level: 9 });
}

async function openFile(
  path: string,
  most: number,
): Promise<{ bytes: Bytes; close(): Promise<void> }> {
  const refuse = (error: unknown): never => {
    throw new RangeError(`Cannot read the file ${path}: ${(error as Error).message}`);
  };
  const { open, stat } = await import("node:fs/promises");
  try {
    const about = await stat(path);
    if (!about.isFile()) throw new TypeError("it is a folder, a pipe or a device");
    const { size } = about;
    if (size > most) throw new RangeError(`it has ${size} bytes`);
    const file = await open(path);
    const read = async (begin: number, end: number) => {
      try {
        const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - begin));
        for (let at = 0; at < bytes.length;) {
          // Nothing reads 2 GiB at once on all systems.
          const length = Math.min(bytes.length - at, 2 ** 30);
          const { bytesRead } = await file.read(bytes, at, length, begin + at);
          if (bytesRead === 0) return bytes.subarray(0, at);
          at += bytesRead;
        }
        return bytes;
      } catch (error) {
        return refuse(error);
      }
    };
    return { bytes: { size, read }, close: () => file.close() };
  } catch (error) {
    return refuse(error);
  }
}
