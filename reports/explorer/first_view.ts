/**
 * What the page shows at once as text, in few bytes, for a data block of the page.
 *
 * @module
 */

import { gzipSync, strFromU8, strToU8 } from "fflate";
import { type Decoded, type FirstView, KINDS, type Trace } from "./trace.ts";

type Columns = Uint8Array | Int32Array | Float64Array;

/** Stands for a typed array in JSON. */
interface Place {
  /** The name of its type. */
  readonly typed: string;
  readonly length: number;
  /** Whole numbers are stored, to be divided by this; without it numbers are stored as they are. */
  readonly scale?: number;
  /** How many are not 0, and stored behind the gaps between them; without it differences are. */
  readonly count?: number | undefined;
  /** Where its bytes begin. */
  readonly at: number;
}

/** Bits after the point that scores of the committed packs have at most. */
const FRACTION_BITS = 10;
/** Stands for −∞ among whole numbers. */
const FORBIDDEN = -(2 ** 31);

/** The first view as a text, to the last bit. The first of its lanes is dense Viterbi. */
export function packedFirst(first: FirstView): string {
  return packed({ ...first, decoded: shifted(first.decoded, -1) });
}

/** The first view that `packedFirst` has made a text of. */
export async function unpackedFirst(text: string): Promise<FirstView> {
  const first = await unpacked<FirstView>(text);
  return { ...first, decoded: shifted(first.decoded, 1) };
}

/**
 * The lanes with the values of opened nodes less Viterbi's scores of the same nodes, which most of
 * those that go from left to right alone have too; or the other way round. Sums and differences of
 * scores of a pack are exact.
 */
function shifted(decoded: Decoded, sign: 1 | -1): Decoded {
  const { lattice, lanes: [viterbi, ...others] } = decoded;
  const opened = KINDS.indexOf("opened");
  const labelCount = lattice.labels.length;
  const alpha = new Float64Array(lattice.emissions.length).fill(-Infinity);
  const nodeOf = ({ kinds, positions, labels }: Trace, i: number) =>
    kinds[i] === opened && labels[i]! >= 0 ? positions[i]! * labelCount + labels[i]! : -1;
  viterbi!.values.forEach((value, i) => {
    const node = nodeOf(viterbi!, i);
    if (node >= 0) alpha[node] = value;
  });
  const lanes = others.map((trace) => {
    const values = trace.values.map((value, i) => {
      const base = alpha[nodeOf(trace, i)] ?? -Infinity;
      return base === -Infinity ? value : value + sign * base;
    });
    return { ...trace, values };
  });
  return { ...decoded, lanes: [viterbi!, ...lanes] };
}

/**
 * A value of what JSON has and typed arrays as base64 of gzip: the length of the JSON, the JSON,
 * and the arrays' bytes. Numbers are kept to the last bit: as whole ones, where that is possible,
 * or their differences, with the bytes of one place in all numbers together.
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
export async function unpacked<T>(text: string): Promise<T> {
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const buffer = await new Response(stream).arrayBuffer();
  const size = new DataView(buffer).getUint32(0, true);
  const arrays = new Uint8Array(buffer, 4 + size);
  const json = strFromU8(new Uint8Array(buffer, 4, size));
  return JSON.parse(json, (_, part) => part?.typed === undefined ? part : read(arrays, part));
}

/** The bytes that base64 stands for; browsers of 2023 have no `Uint8Array.fromBase64`. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return strToU8(atob(base64), true);
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
  if (scale === undefined) return [{ typed, length }, byPlace(columns)];
  const whole = Int32Array.from(columns, (one) => one === -Infinity ? FORBIDDEN : one * scale);
  // Where differences wrap, so do their sums.
  const differences = (of: Int32Array) => of.map((one, i) => one - (of[i - 1] ?? 0));
  const places = Int32Array.from(whole.keys()).filter((i) => whole[i] !== 0);
  const behind = [...differences(places), ...places.map((i) => whole[i]!)];
  const [sparse, steps] = [byPlace(Int32Array.from(behind)), byPlace(differences(whole))];
  const isSparse = gzipSync(sparse).length < gzipSync(steps).length;
  const count = isSparse ? places.length : undefined;
  return [{ typed, length, scale, count }, isSparse ? sparse : steps];
}

/** The numbers that are stored at a place. */
function read(arrays: Uint8Array, { typed, length, scale, count, at }: Place): Columns {
  const bytes = arrays.subarray(at);
  if (scale === undefined) return fromPlaces(bytes, new Float64Array(length));
  const numbers = fromPlaces(bytes, new Int32Array(count === undefined ? length : 2 * count));
  const sum = (step: number, i: number) => numbers[i] = step + (numbers[i - 1] ?? 0);
  numbers.subarray(0, count).forEach(sum);
  const whole = count === undefined ? numbers : new Int32Array(length);
  for (let i = 0; i < (count ?? 0); i++) whole[numbers[i]!] = numbers[count! + i]!;
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
  const [size, own] = [columns.BYTES_PER_ELEMENT, new Uint8Array(columns.buffer)];
  for (let place = 0, from = 0; place < size; place++) {
    for (let to = place; to < own.length; to += size) own[to] = bytes[from++]!;
  }
  return columns;
}
