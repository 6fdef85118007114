/**
 * A hostile pack, and what is wrong with how one is refused.
 *
 * @module
 */

import { join } from "node:path";
import { writeTensors } from "../../../datasets/packs/safetensors.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { denseFile, type DensePack, TINY } from "../../helpers/packs.ts";
import { refusalDefect } from "../lines.ts";

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

/** A container with this header and after it these bytes of data, or so many zeros. */
export function container(header: unknown, data?: number | Uint8Array): Uint8Array {
  return withHeader(JSON.stringify(header), data);
}

/** The same with the header as text or as bytes. */
export function withHeader(text: string | Uint8Array, data: number | Uint8Array = 0): Uint8Array {
  const json = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const tail = typeof data === "number" ? new Uint8Array(data) : data;
  const bytes = new Uint8Array(8 + json.length + tail.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
  bytes.set(json, 8);
  bytes.set(tail, 8 + json.length);
  return bytes;
}

/** A small dense pack with changes. */
export function dense(changes: Partial<DensePack>): Uint8Array {
  return writeTensors(denseFile({ ...TINY, ...changes }));
}

/** Lets a command without decoders read a pack; what is not as it must be, a line each. */
export async function refusePack(pack: HostilePack, dir: string): Promise<string[]> {
  const { name, says, ending = ".safetensors" } = pack;
  const path = join(dir, `${name.replaceAll(/\W+/g, "_")}${ending}`);
  await Deno.writeFile(path, pack.bytes());
  try {
    const ended = await inProcess(["margins", `--pack=${path}`]);
    const defect = refusalDefect(ended, [path, ...says]);
    return defect === undefined ? [] : [`${name}: ${defect}`];
  } finally {
    await Deno.remove(path);
  }
}
