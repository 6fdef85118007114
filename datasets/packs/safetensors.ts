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
import { shown } from "../../decoders/chain/score_check.ts";
import { briefJson, briefList, isRecord, parseJson } from "../visible.ts";
import {
  ARRAYS,
  type Dtype,
  fromHalves,
  type Tensor,
  type TensorData,
  type TensorFile,
  toHalves,
} from "./tensors.ts";

/** Bytes before the header. */
export const PREFIX_BYTES = 8;
/**
 * Longer headers are refused, 8 MiB: the names of 32,768 labels, the most there may be, are shorter
 * at 200 letters each, and those of 2,597 take 77 kB. The reference implementation reads 100 MB.
 */
const MAX_HEADER_BYTES = 2 ** 23;
/**
 * So are headers of more values, which in memory take up to 60 times the bytes of their text. A
 * tensor is seven values at the least, and no kind of pack has 50 tensors.
 */
const MAX_VALUES = 2 ** 16;

/** Where a tensor lies. */
export interface Span {
  readonly name: string;
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  /** First byte and the one after the last, from the end of the header on. */
  readonly begin: number;
  readonly end: number;
}

/** What a header says. */
export interface Header {
  readonly metadata: Readonly<Record<string, string>>;
  /** The tensors in the order of the header. */
  readonly spans: readonly Span[];
  /** Where the data start in the file. */
  readonly dataStart: number;
  /** Bytes of data that the tensors cover, without holes or overlaps. */
  readonly dataBytes: number;
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
  checkBytes(bytes, source);
  return tensorsIn(readHeader(bytes, source), bytes, source);
}

/**
 * Checks that a file is there as bytes, and not as the ArrayBuffer of a response.
 *
 * @throws TypeError naming the file
 */
export function checkBytes(bytes: unknown, source: string): void {
  if (bytes instanceof Uint8Array) return;
  throw new TypeError(`Cannot read ${source} from what is no Uint8Array: ${shown(bytes)}`);
}

/**
 * The tensors of a file whose header is read, as `readTensors` gives them.
 *
 * @throws RangeError for truncated data
 */
export function tensorsIn(header: Header, bytes: Uint8Array, source: string): TensorFile {
  checkFileSize(header, bytes.length, source);
  const tensors = new Map<string, Tensor>();
  for (const span of header.spans) tensors.set(span.name, tensorAt(span, bytes, header.dataStart));
  return { metadata: header.metadata, tensors };
}

/** One of the tensors of a file, which must not end before it does. */
export function tensorAt(
  { dtype, shape, begin, end }: Span,
  bytes: Uint8Array,
  dataStart: number,
): Tensor {
  return { dtype, shape, data: view(bytes, dataStart + begin, end - begin, dtype) };
}

/**
 * Writes a safetensors file. The same contents give the same bytes: metadata and tensors are
 * sorted by name (wider elements first, so that each tensor is aligned to its element size).
 */
