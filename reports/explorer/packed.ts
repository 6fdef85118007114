/**
 * Values with typed arrays as text, for data blocks of a page.
 *
 * @module
 */

import { gunzipSync, gzipSync, strFromU8, strToU8 } from "fflate";

type Columns = Uint8Array | Int32Array | Float64Array;

/** Stands for a typed array in JSON. */
interface Place {
  /** The name of its type. */
  readonly typed: string;
  readonly length: number;
  /** Whole numbers are stored, to be divided by this; without it numbers are stored as they are. */
  readonly scale?: number;
  readonly form: Form;
  /** How many numbers the form has made of them, and where their bytes begin. */
  readonly count: number;
  readonly at: number;
}

/**
 * How whole numbers are stored: as they are, as differences from the one before, or those that are
 * not 0 behind the gaps between them.
 */
const FORMS = ["plain", "delta", "sparse"] as const;
type Form = typeof FORMS[number];

/** Bits after the point that scores of the committed packs have at most. */
const FRACTION_BITS = 10;
/** Stands for −∞ among whole numbers. */
const FORBIDDEN = -(2 ** 31);

/**
 * A value of what JSON has and typed arrays as base64 of gzip: the length of the JSON, the JSON,
 * and the arrays' bytes. Numbers are kept to the last bit: as whole ones, where that is possible,
 * in the form that packs best, with the bytes of one place in all numbers together.
 */
export function packed(value: unknown): string {
  const found = new Map<Columns, Place>();
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const columns of columnsIn(value)) {
    if (found.has(columns)) continue;
    const [place, bytes] = stored(columns);
    found.set(columns, { ...place, at: end });
    pieces.push(bytes);
    end += bytes.length;
  }
  const json = strToU8(JSON.stringify(value, (_key, part) => found.get(part as Columns) ?? part));
  const head = new Uint8Array(Uint32Array.of(json.length).buffer);
  const all = Uint8Array.from([head, json, ...pieces].flatMap((bytes) => Array.from(bytes)));
  return gzipSync(all, { level: 9, mtime: 0 }).toBase64();
}

/** The value that `packed` has made a text of. */
export function unpacked<T>(text: string): T {
  const bytes = gunzipSync(Uint8Array.fromBase64(text));
  const size = new DataView(bytes.buffer).getUint32(0, true);
  const arrays = bytes.subarray(4 + size);
  const json = strFromU8(bytes.subarray(4, 4 + size));
  return JSON.parse(
    json,
    (_key, part) => typeof part?.typed === "string" ? read(arrays, part) : part,
  );
}

/** All typed arrays in a value. */
function* columnsIn(value: unknown): Generator<Columns> {
  if (ArrayBuffer.isView(value)) yield value as Columns;
  else if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) yield* columnsIn(part);
  }
}

/** The bytes of numbers in the form that packs best. */
function stored(columns: Columns): readonly [Omit<Place, "at">, Uint8Array] {
  const { length, constructor: { name: typed } } = columns;
  const scale = columns instanceof Float64Array ? scaleOf(columns) : 1;
  if (scale === undefined) {
    return [{ typed, length, form: "plain", count: length }, byPlace(columns)];
  }
  const whole = Int32Array.from(columns, (one) => one === -Infinity ? FORBIDDEN : one * scale);
  const ways = FORMS.map((form) => {
    const numbers = written(whole, form);
    return [{ typed, length, scale, form, count: numbers.length }, byPlace(numbers)] as const;
  });
  const sizes = ways.map(([, bytes]) => gzipSync(bytes).length);
  return ways[sizes.indexOf(Math.min(...sizes))]!;
}

/** The numbers that are stored at a place. */
function read(arrays: Uint8Array, { typed, length, scale, form, count, at }: Place): Columns {
  const bytes = arrays.subarray(at);
  if (scale === undefined) return fromPlaces(bytes, new Float64Array(count));
  const whole = unwritten(fromPlaces(bytes, new Int32Array(count)), form, length);
  if (typed === "Int32Array") return whole;
  if (typed === "Uint8Array") return new Uint8Array(whole);
  // A page waits for this: `from` would take ten times as long.
  const scores = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const one = whole[i]!;
    scores[i] = one === FORBIDDEN ? -Infinity : one / scale;
  }
  return scores;
}

/** What a form makes of whole numbers. */
function written(whole: Int32Array, form: Form): Int32Array {
  if (form === "plain") return whole;
  // Where differences wrap, so do their sums.
  if (form === "delta") return whole.map((one, i) => one - (whole[i - 1] ?? 0));
  const places = Int32Array.from(whole.keys()).filter((i) => whole[i] !== 0);
  const gaps = places.map((place, i) => place - (places[i - 1] ?? 0));
  return Int32Array.from([...gaps, ...places.map((i) => whole[i]!)]);
}

/** The whole numbers that a form has made this of. */
function unwritten(numbers: Int32Array, form: Form, length: number): Int32Array {
  if (form === "sparse") {
    const [whole, others] = [new Int32Array(length), numbers.length / 2];
    for (let i = 0, at = 0; i < others; i++) whole[at += numbers[i]!] = numbers[others + i]!;
    return whole;
  }
  if (form === "delta") {
    for (let i = 1; i < length; i++) numbers[i]! += numbers[i - 1]!;
  }
  return numbers;
}

/** What makes all finite numbers whole and small; undefined if nothing does. */
function scaleOf(columns: Float64Array): number | undefined {
  for (let bits = 0; bits <= FRACTION_BITS; bits++) {
    const scale = 2 ** bits;
    const isWhole = (one: number) =>
      one === -Infinity || Math.abs(one) < 2 ** 30 / scale && Number.isInteger(one * scale) &&
        !Object.is(one, -0);
    if (columns.every(isWhole)) return scale;
  }
  return undefined;
}

/** Bytes of numbers: all first bytes, then all second ones, and so on. */
function byPlace(columns: Columns): Uint8Array {
  const { length, BYTES_PER_ELEMENT: size } = columns;
  const bytes = new Uint8Array(columns.buffer, columns.byteOffset, columns.byteLength);
  return Uint8Array.from(bytes, (_, i) => bytes[(i % length) * size + Math.floor(i / length)]!);
}

/** Fills numbers with such bytes. */
function fromPlaces<C extends Columns>(bytes: Uint8Array, columns: C): C {
  const size = columns.BYTES_PER_ELEMENT;
  const own = new Uint8Array(columns.buffer);
  for (let place = 0, from = 0; place < size; place++) {
    for (let to = place; to < own.length; to += size) own[to] = bytes[from++]!;
  }
  return columns;
}
