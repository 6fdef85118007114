/**
 * Decoders as files, as a reader has them.
 *
 * @module
 */

import { join } from "node:path";
import { type Hostile, textOf } from "../faults/hostile/measure.ts";

/** Writes a decoder that is right but for what is said of it, and gives its path. */
export async function writeDecoder(
  dir: string,
  name: string,
  otherwise: Partial<Hostile> = {},
): Promise<string> {
  const path = join(dir, `${name.replaceAll("-", "_")}.ts`);
  await Deno.writeTextFile(path, textOf({ name, ends: [], ...otherwise }));
  return path;
}
