/**
 * Where the explorer's lattices come from: packs, families of random ones, models with text.
 *
 * @module
 */

import type { Lattice, Model } from "../../decoders/lattice.ts";
import { columnsOf } from "../../datasets/models/encoder.ts";
import { readModel } from "../../datasets/models/read_model.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { trustedBytes } from "../../datasets/visible.ts";
import { packDataset } from "../../datasets/packs/pack.ts";
import { tensor } from "../../datasets/packs/tensors.ts";
import families, { type Family } from "../../datasets/synthetic/families.ts";
import structured from "../../datasets/synthetic/structured.ts";
import { syntheticDataset } from "../../datasets/synthetic_dataset.ts";
import type { Changes, Dial, ShownLattice } from "./trace.ts";

/** One sentence of a model, and what it is called. */
export interface Sentence extends Pick<ShownLattice, "name" | "labels" | "words"> {
  readonly model: Model;
  readonly lattice: Lattice;
  /** How many sentences there are where it is from. */
  readonly sentences: number;
}

const FAMILIES: readonly Family[] = [...families, ...structured];

/** Numbers of labels and words of a random lattice that are shown at a glance. */
const SIZES: readonly Dial[] = [
  { name: "labels", meaning: "labels", min: 2, max: 512, step: 1, default: 48 },
  { name: "words", meaning: "words", min: 1, max: 60, step: 1, default: 16 },
  { name: "seed", meaning: "another lattice of it", min: 1, max: 99, step: 1, default: 1 },
];

/** The families of random lattices by name, each with its dials. */
export function familyDials(): Record<string, Dial[]> {
  return Object.fromEntries(FAMILIES.map(({ name, dial: { default: usual, meaning } }) => {
    const [max, step] = usual >= 10 ? [4 * usual, 1] : [8 * usual, usual / 20];
    const own = { name: "dial", meaning, min: 0, max, step, default: usual };
    return [name, [...SIZES, own]];
  }));
}

/** A lattice of a family. @throws RangeError for what is no family */
export function familySentence(name: string, dials: Readonly<Record<string, number>>): Sentence {
  const family = FAMILIES.find((one) => one.name === name);
  if (family === undefined) throw new RangeError(`Cannot draw a lattice of the family ${name}`);
  // A link may ask for more than a dial gives.
  const [labelCount, length, seed, dial] = familyDials()[name]!.map(
    ({ name, min, max, step, default: usual }) => {
      const value = Math.max(min, Math.min(max, dials[name] ?? usual));
      return step === 1 ? Math.round(value) : value;
    },
  ) as [number, number, number, number];
  return sentenceOf(syntheticDataset(family, { labelCount, length, seed, dial, sentences: 1 }), 0);
}

/** A sentence of a dataset. @throws RangeError if there is none, or its pairs have own scores */
export function sentenceOf(dataset: Dataset, sentence: number): Sentence {
  const { name, model, lengths, metadata } = dataset;
  if (!(sentence >= 0 && sentence < lengths.length)) {
    throw new RangeError(`Cannot show sentence ${sentence} of ${name}: it has ${lengths.length}`);
  }
  if (model.hasPairs) {
    throw new TypeError(`Cannot show ${name}: its scores of label pairs depend on the position`);
  }
  const labels: string[] = metadata["labels"] === undefined
    ? Array.from({ length: model.labelCount }, (_, label) => `${label}`)
    : JSON.parse(metadata["labels"]);
  const lattice = dataset.lattice(sentence);
  return { name, labels, words: undefined, model, lattice, sentences: lengths.length };
}

/**
 * The lattice of a text under a model: words between spaces, or, in several lines, a word and its
 * other columns a line, or its attributes, as the model takes them.
 *
 * @throws as `readModel`, and for a model that the text does not fit
 */
export async function taggedSentence(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  text: string,
): Promise<Sentence> {
  const isGzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const model = readModel(isGzipped ? await inflated(bytes, name) : bytes, { source: name });
  const lines = text.trim().split(/\r?\n/);
  const rows = lines.length > 1
    ? lines.map((line) => columnsOf(line, model))
    : lines[0]!.split(/\s+/).map((word) => [word]);
  const tagger = model.tagger();
  // A model without patterns takes attributes: those of a word in a line.
  const hasPatterns = model.templates !== undefined || model.network !== undefined;
  const { emissions, pairs } = hasPatterns
    ? tagger.scoresOfColumns(rows)
    : tagger.scoresOfAttributes(rows);
  if (pairs !== undefined) {
    throw new TypeError(`Cannot show ${name}: its scores of label pairs depend on the position`);
  }
  const words = rows.map(([form]) => form!);
  const dataset = denseDataset(name, model.labels.length, model.transitions, emissions);
  return { ...sentenceOf(dataset, 0), labels: model.labels, words };
}

async function inflated(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const most = trustedBytes(bytes.length);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let left = most;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value);
      left -= next.value.length;
      if (left < 0) throw new RangeError(`it becomes more than ${most} bytes`);
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
  } catch (error) {
    throw new SyntaxError(`Cannot decompress ${name}: ${(error as Error).message}`);
  }
}

/** The sentence with other scores, put on the grid again, so that all sums stay exact. */
export function changed(sentence: Sentence, { scores, strength }: Changes): Sentence {
  if (scores.length === 0 && strength === 1) return sentence;
  const { name, model: { labelCount, transitions }, lattice } = sentence;
  const emissions = lattice.emissions.slice();
  for (const [position, label, score] of scores) {
    const isThere = position >= 0 && position < lattice.length && label >= 0 && label < labelCount;
    if (!isThere) {
      throw new RangeError(`Cannot change a score at position ${position}, label ${label}`);
    }
    emissions[position * labelCount + label] = score;
  }
  // −∞ times 0 is no score.
  const scaled = transitions.map((edge) => edge === -Infinity ? edge : edge * strength);
  const dataset = denseDataset(name, labelCount, scaled, emissions);
  return { ...sentence, model: dataset.model, lattice: dataset.lattice(0) };
}

function denseDataset(
  name: string,
  labelCount: number,
  transitions: Float64Array,
  emissions: Float64Array,
): Dataset {
  const length = emissions.length / labelCount;
  return packDataset({
    metadata: { name },
    tensors: new Map([
      ["emissions", tensor(emissions, [length, labelCount])],
      ["lengths", tensor(Int32Array.of(length))],
      ["transitions", tensor(transitions, [labelCount, labelCount])],
    ]),
  }, name);
}
