/**
 * The header of a safetensors file: what the file holds, and so how long it is.
 *
 * @module
 */

import { brief, briefJson, briefList } from "../visible.ts";
import { ARRAYS, type Dtype } from "./_dtypes.ts";
import { hasMoreValues } from "./_json.ts";

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
  { spans, dataStart, dataBytes }: Header,
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

function parseHeader(json: Uint8Array, source: string): Record<string, unknown> {
  if (hasMoreValues(json, MAX_VALUES)) {
    throw new RangeError(
      `Cannot read the header of ${source}: it holds more than ${MAX_VALUES} values`,
    );
  }
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch (error) {
    throw new SyntaxError(
      `Cannot read the header of ${source}: ${brief((error as Error).message)}`,
    );
  }
  if (isRecord(header)) return header;
  throw new SyntaxError(`Cannot read the header of ${source}: not a JSON object`);
}

function readMetadata(entry: unknown, source: string): Record<string, string> {
  if (entry === undefined) return {};
  if (!isRecord(entry)) {
    throw new SyntaxError(`Cannot read __metadata__ of ${source}: ${briefJson(entry)}`);
  }
  const metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(entry)) {
    if (typeof value !== "string") {
      throw new SyntaxError(
        `Cannot read __metadata__ ${briefJson(name)} of ${source}: not a string: ` +
          briefJson(value),
      );
    }
    metadata[name] = value;
  }
  return metadata;
}

function readSpan(entry: unknown, name: string, source: string): Span {
  const what = `tensor ${briefJson(name)} of ${source}`;
  if (!isRecord(entry)) {
    throw new SyntaxError(`Cannot read ${what}: its header entry is ${briefJson(entry)}`);
  }
  const { dtype, shape, data_offsets: offsets } = entry;
  if (typeof dtype !== "string" || !Object.hasOwn(ARRAYS, dtype)) {
    throw new SyntaxError(
      `Cannot read ${what}: dtype ${briefJson(dtype)} is none of ${Object.keys(ARRAYS)}`,
    );
  }
  if (!isCounts(shape)) {
    throw new SyntaxError(`Cannot read ${what}: its shape is ${briefJson(shape)}`);
  }
  if (!isCounts(offsets) || offsets.length !== 2 || offsets[0]! > offsets[1]!) {
    throw new SyntaxError(`Cannot read ${what}: its data_offsets are ${briefJson(offsets)}`);
  }
  const [begin, end] = offsets as [number, number];
  const width = ARRAYS[dtype as Dtype].BYTES_PER_ELEMENT;
  const expected = shape.reduce((product, size) => product * size, width);
  if (end - begin !== expected) {
    throw new RangeError(
      `Cannot read ${what}: ${dtype} [${briefList(shape)}] takes ${expected} bytes, ` +
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}
