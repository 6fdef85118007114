/**
 * Failing lattices: what is written when a decoder is wrong.
 *
 * @module
 */

import { join } from "node:path";
import { variantArgument } from "./plan/decoder_files.ts";
import { shellQuote } from "../datasets/shell_quote.ts";
import type { LiveCell } from "./run/live_cell.ts";
import { type Sample, writeLattices } from "./problems/sequence/sample.ts";
import { type Case, select } from "./problems/sequence/shrink.ts";

/**
 * Writes the smallest lattice on which a cell is wrong as a pack. If a decoder is wrong only after
 * the sentences before, these are written too.
 *
 * @param pack the file that isolates read the sample from
 * @returns the command that replays it
 */
export async function writeFailing(
  dir: string,
  sample: Sample,
  pack: string,
  cell: LiveCell,
): Promise<string> {
  const { name, k, variant } = cell.planned;
  const sentence = cell.checked.wrongSentence;
  const lattice = sample.lattices[sentence]!;
  const selection = await cell.shrink(pack, sentence);
  const failing = selection === null
    ? { model: sample.model, lattices: sample.lattices.slice(0, sentence + 1) }
    : selection === undefined
    ? { model: sample.model, lattices: [lattice] }
    : part(select({ model: sample.model, lattice }, selection));
  const folder = join(dir, "failing");
  await Deno.mkdir(folder, { recursive: true });
  const file = `${sample.name}-${name}-k${k}`.replaceAll(/[^\w-]+/g, "_");
  const path = join(folder, `${file}.safetensors`);
  const title = `${sample.name}, sentence ${sentence}`;
  await writeLattices(path, title, failing.model, failing.lattices);
  return `deno task check ${shellQuote(variantArgument(variant))} --pack ${
    shellQuote(path)
  } --k ${k}`;
}

function part({ model, lattice }: Case) {
  return { model, lattices: [lattice] };
}
