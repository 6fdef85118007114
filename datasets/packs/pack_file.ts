/**
 * Packs as files: opened, or asked what they say of themselves.
 *
 * @module
 */

import type { Task } from "../task.ts";
import { headerIn } from "./bytes.ts";
import { type OpenOptions, packTask } from "./pack.ts";
import { readHeader } from "./safetensors.ts";
import { readPackFile, withFile } from "./tensor_file.ts";

/**
 * Opens a pack and checks everything in it.
 *
 * @throws as `packTask`; RangeError if there is no such file, or something else by that name
 */
export async function openPack(path: string, options: OpenOptions = {}): Promise<Task> {
  return packTask(await readPackFile(path), path, options);
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