export function writeTensors(file: TensorFile): Uint8Array<ArrayBuffer> {
  const metadata = Object.entries(file.metadata).sort(byName);
  const header: [name: string, entry: unknown][] = metadata.length === 0
    ? []
    : [["__metadata__", Object.fromEntries(metadata)]];
  let end = 0;
  const ordered = [...file.tensors].sort(byWidthThenName);
  for (const [name, { dtype, shape, data }] of ordered) {
    const begin = end;
    end += data.length * ARRAYS[dtype].BYTES_PER_ELEMENT;
    header.push([name, { dtype, shape, data_offsets: [begin, end] }]);
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)));
  const headerBytes = Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(PREFIX_BYTES + headerBytes + end).fill(0x20, PREFIX_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerBytes), true);
  bytes.set(json, PREFIX_BYTES);
  let at = PREFIX_BYTES + headerBytes;
  for (const [, tensor] of ordered) {
    const data = bytesOf(tensor);
    bytes.set(data, at);
    at += data.length;
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

/**
 * Where the header ends, as the first bytes of a file say.
 *
 * @throws RangeError if they are too few, or no header is so long
 */
export function headerEnd(bytes: Uint8Array, source: string): number {
  if (bytes.length < PREFIX_BYTES) {
    throw new RangeError(
      `Cannot read ${source}: a safetensors file starts with 8 bytes, it has ${bytes.length}`,
    );
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  if (length <= MAX_HEADER_BYTES) return PREFIX_BYTES + Number(length);
  throw new RangeError(
    `Cannot read the header of ${source}: its length is ${length} bytes, ` +
      `at most ${MAX_HEADER_BYTES} are read (not safetensors?)`,
  );
}

/**
 * Reads the header in the first bytes of a file.
 *
 * @throws SyntaxError or RangeError naming the file and the tensor
 */
export function readHeader(bytes: Uint8Array, source: string): Header {
  const dataStart = headerEnd(bytes, source);
  if (dataStart > bytes.length) {
    throw new RangeError(
      `Cannot read the header of ${source}: its length is ${dataStart - PREFIX_BYTES} bytes, ` +
        `the file holds ${bytes.length - PREFIX_BYTES} after the prefix ` +
        "(truncated, or not safetensors?)",
    );
  }
  const header = parseHeader(bytes.subarray(PREFIX_BYTES, dataStart), source);
  const { __metadata__, ...entries } = header;
  const spans = Object.entries(entries).map(([name, entry]) => readSpan(entry, name, source));
  const metadata = readMetadata(__metadata__, source);
  return { metadata, spans, dataStart, dataBytes: coveredBytes(spans, source) };
}

/**
 * Checks that a file is as long as its header describes.
 *
 * @throws RangeError naming the file and the tensor that is cut
 */
export function checkFileSize(
  { spans, dataStart, dataBytes }: Omit<Header, "metadata">,
  size: number,
  source: string,
): void {
  const held = size - dataStart;
  const cut = spans.find(({ end }) => end > held);
  if (cut !== undefined) {
    throw new RangeError(
      `Cannot read tensor ${briefJson(cut.name)} of ${source}: its data ends at byte ${cut.end}, ` +
        `the file holds ${held} (truncated?)`,
    );
  }
  if (held > dataBytes) {
    throw new RangeError(
      `Cannot read ${source}: ${held - dataBytes} bytes after the last tensor belong to none`,
    );
  }
}

function view(bytes: Uint8Array, start: number, length: number, dtype: Dtype): TensorData {
  const ArrayType = ARRAYS[dtype];
  const count = length / ArrayType.BYTES_PER_ELEMENT;
  const offset = bytes.byteOffset + start;
  // A copy is no slice: that of Node's Buffer is a view.
  const data = offset % ArrayType.BYTES_PER_ELEMENT === 0
    ? new ArrayType(bytes.buffer as ArrayBuffer, offset, count)
    : new ArrayType(new Uint8Array(bytes.subarray(start, start + length)).buffer, 0, count);
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

/** The JSON of a header, whatever its tensors are. @throws SyntaxError or RangeError */
export function parseHeader(json: Uint8Array, source: string): Record<string, unknown> {
  const header = parseJson(json, MAX_VALUES, `the header of ${source}`);
  if (isRecord(header)) return header;
  throw new SyntaxError(`Cannot read the header of ${source}: not a JSON object`);
}

function readMetadata(entry: unknown, source: string): Record<string, string> {
  if (entry === undefined) return {};
  if (!isRecord(entry)) {
    throw new SyntaxError(`Cannot read __metadata__ of ${source}: ${briefJson(entry)}`);
  }
  for (const [name, value] of Object.entries(entry)) {
    if (typeof value === "string") continue;
    throw new SyntaxError(
      `Cannot read __metadata__ ${briefJson(name)} of ${source}: not a string: ` +
        briefJson(value),
    );
  }
  return entry as Record<string, string>;
}

/**
 * Where a tensor lies, by its entry of the header.
 *
 * @throws SyntaxError or RangeError for a dtype, a shape or offsets that are none
 */
export function readSpan(entry: unknown, name: string, source: string): Span {
  const what = () => `tensor ${briefJson(name)} of ${source}`;
  if (!isRecord(entry)) {
    throw new SyntaxError(`Cannot read ${what()}: its header entry is ${briefJson(entry)}`);
  }
  const { dtype, shape, data_offsets: offsets } = entry;
  if (typeof dtype !== "string" || !Object.hasOwn(ARRAYS, dtype)) {
    throw new SyntaxError(
      `Cannot read ${what()}: dtype ${briefJson(dtype)} is none of ${Object.keys(ARRAYS)}`,
    );
  }
  if (!isCounts(shape)) {
    throw new SyntaxError(`Cannot read ${what()}: its shape is ${briefJson(shape)}`);
  }
  if (!isCounts(offsets) || offsets.length !== 2 || offsets[0]! > offsets[1]!) {
    throw new SyntaxError(`Cannot read ${what()}: its data_offsets are ${briefJson(offsets)}`);
  }
  const [begin, end] = offsets as [number, number];
  const width = ARRAYS[dtype as Dtype].BYTES_PER_ELEMENT;
  const expected = shape.reduce((product, size) => product * size, width);
  if (end - begin !== expected) {
    throw new RangeError(
      `Cannot read ${what()}: ${dtype} [${briefList(shape)}] takes ${expected} bytes, ` +
        `its data_offsets [${offsets}] span ${end - begin}`,
    );
  }
  return { name, dtype: dtype as Dtype, shape, begin, end };
}

/** The bytes that the tensors cover together. @throws RangeError for holes and overlaps */
function coveredBytes(spans: readonly Span[], source: string): number {
  let covered = 0;
  let previous = "";
  for (const { name, begin, end } of spans.toSorted((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin !== covered) {
      const defect = begin < covered
        ? `overlaps ${briefJson(previous)}`
        : "leaves a hole before it";
      throw new RangeError(
        `Cannot read tensor ${briefJson(name)} of ${source}: ` +
          `it begins at byte ${begin} and ${defect}, which ends at ${covered}`,
      );
    }
    covered = end;
    previous = name;
  }
  return covered;
}

function isCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}
