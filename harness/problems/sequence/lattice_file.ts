/**
 * Files of lattices and parts of them, between the processes of the harness and for those who
 * replay what is wrong.
 *
 * @module
 */

import { readPackTensors } from "../../../datasets/packs/bytes.ts";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { writePackFile } from "../../../datasets/packs/pack_file.ts";
import { readPlainFile } from "../../../datasets/plain_file.ts";
import { tensor, type TensorData, type TensorFile } from "../../../datasets/packs/tensors.ts";
import { selectLabels, structureTensors } from "../../../datasets/packs/product.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";

/** What a checked pack has found of its scores, in the metadata of a file. */
const FLAGS = ["exactSums", "float32Exact"] as const;
/** What is only in the metadata of a file if it is so. */
const PAIRS = "hasPairs";

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
  const pairs = model.hasPairs ? pairRows(model, lattices, positions) : undefined;
  await writePackFile(path, {
    metadata: { name, ...flagsOf(model), ...(pairs && { [PAIRS]: "true" }) },
    tensors: new Map([
      ["emissions", tensor(emissions, [positions, labelCount])],
      ["lengths", tensor(lengths)],
      ...(structure === undefined
        ? [["transitions", tensor(transitions, [labelCount, labelCount])] as const]
        : structureTensors(structure)),
      ...(pairs === undefined
        ? []
        : [["pairs", tensor(pairs, [positions, labelCount, labelCount])] as const]),
    ]),
  });
}

/** N×L×L, with zeros for the first position of each sentence. */
function pairRows(
  { labelCount }: Model,
  lattices: readonly Lattice[],
  positions: number,
): Float64Array {
  const rows = new Float64Array(positions * labelCount ** 2);
  let at = 0;
  for (const { length, pairs } of lattices) {
    rows.set(pairs!, (at + 1) * labelCount ** 2);
    at += length;
  }
  return rows;
}

function flagsOf(model: Model): Record<string, string> {
  return Object.fromEntries(FLAGS.map((flag) => [flag, String(model[flag])]));
}

/**
 * The model and all lattices of a file. If `writeLattices` has written it from a checked pack, they
 * are views of its bytes: nothing is checked, snapped or hashed again, which would take longer than
 * all else that a process does before it decodes.
 */
export async function loadLattices(path: string): Promise<{ model: Model; lattices: Lattice[] }> {
  const file = await readPackTensors(await readPlainFile(path), path);
  const { metadata, tensors } = file;
  const transitions = tensors.get("transitions");
  const isOurs = FLAGS.every((flag) => metadata[flag] !== undefined);
  if (!isOurs || transitions === undefined) return openChecked(file, path);
  const [labelCount = 0] = transitions.shape;
  const [exactSums, float32Exact] = FLAGS.map((flag) => metadata[flag] === "true");
  const emissions = float64(tensors, "emissions");
  const rows = metadata[PAIRS] === "true" ? float64(tensors, "pairs") : undefined;
  let end = 0;
  const lattices = Array.from(tensors.get("lengths")!.data as Int32Array, (length): Lattice => {
    const first = end;
    end += length * labelCount;
    const pairs = rows?.subarray((first + labelCount) * labelCount, end * labelCount);
    return { length, emissions: emissions.subarray(first, end), ...(pairs && { pairs }) };
  });
  const model = {
    labelCount,
    transitions: float64(tensors, "transitions"),
    exactSums: exactSums!,
    float32Exact: float32Exact!,
    ...(rows && { hasPairs: true }),
  };
  return { model, lattices };
}

/**
 * Any other pack. Transitions that are a sum of two matrices, too, are two in a file, and adding
 * them up is left to the pack.
 */
function openChecked(file: TensorFile, path: string): { model: Model; lattices: Lattice[] } {
  const { model, lengths, lattice } = packDataset(file, path);
  return { model, lattices: Array.from(lengths, (_, sentence) => lattice(sentence)) };
}

function float64(tensors: TensorFile["tensors"], name: string): Float64Array {
  const data: TensorData = tensors.get(name)!.data;
  if (data instanceof Float64Array) return data;
  throw new TypeError(`Cannot read lattices: "${name}" is not in float64`);
}

/**
 * The part of a lattice and its model with only some positions and labels, in their order. Of pairs
 * those into the positions that are left stay, but for the first.
 */
export function selectPart(
  model: Model,
  lattice: Lattice,
  { positions = [], labels = [] }: Readonly<Record<string, readonly number[]>>,
): [Model, Lattice] {
  const { labelCount, transitions, structure } = model;
  return [
    {
      ...model,
      labelCount: labels.length,
      transitions: Float64Array.from(
        labels.flatMap((x) => labels.map((y) => transitions[x * labelCount + y]!)),
      ),
      ...(structure === undefined ? {} : { structure: selectLabels(structure, labels) }),
    },
    {
      length: positions.length,
      emissions: Float64Array.from(
        positions.flatMap((t) => labels.map((y) => lattice.emissions[t * labelCount + y]!)),
      ),
      ...(lattice.pairs && { pairs: selectPairs(lattice.pairs, labelCount, positions, labels) }),
    },
  ];
}

function selectPairs(
  pairs: Float64Array,
  labelCount: number,
  positions: readonly number[],
  labels: readonly number[],
): Float64Array {
  return Float64Array.from(
    positions.slice(1).flatMap((t) =>
      labels.flatMap((x) => labels.map((y) => pairs[((t - 1) * labelCount + x) * labelCount + y]!))
    ),
  );
}
