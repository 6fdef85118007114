/**
 * Files that are no safetensors, or whose gzip is broken or far larger than what it says that it
 * holds.
 *
 * @module
 */

import { gzipSync } from "node:zlib";
import { container, dense, type HostilePack, pack, withHeader } from "./refuse.ts";

/** A tensor `a` whose header entry has changes; it has one byte. */
const entry = (changes: object) => () =>
  container({ a: { dtype: "U8", shape: [1], data_offsets: [0, 1], ...changes } }, 1);
const TENSOR = (begin: number, end: number) => ({
  dtype: "U8",
  shape: [end - begin],
  data_offsets: [begin, end],
});
/** A header's length alone. */
const lengthOnly = (length: bigint) => () => {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, length, true);
  return bytes;
};
const DEEP = 100_000;
const LONG = "x".repeat(2_000_000);

/** Each breaks the container in one way. */
export const CONTAINERS: readonly HostilePack[] = [
  pack("empty", () => new Uint8Array(0), "8 bytes"),
  pack("seven bytes", () => new Uint8Array(7), "8 bytes"),
  pack("text", () => new TextEncoder().encode("This is no pack, whatever its name says"), "header"),
  pack("zeros", () => new Uint8Array(4096), "header"),
  pack("header beyond the file", lengthOnly(1_000n), "1000 bytes"),
  pack("header of 100 MB and a byte", lengthOnly(100_000_001n), "100000001"),
  pack("header of 2^63 bytes", lengthOnly(2n ** 63n), "9223372036854775808"),
  pack("header of 2^64 - 1 bytes", lengthOnly(2n ** 64n - 1n), "18446744073709551615"),
  pack("no header", () => withHeader(""), "header"),
  pack("header that is not UTF-8", () => withHeader(Uint8Array.of(0xff, 0xfe)), "header"),
  pack("broken JSON", () => withHeader('{"a":'), "header"),
  pack("JSON with a tail", () => withHeader("{} {}"), "header"),
  pack("list for a header", () => withHeader("[]"), "not a JSON object"),
  pack("null for a header", () => withHeader("null"), "not a JSON object"),
  pack("lists in lists for a header", () => withHeader("[".repeat(DEEP) + "]".repeat(DEEP))),
  pack("lists in lists for an entry", () => {
    return withHeader(`{"a":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`);
  }),
  pack("metadata that are a number", () => container({ __metadata__: 5 }), "__metadata__"),
  pack("metadata with a number", () => container({ __metadata__: { name: 5 } }), "name"),
  pack("metadata with a long list", () => {
    return container({ __metadata__: { name: Array.from({ length: 1e6 }, () => 1) } });
  }, "more than 65536 values"),
  pack("metadata with a list", () => container({ __metadata__: { name: [1] } }), "name"),
  pack("entry that is null", () => container({ a: null }), '"a"'),
  pack("entry that is a long text", () => container({ a: LONG }), '"a"'),
  pack("tensor with a long name", () => container({ [LONG]: 1 })),
  pack("tensor with a name of three lines", () => container({ "a\nb\u001b[31m\u0000": 1 })),
  pack("no dtype", entry({ dtype: undefined }), "dtype"),
  pack("unknown dtype", entry({ dtype: "F8_E4M3" }), "F8_E4M3"),
  pack("long dtype", entry({ dtype: LONG }), "dtype"),
  pack("inherited dtype", entry({ dtype: "toString" }), "toString"),
  pack("no shape", entry({ shape: undefined }), "shape"),
  pack("shape that is a number", entry({ shape: 1 }), "shape"),
  pack("shape below zero", entry({ shape: [-1] }), "shape"),
  pack("shape in fractions", entry({ shape: [0.5] }), "shape"),
  pack("shape of words", entry({ shape: ["1"] }), "shape"),
  pack("shape without bound", () => {
    return withHeader('{"a":{"dtype":"U8","shape":[1e400],"data_offsets":[0,1]}}', 1);
  }, "shape"),
  pack("shape of 2^106", entry({ shape: [2 ** 53 - 1, 2 ** 53 - 1] }), "shape"),
  pack("shape of a million ones", entry({ shape: Array.from({ length: 1e6 }, () => 2) })),
  pack("no offsets", entry({ data_offsets: undefined }), "data_offsets"),
  pack("one offset", entry({ data_offsets: [0] }), "data_offsets"),
  pack("offsets backwards", entry({ data_offsets: [1, 0] }), "data_offsets"),
  pack("offsets below zero", entry({ data_offsets: [-1, 0] }), "data_offsets"),
  pack("offsets of words", entry({ data_offsets: ["0", "1"] }), "data_offsets"),
  pack("offsets beyond the file", entry({ shape: [2], data_offsets: [0, 2] }), "truncated"),
  pack("offsets that are not the shape's", entry({ dtype: "F32" }), "4 bytes"),
  pack("tensors that overlap", () => container({ a: TENSOR(0, 2), b: TENSOR(1, 3) }, 3), "overlap"),
  pack("a hole between tensors", () => container({ a: TENSOR(0, 1), b: TENSOR(2, 3) }, 3), "hole"),
  pack("bytes after the tensors", () => container({ a: TENSOR(0, 1) }, 2), "belong to none"),
  pack("one name twice", () => {
    const text = JSON.stringify(TENSOR(0, 1));
    return withHeader(`{"a":${text},"a":${JSON.stringify(TENSOR(1, 2))}}`, 2);
  }),
  pack("nothing in it", () => container({}), "emissions"),
  pack("cut in the header", () => dense({}).subarray(0, 40), "header"),
  pack("cut in the data", () => dense({}).subarray(0, -1), "truncated"),
];

