/**
 * The sentences of a dataset that a run decodes, and the file that isolates read them from.
 *
 * @module
 */

import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { writePackFile } from "../../../datasets/packs/pack_file.ts";
import { sentenceStarts } from "../../../datasets/packs/sentences.ts";
import { tensor } from "../../../datasets/packs/safetensors.ts";
import { structureTensors } from "../../../datasets/packs/transition_structure.ts";
import type { Dataset } from "../../plan/discover.ts";

/** The first sentences of a dataset, expanded. */
export interface Sample {
  readonly name: string;
  readonly family: string;
  /** Content hash of the whole dataset. */
  readonly hash: string;
  readonly model: Model;
  readonly lattices: readonly Lattice[];
  /** Right labels of each sentence, −1 where unknown; absent if none is known. */
  readonly gold?: readonly Int32Array[];
}

/** Takes the first sentences of a dataset, or all if it has fewer. */
export function takeSample({ family, task }: Dataset, sentences: number): Sample {
  const count = Math.min(sentences, task.lengths.length);
  const { gold } = task;
  const starts = sentenceStarts(task.lengths);
  return {
    name: task.name,
    family,
    hash: task.hash,
    model: task.model,
    lattices: Array.from({ length: count }, (_, sentence) => task.lattice(sentence)),
    ...(gold === undefined ? {} : {
      gold: Array.from({ length: count }, (_, s) => gold.subarray(starts[s], starts[s + 1])),
    }),
  };
}

/** Writes lattices as a dense pack in float64, which loses nothing. */
export async function writeLattices(
  path: string,
  name: string,
  model: Model,
  lattices: readonly Lattice[],
): Promise<void> {
  const { labelCount, transitions, structure } = model;
  const lengths = Int32Array.from(lattices, ({ length }) => length);
  const positions = lengths.reduce((sum, length) => sum + length, 0);
  const emissions = new Float64Array(positions * labelCount);
  let at = 0;
  for (const { length, emissions: rows } of lattices) {
    emissions.set(rows.subarray(0, length * labelCount), at);
    at += length * labelCount;
  }
  await writePackFile(path, {
    metadata: { name },
    tensors: new Map([
      ["emissions", tensor(emissions, [positions, labelCount])],
      ["lengths", tensor(lengths)],
      ...(structure === undefined
        ? [["transitions", tensor(transitions, [labelCount, labelCount])] as const]
        : structureTensors(structure)),
    ]),
  });
}

/** Σ (T−1)·L²: the edges that dense Viterbi evaluates. */
export function denseEdges({ model, lattices }: Sample): number {
  return lattices.reduce((sum, { length }) => sum + (length - 1) * model.labelCount ** 2, 0);
}
