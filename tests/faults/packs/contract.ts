/**
 * A hostile pack, and how it is refused.
 *
 * @module
 */

import { writeTensors } from "../../../datasets/packs/safetensors.ts";
import { denseFile, type DensePack, TINY } from "../../helpers/packs.ts";

/** The bytes of a pack, and words of the line that refuses it beside the name of its file. */
export interface HostilePack {
  /** What is wrong with it. */
  readonly name: string;
  /** Its bytes. */
  bytes(): Uint8Array;
  /** Words of the line. */
  readonly says: readonly string[];
  /** How its file ends, if not as a plain pack does. */
  readonly ending?: string;
}

/** A table row: name, bytes and words. */
export function pack(
  name: string,
  bytes: () => Uint8Array,
  ...says: readonly string[]
): HostilePack {
  return { name, bytes, says };
}

/** A container with this header and so many bytes of data after it. */
export function container(header: unknown, dataBytes = 0): Uint8Array {
  return withHeader(JSON.stringify(header), dataBytes);
}

/** The same with the header as text or as bytes. */
export function withHeader(header: string | Uint8Array, dataBytes = 0): Uint8Array {
  const json = typeof header === "string" ? new TextEncoder().encode(header) : header;
  const bytes = new Uint8Array(8 + json.length + dataBytes);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
  bytes.set(json, 8);
  return bytes;
}

/** A small dense pack with changes. */
export function dense(changes: Partial<DensePack>): Uint8Array {
  return writeTensors(denseFile({ ...TINY, ...changes }));
}
