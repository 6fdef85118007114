/**
 * The safetensors container: a length, a JSON header and the tensors' bytes.
 *
 * Source: the format's specification. A file is 8 bytes with the header's length N (little-endian),
 * N bytes of JSON (`{"name": {"dtype", "shape", "data_offsets": [begin, end]}, "__metadata__":
 * {…}}`, space-padded), and the data, which the tensors must cover without holes or overlaps.
 *
 * @module
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { ARRAYS, type Dtype, type TensorData } from "./_dtypes.ts";
import { fromHalves, toHalves } from "./float16.ts";
import { checkFileSize, PREFIX_BYTES, readHeader } from "./_header.ts";

export type { Dtype, TensorData } from "./_dtypes.ts";

/** A named block of numbers, row-major. */
export interface Tensor {
  /** Element type. */
  readonly dtype: Dtype;
  /** Sizes of the dimensions; their product is `data.length`. */
  readonly shape: readonly number[];
  /** The elements; of F16 in float32 where there is no `Float16Array`. */
  readonly data: TensorData;
}

/** The contents of a safetensors file. */
export interface TensorFile {
  /** `__metadata__`: strings by name. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Tensors by name. */
  readonly tensors: ReadonlyMap<string, Tensor>;
}

/** Makes a tensor from its values, which give the dtype. */
export function tensor(data: TensorData, shape: readonly number[] = [data.length]): Tensor {
  for (const [dtype, ArrayType] of Object.entries(ARRAYS)) {
    if (data instanceof ArrayType) return { dtype: dtype as Dtype, shape, data };
  }
  throw new TypeError(
    `Cannot make a tensor of this array: ${Object.prototype.toString.call(data)}`,
  );
}

/**
 * Reads a safetensors file. Every defect of the container is refused with the file and the tensor
 * named: a truncated header or data, a header length beyond the file, broken JSON, unknown dtypes,
 * shapes that do not match the offsets, and overlapping, out-of-range or uncovered bytes.
 *
 * Tensors are views of `bytes` where alignment allows, copies elsewhere.
 *
 * @param source names the file in errors
 * @throws SyntaxError or RangeError
 */
export function readTensors(bytes: Uint8Array, source: string): TensorFile {
  const header = readHeader(bytes, source);
  checkFileSize(header, bytes.length, source);
  const { metadata, spans, dataStart } = header;
  const tensors = new Map<string, Tensor>();
  for (const { name, dtype, shape, begin, end } of spans) {
    tensors.set(name, { dtype, shape, data: view(bytes, dataStart + begin, end - begin, dtype) });
  }
  return { metadata, tensors };
}

/**
 * Writes a safetensors file. The same contents give the same bytes: metadata and tensors are
 * sorted by name (wider elements first, so that each tensor is aligned to its element size).
 */
export function writeTensors(file: TensorFile): Uint8Array<ArrayBuffer> {
  const header: Record<string, unknown> = {};
  const metadata = Object.entries(file.metadata).sort(byName);
  if (metadata.length > 0) header["__metadata__"] = Object.fromEntries(metadata);
  let end = 0;
  const ordered = [...file.tensors].sort(byWidthThenName);
  for (const [name, { dtype, shape, data }] of ordered) {
    const begin = end;
    end += data.length * ARRAYS[dtype].BYTES_PER_ELEMENT;
    header[name] = { dtype, shape, data_offsets: [begin, end] };
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  const headerBytes = Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(PREFIX_BYTES + headerBytes + end).fill(0x20, PREFIX_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerBytes), true);
  bytes.set(json, PREFIX_BYTES);
  let at = PREFIX_BYTES + headerBytes;
  for (const [, tensor] of ordered) {
    const own = bytesOf(tensor);
    bytes.set(own, at);
    at += own.length;
  }
  return bytes;
}

/**
 * The identity of the numbers in a file: SHA-256 (hex) over names, dtypes, shapes and elements of
 * the tensors in name order. Metadata, compression and byte order in the file do not matter.
 */
export function contentHash(file: TensorFile): string {
  const hash = sha256.create();
  const encoder = new TextEncoder();
  for (const [name, tensor] of [...file.tensors].sort(byName)) {
    const { dtype, shape } = tensor;
    hash.update(encoder.encode(`${JSON.stringify(name)} ${dtype} [${shape.join(",")}]\n`));
    hash.update(bytesOf(tensor));
  }
  return bytesToHex(hash.digest());
}

function view(bytes: Uint8Array, start: number, length: number, dtype: Dtype): TensorData {
  const ArrayType = ARRAYS[dtype];
  const count = length / ArrayType.BYTES_PER_ELEMENT;
  const offset = bytes.byteOffset + start;
  const data = offset % ArrayType.BYTES_PER_ELEMENT === 0
    ? new ArrayType(bytes.buffer as ArrayBuffer, offset, count)
    : new ArrayType(bytes.slice(start, start + length).buffer as ArrayBuffer, 0, count);
  return dtype === "F16" && data instanceof Uint16Array ? fromHalves(data) : data;
}

function bytesOf({ dtype, data }: Tensor): Uint8Array {
  const stored = dtype === "F16" && data instanceof Float32Array ? toHalves(data) : data;
  return new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}

function byWidthThenName(a: [string, Tensor], b: [string, Tensor]): number {
  const width = ({ dtype }: Tensor) => ARRAYS[dtype].BYTES_PER_ELEMENT;
  return width(b[1]) - width(a[1]) || byName(a, b);
}
