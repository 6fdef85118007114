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
import { Float16, fromHalves, toHalves } from "./float16.ts";

const ARRAYS: Readonly<Record<Dtype, TensorArray>> = {
  F64: Float64Array,
  F32: Float32Array,
  I64: BigInt64Array,
  I32: Int32Array,
  U32: Uint32Array,
  I16: Int16Array,
  U16: Uint16Array,
  I8: Int8Array,
  U8: Uint8Array,
  F16: Float16 ?? Uint16Array,
  BOOL: Uint8Array,
};

type TensorArray =
  & (new (buffer: ArrayBuffer, offset: number, length: number) => TensorData)
  & { readonly BYTES_PER_ELEMENT: number };

/** Bytes before the header. */
const PREFIX_BYTES = 8;
/** Headers longer than this are refused, as by the reference implementation. */
const MAX_HEADER_BYTES = 100_000_000;

/** The element types that Trellis reads and writes. */
export type Dtype = "F64" | "F32" | "F16" | `I${8 | 16 | 32 | 64}` | `U${8 | 16 | 32}` | "BOOL";

/** The values of a tensor, one element a number (a bigint for I64). */
export type TensorData =
  | Float64Array
  | Float32Array
  | Float16Array
  | BigInt64Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array;

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
  const { header, dataStart } = readHeader(bytes, source);
  const metadata = readMetadata(header["__metadata__"], source);
  const dataBytes = bytes.length - dataStart;
  const tensors = new Map<string, Tensor>();
  const spans: { name: string; begin: number; end: number }[] = [];
  for (const [name, entry] of Object.entries(header)) {
    if (name === "__metadata__") continue;
    const { dtype, shape, begin, end } = readEntry(entry, name, source);
    if (end > dataBytes) {
      throw new RangeError(
        `Cannot read tensor "${name}" of ${source}: its data ends at byte ${end}, ` +
          `the file holds ${dataBytes} (truncated?)`,
      );
    }
    spans.push({ name, begin, end });
    tensors.set(name, { dtype, shape, data: view(bytes, dataStart + begin, end - begin, dtype) });
  }
  checkCoverage(spans, dataBytes, source);
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

function readHeader(
  bytes: Uint8Array,
  source: string,
): { header: Record<string, unknown>; dataStart: number } {
  if (bytes.length < PREFIX_BYTES) {
    throw new RangeError(
      `Cannot read ${source}: a safetensors file starts with 8 bytes, it has ${bytes.length}`,
    );
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  const dataStart = PREFIX_BYTES + Number(length);
  if (length > MAX_HEADER_BYTES || dataStart > bytes.length) {
    throw new RangeError(
      `Cannot read the header of ${source}: its length is ${length} bytes, ` +
        `the file holds ${
          bytes.length - PREFIX_BYTES
        } after the prefix (truncated, or not safetensors?)`,
    );
  }
  let header: unknown;
  try {
    const json = new TextDecoder("utf-8", { fatal: true })
      .decode(bytes.subarray(PREFIX_BYTES, dataStart));
    header = JSON.parse(json);
  } catch (error) {
    throw new SyntaxError(`Cannot read the header of ${source}: ${(error as Error).message}`);
  }
  if (!isRecord(header)) {
    throw new SyntaxError(`Cannot read the header of ${source}: not a JSON object`);
  }
  return { header, dataStart };
}

function readMetadata(entry: unknown, source: string): Record<string, string> {
  if (entry === undefined) return {};
  if (!isRecord(entry)) {
    throw new SyntaxError(`Cannot read __metadata__ of ${source}: ${JSON.stringify(entry)}`);
  }
  const metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(entry)) {
    if (typeof value !== "string") {
      throw new SyntaxError(
        `Cannot read __metadata__ "${name}" of ${source}: not a string: ${JSON.stringify(value)}`,
      );
    }
    metadata[name] = value;
  }
  return metadata;
}

function readEntry(entry: unknown, name: string, source: string) {
  const what = `tensor "${name}" of ${source}`;
  if (!isRecord(entry)) {
    throw new SyntaxError(`Cannot read ${what}: its header entry is ${JSON.stringify(entry)}`);
  }
  const { dtype, shape, data_offsets: offsets } = entry;
  if (typeof dtype !== "string" || !Object.hasOwn(ARRAYS, dtype)) {
    throw new SyntaxError(
      `Cannot read ${what}: dtype ${JSON.stringify(dtype)} is none of ${Object.keys(ARRAYS)}`,
    );
  }
  if (!isCounts(shape)) {
    throw new SyntaxError(`Cannot read ${what}: its shape is ${JSON.stringify(shape)}`);
  }
  if (!isCounts(offsets) || offsets.length !== 2 || offsets[0]! > offsets[1]!) {
    throw new SyntaxError(`Cannot read ${what}: its data_offsets are ${JSON.stringify(offsets)}`);
  }
  const [begin, end] = offsets as [number, number];
  const width = ARRAYS[dtype as Dtype].BYTES_PER_ELEMENT;
  const expected = shape.reduce((product, size) => product * size, width);
  if (end - begin !== expected) {
    throw new RangeError(
      `Cannot read ${what}: ${dtype} [${shape}] takes ${expected} bytes, ` +
        `its data_offsets [${offsets}] span ${end - begin}`,
    );
  }
  return { dtype: dtype as Dtype, shape, begin, end };
}

function checkCoverage(
  spans: { name: string; begin: number; end: number }[],
  dataBytes: number,
  source: string,
): void {
  let covered = 0;
  let previous = "";
  for (const { name, begin, end } of spans.sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin !== covered) {
      const defect = begin < covered ? `overlaps "${previous}"` : `leaves a hole before it`;
      throw new RangeError(
        `Cannot read tensor "${name}" of ${source}: ` +
          `it begins at byte ${begin} and ${defect}, which ends at ${covered}`,
      );
    }
    covered = end;
    previous = name;
  }
  if (covered !== dataBytes) {
    throw new RangeError(
      `Cannot read ${source}: ${dataBytes - covered} bytes after the last tensor belong to none`,
    );
  }
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}
