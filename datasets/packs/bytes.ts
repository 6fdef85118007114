/**
 * Packs from bytes that are read piece by piece, those of an array or of a file, gzipped or not. Of
 * gzip no more is inflated than the header of the file describes.
 *
 * @module
 */

import { brief, TRUSTED_EXPANSION, trustedBytes } from "../visible.ts";
import {
  checkBytes,
  checkFileSize,
  headerEnd,
  PREFIX_BYTES,
  readHeader,
  readTensors,
} from "./safetensors.ts";
import type { TensorFile } from "./tensors.ts";

/** How gzip begins. A safetensors file begins with the length of its header, no such number. */
const GZIP = [0x1f, 0x8b, 0x08];

/** Gzip makes nothing smaller than this, by its format: 258 bytes take at least 2 bits. */
const MAX_EXPANSION = 1032;
/**
 * Compressed bytes that are inflated before one looks at what came of them, 16 MiB at most: Deno
 * gives all that a piece becomes as one chunk, however long it is.
 */
const PIECE_BYTES = 2 ** 14;

/** So many bytes, of which any part can be had. */
export interface Bytes {
  /** How many bytes there are. */
  readonly size: number;
  /** Those from `begin` to before `end`, or to the last; in memory that others do not write to. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Whether a name or the bytes themselves say that they are gzipped. */
export async function isGzipped(bytes: Bytes, source: string): Promise<boolean> {
  const start = await bytes.read(0, GZIP.length);
  return source.endsWith(".gz") || GZIP.every((byte, i) => start[i] === byte);
}

/**
 * The tensors in the bytes of a `.safetensors` or `.safetensors.gz` file.
 *
 * @param source names the file in errors; where it ends in `.gz` the bytes must be gzipped
 * @throws SyntaxError or RangeError naming the file, and the tensor, for what is no such file;
 * TypeError for what are no bytes
 */
export async function readPackTensors(
  bytes: Uint8Array<ArrayBuffer>,
  source: string,
): Promise<TensorFile> {
  checkBytes(bytes, source);
  const read: Bytes["read"] = (begin, end) => Promise.resolve(bytes.subarray(begin, end));
  return await tensorsIn({ size: bytes.length, read }, source);
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

/**
 * Inflates a gzipped safetensors file. Memory grows to what its header describes and never past it,
 * however much the compressed bytes would become, and a header that describes far more than such
 * bytes can hold is refused before there is room for it.
 *
 * @param part all of the file, or no more than its header
 * @throws SyntaxError if gzip or the header is broken, RangeError for a file of another length than
 * its header describes
 */
export async function gunzip(
  bytes: Bytes,
  source: string,
  part: "file" | "header" = "file",
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = piecesOf(bytes).pipeThrough(new DecompressionStream("gzip")).getReader();
  let file = new Uint8Array(PREFIX_BYTES);
  let end = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: Error) => {
        // Node has no words for gzip that is cut.
        const why = brief(error.message || "it is cut or damaged");
        throw new SyntaxError(`Cannot decompress ${source}: ${why}`);
      });
      if (done) return file.subarray(0, end);
      for (let rest: Uint8Array = value; rest.length > 0;) {
        if (end === file.length) {
          if (part === "header" && end >= headerEnd(file, source)) return file;
          file = grown(file, bytes.size, source);
        }
        const taken = rest.subarray(0, file.length - end);
        file.set(taken, end);
        end += taken.length;
        rest = rest.subarray(taken.length);
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function piecesOf(bytes: Bytes): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = await bytes.read(at, at + PIECE_BYTES);
      at += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      else controller.close();
    },
  });
}

/** The beginning of a file with room for as much more as it describes. */
function grown(file: Uint8Array, compressed: number, source: string): Uint8Array<ArrayBuffer> {
  const size = describedBytes(file, source);
  if (size === file.length) {
    throw new RangeError(
      `Cannot read ${source}: it is longer than the ${size} bytes of its header`,
    );
  }
  const refuse = (why: string) =>
    new RangeError(`Cannot read ${source}: its header describes ${size} bytes, ${why}`);
  if (size > MAX_EXPANSION * compressed) {
    throw refuse(`the ${compressed} that are compressed cannot hold them (truncated?)`);
  }
  if (size > trustedBytes(compressed)) {
    throw refuse(
      `over ${TRUSTED_EXPANSION} times the ${compressed} that are compressed; ` +
        "if its maker is to be trusted, gunzip it before",
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

/** How long a file is as far as its beginning says: to the end of the header, or of the data. */
function describedBytes(file: Uint8Array, source: string): number {
  const end = headerEnd(file, source);
  if (file.length < end) return end;
  const { dataStart, dataBytes } = readHeader(file, source);
  return dataStart + dataBytes;
}
