/**
 * Dense packs and folders to test with.
 *
 * @module
 */

import { writePackFile } from "../../datasets/packs/pack_file.ts";
import {
  type Tensor,
  tensor,
  type TensorData,
  type TensorFile,
} from "../../datasets/packs/tensors.ts";
import type { Dataset } from "../../datasets/dataset.ts";

/** Scores of a small dense pack; rows of `emissions` are positions. */
export interface DensePack {
  readonly emissions: readonly (readonly number[])[];
  readonly transitions: readonly (readonly number[])[];
  readonly lengths: readonly number[];
  readonly start?: readonly number[];
  readonly end?: readonly number[];
  readonly gold?: readonly number[];
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Two sentences, of two positions and of one, with three labels; all scores are integers. */
export const TINY: DensePack = {
  emissions: [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
  transitions: [[0, 1, 0], [2, 0, 0], [0, 0, 3]],
  lengths: [2, 1],
  metadata: { name: "tiny" },
};

/** A file of those of these tensors that are there. */
export function fileOf(
  tensors: Readonly<Record<string, Tensor | undefined>>,
  metadata: TensorFile["metadata"] = {},
): TensorFile {
  const found = new Map<string, Tensor>();
  for (const [name, tensor] of Object.entries(tensors)) if (tensor) found.set(name, tensor);
  return { metadata, tensors: found };
}

/** The tensors of a dense pack, scores stored as in the given kind of array. */
export function denseFile(
  pack: DensePack,
  Scores: { from(values: number[]): TensorData } = Float32Array,
): TensorFile {
  const { emissions, transitions, lengths, start, end, gold, metadata } = pack;
  const L = transitions.length;
  const tensors = {
    emissions: tensor(Scores.from(emissions.flat()), [emissions.length, L]),
    lengths: tensor(Int32Array.from(lengths)),
    transitions: tensor(Scores.from(transitions.flat()), [L, L]),
    start_transitions: start && tensor(Scores.from([...start])),
    end_transitions: end && tensor(Scores.from([...end])),
    gold: gold && tensor(Int32Array.from(gold)),
  };
  return fileOf(tensors, metadata);
}

/** Writes a dense pack into a folder and gives its path. */
export async function writeDense(
  dir: string,
  pack: DensePack = TINY,
  Scores?: typeof Float64Array,
): Promise<string> {
  const path = `${dir}/dense.safetensors`;
  await writePackFile(path, denseFile(pack, Scores));
  return path;
}

/** Runs a test with a folder of its own, and removes it; gives what the test does. */
export async function withFolder<Result>(test: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await Deno.makeTempDir();
  try {
    return await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** The rows of all sentences, one after the other. */
export function rowsOf({ lengths, lattice, model: { labelCount } }: Dataset): number[][] {
  return Array.from(lengths, (_, sentence) => {
    const { length, emissions } = lattice(sentence);
    return Array.from({ length }, (_, t) => [
      ...emissions.subarray(t * labelCount, (t + 1) * labelCount),
    ]);
  }).flat();
}

/** A pack of torch-struct's potentials: three sentences of up to four positions, three labels. */
export async function writePotentials(dir: string): Promise<string> {
  const pack = `${dir}/potentials.safetensors`;
  const potentials = Float32Array.from({ length: 3 * 3 * 9 }, (_, i) => (37 * i) % 23 / 8);
  const lengths = tensor(Int32Array.of(4, 1, 3));
  const tensors = { log_potentials: tensor(potentials, [3, 3, 3, 3]), lengths };
  await writePackFile(pack, fileOf(tensors, { name: "potentials" }));
  return pack;
}
