/**
 * Hostile decoders as files.
 *
 * @module
 */

import { join } from "node:path";
import { type Hostile, textOf } from "./contract.ts";

/** Writes a decoder into a folder and gives its path. */
export async function writeHostile(hostile: Hostile, dir: string): Promise<string> {
  const path = join(dir, `${hostile.name.replaceAll("-", "_")}.ts`);
  // Nothing about it is as it should be, types least of all.
  await Deno.writeTextFile(path, `// @ts-nocheck: hostile\n${textOf(hostile)}`);
  return path;
}
