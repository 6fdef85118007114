/**
 * Gzipped packs: no more is inflated than the header of the file describes.
 *
 * @module
 */

import { brief } from "../visible.ts";
import { headerEnd, PREFIX_BYTES, readHeader } from "./_header.ts";

/** Gzip makes nothing smaller than this, by its format: 258 bytes take at least 2 bits. */
const MAX_EXPANSION = 1032;

/**
 * Inflates a gzipped safetensors file. Memory grows to what its header describes and never past it,
 * however much the compressed bytes would become.
 *
 * @throws SyntaxError if gzip or the header is broken, RangeError for a file of another length than
 * its header describes
 */
export async function gunzip(
  bytes: Uint8Array<ArrayBuffer>,
  source: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  let file = new Uint8Array(PREFIX_BYTES);
  let end = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: Error) => {
        throw new SyntaxError(`Cannot decompress ${source}: ${brief(error.message)}`);
      });
      if (done) return file.subarray(0, end);
      for (let rest: Uint8Array = value; rest.length > 0;) {
        if (end === file.length) file = grown(file, bytes.length, source);
        const part = rest.subarray(0, file.length - end);
        file.set(part, end);
        end += part.length;
        rest = rest.subarray(part.length);
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The beginning of a file with room for as much more as it describes. */
function grown(file: Uint8Array, compressed: number, source: string): Uint8Array<ArrayBuffer> {
  const size = describedBytes(file, source);
  if (size === file.length) {
    throw new RangeError(
      `Cannot read ${source}: it is longer than the ${size} bytes of its header`,
    );
  }
  if (size > MAX_EXPANSION * compressed) {
    throw new RangeError(
      `Cannot read ${source}: its header describes ${size} bytes, ` +
        `the ${compressed} that are compressed cannot hold them (truncated?)`,
    );
  }
  try {
    const room = new Uint8Array(size);
    room.set(file);
    return room;
  } catch (error) {
    throw new RangeError(`Cannot hold the ${size} bytes of ${source}: ${(error as Error).message}`);
  }
}

/** How long a file is as far as its beginning tells: to the end of the header, or of the data. */
function describedBytes(file: Uint8Array, source: string): number {
  const end = headerEnd(file, source);
  if (file.length < end) return end;
  const { dataStart, dataBytes } = readHeader(file, source);
  return dataStart + dataBytes;
}
