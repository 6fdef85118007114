/**
 * Failing lattices: what is written when a decoder is wrong.
 *
 * @module
 */

import { join } from "node:path";
import type { LiveCell } from "./live_cell.ts";
import { type Sample, writeLattices } from "./sample.ts";
import { select } from "./shrink.ts";

/**
 * Writes the smallest lattice on which a cell is wrong as a pack.
 *
 * @returns the command that replays it
 */
export async function writeFailing(dir: string, sample: Sample, cell: LiveCell): Promise<string> {
  const { name, k, variant } = cell.planned;
  const sentence = cell.checked.wrongSentence;
  const whole = { model: sample.model, lattice: sample.lattices[sentence]! };
  const selection = await cell.shrink(sentence);
  const { model, lattice } = selection === undefined ? whole : select(whole, selection);
  const folder = join(dir, "failing");
  await Deno.mkdir(folder, { recursive: true });
  const file = `${sample.name}-${name}-k${k}`.replaceAll(/[^\w-]+/g, "_");
  const path = join(folder, `${file}.safetensors`);
  await writeLattices(path, `${sample.name}, part of sentence ${sentence}`, model, [lattice]);
  return `deno task check '${variant.name}' --pack ${path} --k ${k}`;
}
