/**
 * Files that show what a decoder gets wrong.
 *
 * @module
 */

import { join } from "node:path";
import { shellQuote } from "../../datasets/visible.ts";

/**
 * Writes such a file into the folder of a run.
 *
 * @param name without characters that a file cannot have
 * @param decoder as a command line takes it
 * @returns the command that replays it
 */
export async function writeFailing(
  dir: string,
  name: string,
  decoder: string,
  k: number,
  write: (path: string) => Promise<void>,
): Promise<string> {
  const folder = join(dir, "failing");
  await Deno.mkdir(folder, { recursive: true });
  const path = join(folder, `${name.replaceAll(/[^\w-]+/g, "_")}.safetensors`);
  await write(path);
  return `deno task check ${shellQuote(decoder)} --pack ${shellQuote(path)} --k ${k}`;
}
