/**
 * Failing lattices: what is written when a decoder is wrong.
 *
 * @module
 */

import { writeLattices } from "./lattice_file.ts";
import type { SequenceSample } from "./sample.ts";
import { isSelection, select, type Selection } from "./shrink.ts";

/**
 * Writes the smallest lattice on which a decoder is wrong as a pack. If it is wrong only after the
 * sentences before, these are written too.
 */
export async function writeFailing(
  path: string,
  { name, model, lattices }: SequenceSample,
  sentence: number,
  selection: Selection | null | undefined,
): Promise<void> {
  const title = `${name}, sentence ${sentence}`;
  const lattice = lattices[sentence]!;
  if (selection === null) {
    await writeLattices(path, title, model, lattices.slice(0, sentence + 1));
  } else if (selection === undefined || !isSelection(selection, { model, lattice })) {
    await writeLattices(path, title, model, [lattice]);
  } else {
    const part = select({ model, lattice }, selection);
    await writeLattices(path, title, part.model, [part.lattice]);
  }
}
