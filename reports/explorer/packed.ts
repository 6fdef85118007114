/**
 * Values with typed arrays as text, for data blocks of a page.
 *
 * @module
 */

import { gunzipSync, gzipSync, strFromU8, strToU8 } from "fflate";

const TYPES = { Uint8Array, Int32Array, Float64Array };
type Columns = Uint8Array | Int32Array | Float64Array;
type TypeName = keyof typeof TYPES;

/** Stands for a typed array in JSON. */
interface Place {
  readonly typed: TypeName;
  readonly length: number;
  /** Where its bytes begin; they are those of whole numbers if `scale` is there. */
  readonly at: number;
  /** What whole numbers are to be divided by. */
  readonly scale?: number;
  /**
   * How whole numbers are stored: as they are, as differences from the one before, or those that
   * are not 0 behind the gaps between them, of which there are `others`.
   */
  readonly form: Form;
  readonly others?: number;
}

type Form = "plain" | "delta" | "sparse";
const FORMS: readonly Form[] = ["plain", "delta", "sparse"];

/** Bits after the point that scores of the committed packs have at most. */
const FRACTION_BITS = 10;
/** Stands for −∞ among whole numbers. */
const FORBIDDEN = -(2 ** 31);

/**
 * A value of what JSON has and typed arrays as base64 of gzip: the length of the JSON, the JSON,
 * and the arrays' bytes. Numbers are kept to the last bit: as whole ones, or their differences,
 * where that is possible, with the bytes of one place in all numbers together, which packs better.
 */
export function packed(value: unknown): string {
  const found = new Map<Columns, Place>();
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const columns of columnsIn(value)) {
    if (found.has(columns)) continue;
    const forms = FORMS.map((form) => storedAs(columns, form));
    const sizes = forms.map(([, bytes]) => gzipSync(bytes).length);
    const [place, bytes] = forms[sizes.indexOf(Math.min(...sizes))]!;
    found.set(columns, { ...place, at: end });
    pieces.push(bytes);
    end += bytes.length;
  }
  const json = strToU8(
    JSON.stringify(value, (_key, part) => found.get(part as Columns) ?? part),
  );
  const head = new Uint8Array(Uint32Array.of(json.length).buffer);
  const all = Uint8Array.from([head, json, ...pieces].flatMap((bytes) => Array.from(bytes)));
  return toBase64(gzipSync(all, { level: 9, mtime: 0 }));
}

/** The value that `packed` has made a text of. */
export function unpacked<T>(text: string): T {
  const bytes = gunzipSync(fromBase64(text));
  const size = new DataView(bytes.buffer).getUint32(0, true);
  const arrays = bytes.subarray(4 + size);
  const json = strFromU8(bytes.subarray(4, 4 + size));
  return JSON.parse(json, (_key, part) => {
    if (typeof part?.typed !== "string") return part;
    const place = part as Place;
    const { typed, length, scale } = place;
    const numbers = new (scale === undefined ? TYPES[typed] : Int32Array)(length);
    read(arrays, place, numbers);
    if (scale === undefined) return numbers;
    // A page waits for this: `from` would take ten times as long.
    const scores = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      const one = numbers[i]!;
      scores[i] = one === FORBIDDEN ? -Infinity : one / scale;
    }
    return scores;
  });
}

/** All typed arrays in a value. */
function* columnsIn(value: unknown): Generator<Columns> {
  if (ArrayBuffer.isView(value)) yield value as Columns;
  else if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) yield* columnsIn(part);
  }
}

/** The numbers of a form, where they can have it, or else as they are. */
function storedAs(columns: Columns, form: Form): [Place, Uint8Array] {
  const typed = columns.constructor.name as TypeName;
  const scale = columns instanceof Float64Array ? scaleOf(columns) : undefined;
  const numbers = scale === undefined
    ? columns.slice()
    : Int32Array.from(columns, (one) => one === -Infinity ? FORBIDDEN : one * scale);
  const about = { typed, length: columns.length, at: 0, ...scale !== undefined && { scale } };
  if (numbers instanceof Float64Array || form === "plain") {
    return [{ ...about, form: "plain" }, byPlace(numbers)];
  }
  if (form === "delta") {
    for (let i = numbers.length - 1; i > 0; i--) numbers[i]! -= numbers[i - 1]!;
    return [{ ...about, form }, byPlace(numbers)];
  }
  const places = Int32Array.from(numbers.keys()).filter((i) => numbers[i] !== 0);
  const gaps = places.map((place, i) => place - (places[i - 1] ?? 0));
  const bytes = new Uint8Array([
    ...byPlace(gaps),
    ...byPlace(Int32Array.from(places, (i) => numbers[i]!)),
  ]);
  return [{ ...about, form, others: places.length }, bytes];
}

/** Fills numbers with those that are stored. */
function read(arrays: Uint8Array, { at, form, others = 0 }: Place, numbers: Columns): void {
  if (form !== "sparse") {
    fromPlaces(arrays.subarray(at, at + numbers.byteLength), numbers);
    if (form === "delta") {
      for (let i = 1; i < numbers.length; i++) numbers[i]! += numbers[i - 1]!;
    }
    return;
  }
  const [gaps, values] = [new Int32Array(others), new Int32Array(others)];
  fromPlaces(arrays.subarray(at, at + 4 * others), gaps);
  fromPlaces(arrays.subarray(at + 4 * others, at + 8 * others), values);
  for (let i = 0, place = 0; i < others; i++) numbers[place += gaps[i]!] = values[i]!;
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

function fromPlaces(bytes: Uint8Array, columns: Columns): void {
  const size = columns.BYTES_PER_ELEMENT;
  const own = new Uint8Array(columns.buffer);
  for (let place = 0, from = 0; place < size; place++) {
    for (let to = place; to < own.length; to += size) own[to] = bytes[from++]!;
  }
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  const PIECE = 0x8000;
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return btoa(text);
}

/** The bytes of base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
