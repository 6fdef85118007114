/**
 * Bytes that are read piece by piece: those of an array, or of a file.
 *
 * @module
 */

/** How gzip begins. A safetensors file begins with the length of its header, no such number. */
const GZIP = [0x1f, 0x8b, 0x08];

/** So many bytes, of which any part can be had. */
export interface Bytes {
  /** How many there are. */
  readonly size: number;
  /** Those from `begin` to before `end`, or to the last; in memory that others do not write to. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** The bytes of an array, which are not copied. */
export function bytesIn(array: Uint8Array<ArrayBuffer>): Bytes {
  return {
    size: array.length,
    read: (begin, end) => Promise.resolve(array.subarray(begin, end)),
  };
}

/** Whether a name or the bytes themselves say that they are gzipped. */
export async function isGzipped(bytes: Bytes, source: string): Promise<boolean> {
  const start = await bytes.read(0, GZIP.length);
  return source.endsWith(".gz") || GZIP.every((byte, i) => start[i] === byte);
}
