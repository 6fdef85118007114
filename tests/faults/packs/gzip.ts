/**
 * Files whose gzip is broken, or far larger than what it says that it holds.
 *
 * @module
 */

import { gzipSync } from "node:zlib";
import { container, dense, type HostilePack, pack } from "./contract.ts";

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
const padded = (bytes: Uint8Array, zeros: number) => {
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
  zipped(
    "gzip with another checksum",
    edited((bytes) => bytes[bytes.length - 8]! ^= 1),
    "decompress",
  ),
  zipped("gzip with another size", edited((bytes) => bytes[bytes.length - 4]! ^= 1), "decompress"),
  zipped("gzip with other bytes", edited((bytes) => bytes.fill(0xff, 40, 60)), "decompress"),
  zipped("gzip with a tail", () => new Uint8Array([...gzipSync(dense({})), 1, 2, 3])),
  zipped("gzip in gzip", () => gzipSync(gzipSync(dense({})))),
  zipped("a pack and 64 MiB", () => padded(dense({}), BOMB_BYTES)),
  zipped("64 MiB of nothing", () => gzipSync(new Uint8Array(BOMB_BYTES))),
  zipped("the header of a tensor of a TiB", () => gzipSync(container({ a: HUGE }, 9))),
  zipped("a header of spaces", spaces(2 ** 23), "header"),
  zipped("a header of 95 MB of spaces", spaces(95_000_000), "95000000"),
  zipped("a header of 2^53 bytes", spaces(2 ** 53, 9), "9007199254740992"),
  zipped("a tensor of zeros", () => padded(container({ a: WIDE }), WIDE_BYTES), "gunzip"),
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
