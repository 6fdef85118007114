/**
 * The sentences of a dataset that a run decodes, and the file that isolates read them from.
 *
 * @module
 */

import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { type Dataset, sentenceStarts } from "../../../datasets/dataset.ts";
import type { Sample } from "../contract.ts";
import { drawSentences } from "../draw.ts";
import { writeLattices } from "./lattice_file.ts";

/** Copies of the transitions in a cell: the model's, a transpose, maxima or gains of a decoder. */
const TRANSITION_COPIES = 3;
/** Copies of the scores: those of the file and of the clock, a decoder's own and one in float32. */
const SCORE_COPIES = 3.5;
const BYTES = Float64Array.BYTES_PER_ELEMENT;
const BYTES_PER_MIB = 2 ** 20;

/** A dataset, and what its name says. */
export interface NamedDataset extends Pick<Sample, "base" | "settings" | "family"> {
  readonly dataset: Dataset;
}

/** Sentences of a dataset, expanded. */
export interface SequenceSample extends Sample {
  readonly model: Model;
  readonly lattices: readonly Lattice[];
  first(sentences: number): SequenceSample;
  /** Right labels of each sentence, −1 where unknown; absent if none is known. */
  readonly gold?: readonly Int32Array[];
}

/**
 * Takes sentences of a dataset over the quantiles of length, or all if it has fewer; see
 * `drawSentences`. Where long ones are left out, the settings say so.
 */
export function takeSample(
  { base, settings, family, dataset }: NamedDataset,
  sentences: number,
  longest?: number,
): SequenceSample {
  const { name, hash, model, gold } = dataset;
  const indices = drawSentences(dataset.lengths, sentences, longest);
  const all = longest === undefined ? settings : { ...settings, longest };
  const lattices = indices.map((sentence) => dataset.lattice(sentence));
  const starts = sentenceStarts(dataset.lengths);
  const labels = gold && indices.map((s) => gold.subarray(starts[s], starts[s + 1]));
  return sampleOf({ name, base, settings: all, family, hash, model, indices }, lattices, labels);
}

/** The part of a sample with only some sentences. */
export function pickSentences(
  { name, base, settings, family, hash, model, indices, lattices, gold }: SequenceSample,
  sentences: readonly number[],
): SequenceSample {
  return sampleOf(
    {
      ...{ name, base, settings, family, hash, model },
      indices: sentences.map((sentence) => indices[sentence]!),
    },
    sentences.map((sentence) => lattices[sentence]!),
    gold && sentences.map((sentence) => gold[sentence]!),
  );
}

/** What a sample is taken from, and which of its sentences. */
type Source = Pick<
  SequenceSample,
  "name" | "base" | "settings" | "family" | "hash" | "model" | "indices"
>;

/**
 * A cell holds 8·L·(3·L + 3.5·Σ T) bytes of scores, about; dense Viterbi evaluates Σ (T−1)·L²
 * edges.
 */
function sampleOf(
  source: Source,
  lattices: readonly Lattice[],
  gold: readonly Int32Array[] | undefined,
): SequenceSample {
  const { name, model } = source;
  const { labelCount } = model;
  const lengths = lattices.map(({ length }) => length);
  const positions = lengths.reduce((sum, length) => sum + length, 0);
  // A file has pairs for each position, and they stay there.
  const transitionCopies = TRANSITION_COPIES + (model.hasPairs ? positions : 0);
  const sample: SequenceSample = {
    ...source,
    lattices,
    ...(gold === undefined ? {} : { gold }),
    size: labelCount,
    lengths,
    referenceEdges: (positions - lengths.length) * labelCount ** 2,
    cellMb: BYTES * labelCount * (transitionCopies * labelCount + SCORE_COPIES * positions) /
      BYTES_PER_MIB,
    ...(model.hasPairs && { hasPairs: true }),
    first: (sentences) => pickSentences(sample, [...lattices.keys()].slice(0, sentences)),
    write: (path) => writeLattices(path, name, model, lattices),
    scores: (sentence) => lattices[sentence]!.emissions,
    rows: (sentence) => Array.from({ length: lengths[sentence]! + 1 }, (_, t) => t * labelCount),
    over: (contents) =>
      sampleOf(
        { ...source, indices: contents.map(({ sentence }) => source.indices[sentence]!) },
        contents.map(({ sentence, numbers }) => ({
          ...lattices[sentence]!,
          emissions: numbers,
        })),
        undefined,
      ),
  };
  return sample;
}