/** Zeros after a pack: 64 MiB that gzip makes a thousandth of. */
const BOMB_BYTES = 2 ** 26;

const zipped = (name: string, bytes: () => Uint8Array, ...says: string[]): HostilePack => ({
  ...pack(name, bytes, ...says),
  ending: ".safetensors.gz",
});
const edited = (edit: (bytes: Uint8Array) => void) => () => {
  const bytes = new Uint8Array(gzipSync(dense({})));
  edit(bytes);
  return bytes;
};
const followed = (bytes: Uint8Array, zeros: number) => {
  const all = new Uint8Array(bytes.length + zeros);
  all.set(bytes);
  return gzipSync(all);
};
/** A header's length, and that many spaces if there are any. */
const spaces = (length: number, held = length) => () => {
  const bytes = new Uint8Array(8 + held).fill(0x20);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  return gzipSync(bytes);
};
const WIDE_BYTES = BOMB_BYTES + 1;
const WIDE = { dtype: "U8", shape: [WIDE_BYTES], data_offsets: [0, WIDE_BYTES] };
const HUGE = { dtype: "U8", shape: [2 ** 40], data_offsets: [0, 2 ** 40] };

/** Each is refused before it takes more memory than its header says that it needs. */
export const GZIPPED: readonly HostilePack[] = [
  zipped("gzip of nothing", () => gzipSync(new Uint8Array(0)), "8 bytes"),
  zipped("no gzip", () => dense({}), "decompress"),
  zipped("an empty file", () => new Uint8Array(0)),
  zipped("gzip that is cut", () => gzipSync(dense({})).subarray(0, -5), "decompress"),
  zipped("gzip without its head", () => gzipSync(dense({})).subarray(10), "decompress"),
  zipped("gzip with another sum", edited((bytes) => bytes[bytes.length - 8]! ^= 1), "decompress"),
  zipped("gzip with another size", edited((bytes) => bytes[bytes.length - 4]! ^= 1), "decompress"),
  zipped("gzip with other bytes", edited((bytes) => bytes.fill(0xff, 40, 60)), "decompress"),
  zipped("gzip with a tail", () => new Uint8Array([...gzipSync(dense({})), 1, 2, 3])),
  zipped("gzip in gzip", () => gzipSync(gzipSync(dense({})))),
  zipped("a pack and 64 MiB", () => followed(dense({}), BOMB_BYTES)),
  zipped("64 MiB of nothing", () => gzipSync(new Uint8Array(BOMB_BYTES))),
  zipped("the header of a tensor of a TiB", () => gzipSync(container({ a: HUGE }, 9))),
  zipped("a header of spaces", spaces(2 ** 23), "header"),
  zipped("a header of 95 MB of spaces", spaces(95_000_000), "95000000"),
  zipped("a header of 2^53 bytes", spaces(2 ** 53, 9), "9007199254740992"),
  zipped("a tensor of zeros", () => followed(container({ a: WIDE }), WIDE_BYTES), "gunzip"),
  zipped("a pack and gzip of a pack", () => {
    return new Uint8Array([...gzipSync(dense({})), ...gzipSync(new Uint8Array(BOMB_BYTES))]);
  }),
  zipped("a pack and much gzip of nothing", () => {
    const nothing = gzipSync(new Uint8Array(0));
    return new Uint8Array([...gzipSync(dense({})), ...Array(1e4).fill([...nothing]).flat()]);
  }),
  {
    ...pack("gzip that its name does not tell", () => gzipSync(dense({})).subarray(0, -5)),
    says: ["decompress"],
  },
];
