/**
 * What a pack says of itself, without reading the rest of it.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { headerEnd, PREFIX_BYTES, readHeader } from "./_header.ts";

/** How gzip begins. */
const GZIP = Uint8Array.of(0x1f, 0x8b, 0x08);

/**
 * The metadata of a `.safetensors` or `.safetensors.gz` file; none of what is not such a file,
 * about which those complain who read all of it.
 *
 * Cost: no more is read or inflated than the header.
 */
export async function packMetadata(path: string): Promise<Readonly<Record<string, string>>> {
  try {
    await using file = await open(path);
    if (!(await file.stat()).isFile()) return {};
    const begin = Buffer.alloc(GZIP.length);
    await file.read(begin, 0, begin.length, 0);
    const bytes = file.createReadStream({ start: 0, autoClose: false });
    const isZipped = GZIP.every((byte, i) => begin[i] === byte);
    return await metadataIn(isZipped ? bytes.pipe(createGunzip()) : bytes, path);
  } catch {
    return {};
  }
}

async function metadataIn(stream: Readable, path: string): Promise<Record<string, string>> {
  let held = new Uint8Array(0);
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const longer = new Uint8Array(held.length + chunk.length);
    longer.set(held);
    longer.set(chunk, held.length);
    held = longer;
    if (held.length < PREFIX_BYTES) continue;
    const end = headerEnd(held, path);
    if (held.length >= end) return { ...readHeader(held.subarray(0, end), path).metadata };
  }
  return {};
}
