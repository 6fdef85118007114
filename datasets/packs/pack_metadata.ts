/**
 * What a pack says of itself, without reading the rest of it.
 *
 * @module
 */

import { readHeader } from "./_header.ts";
import { withFile } from "./pack_file.ts";
import { headerIn } from "./read_pack.ts";

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
