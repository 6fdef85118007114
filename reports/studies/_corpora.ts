/**
 * Datasets, corpora, models and decoders of studies.
 *
 * @module
 */

import dominance from "../../decoders/dominance.ts";
import { resolveOptions } from "../../decoders/chain/options.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { type CorpusParts, listReaders, readParts } from "../../datasets/corpora/corpus.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { factoredFile } from "../../datasets/packs/factored.ts";
import type { EncodedCorpus, LinearModel } from "../../datasets/linear_model.ts";
import { packDataset } from "../../datasets/packs/pack.ts";
import { rightTokens } from "../../datasets/training/path_finder.ts";
import { trainCrf } from "../../datasets/training/crf/train_crf.ts";
import { Encoder, rankLabels } from "../../datasets/training/encode.ts";
import type { PerceptronOptions } from "../../datasets/training/perceptron.ts";
import type { Description } from "../../harness/problems/contract.ts";
import { resolveDataset } from "../../harness/problems/sequence/discover.ts";
import type { SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { findDecoders } from "../../harness/decoders/discover.ts";
import { sourceHash } from "../../harness/store/key.ts";
import type { FoundDecoder, Variant } from "../../harness/decoders/load_decoder.ts";
import { formatSettings, number, text } from "../../harness/store/table.ts";
import { hash, type SettingsOf, type StudyParts } from "./contract.ts";
import { findNamed, given, UsageError } from "../../harness/terminal/usage_error.ts";
import { resolveVariant } from "../../harness/decoders/variant.ts";

/** Leads the training; which decoder does is of no matter, as all find the same paths. */
export const LEADER: Required<Pick<PerceptronOptions, "decoder" | "decoderOptions">> = {
  decoder: dominance,
  // `pair` would start anew after each change of a transition. The ties of `left` are those that
  // count.
  decoderOptions: resolveOptions(dominance, { bound: "row", ends: "left" }),
};

/** The first training sentences of a corpus, all its test sentences, and the hash of the whole. */
export interface StudyCorpus extends CorpusParts {
  /** Name of the dataset. */
  readonly name: string;
  /** By rank in the whole training part. */
  readonly labels: readonly string[];
}

/** A corpus as numbers. */
export type EncodedParts = ReturnType<typeof encode>;

/**
 * Reads the corpus of a dataset.
 *
 * @param sentences training sentences, from the first on
 * @throws UsageError if it is missing or malformed, or no folder is given
 */
export async function readStudyCorpus(
  { data, format = "columns" }: SettingsOf<"data" | "format">,
  name: string,
  sentences: number,
): Promise<StudyCorpus> {
  if (data === undefined) throw new UsageError("Cannot do without --data DIR: the study trains");
  const reader = findNamed("corpus format", format, await listReaders());
  const folder = `${data.replace(/\/+$/, "")}/${name}`;
  const { training, ...rest } = await given(readParts({ name, data: folder, reader }));
  const labels = rankLabels(training);
  return { ...rest, name, labels, training: training.slice(0, sentences) };
}

/** Encodes both parts. */
export function encode({ labels, training, testing }: StudyCorpus) {
  const encoder = new Encoder(labels);
  const learned = encoder.learn(training);
  return {
    labelCount: labels.length,
    /** Features of the training part. */
    featureCount: encoder.featureCount,
    /** The training part. */
    training: learned,
    /** The test part. */
    testing: encoder.encode(testing),
  };
}

/** CRFs end where a step lowers the objective by a smaller share; no study chose it. */
const CRF_TOLERANCE = 1e-4;

/**
 * Trains a CRF on the training part, by L-BFGS in one thread; `passes` over it were made.
 *
 * @param options strength of the ℓ2 penalty on all weights, passes at most, and the seed of the
 * order of the sentences
 */
export async function trainedCrf(
  { training: corpus, labelCount, featureCount }: Omit<EncodedParts, "testing">,
  { l2, ...options }: Readonly<Record<"l2" | "epochs" | "seed", number>>,
): Promise<{ readonly model: LinearModel; readonly passes: number }> {
  let passes = 0;
  const model = await trainCrf({
    corpus,
    labelCount,
    featureCount,
    settings: {
      optimiser: "l-bfgs",
      tolerance: CRF_TOLERANCE,
      start: "curvature",
      l1: 0,
      l2,
      penalty: "all",
    },
    ...options,
    workers: 1,
  }, ({ epoch }) => passes = epoch);
  return { model, passes };
}

/** How many tokens of each sentence of the test part a model labels rightly. */
export function testRight(model: LinearModel, testing: EncodedCorpus): Int32Array {
  return rightTokens(
    packDataset(factoredFile(model, testing, {}), "the test part"),
    LEADER.decoder,
    LEADER.decoderOptions,
  );
}

/**
 * Datasets by name, each with what takes a sample of it, for studies of their transitions.
 *
 * @throws UsageError where these are not read, since pairs have scores of their own at each
 * position, and where all paths of a sentence are forbidden: there is none to look at
 */
export async function* opened(names: readonly string[], sentences: number, seed: number) {
  for (const asked of names) {
    const { name, open, sample } = await resolveDataset(asked);
    const { dataset } = await open(sentences, seed);
    if (dataset.model.hasPairs) {
      throw new UsageError(`Cannot study ${name}: its scores of pairs depend on the position`);
    }
    const taken = async (count: number) => {
      const own = await sample(count, seed);
      const decode = prepared(dominance, own.model);
      const pathless = own.lattices.findIndex((lattice) => decode(lattice).paths.length === 0);
      if (pathless < 0) return own;
      throw new UsageError(`Cannot study ${name}: sentence ${own.indices[pathless]} has no path`);
    };
    yield { name, dataset, taken };
  }
}

/**
 * A part for each dataset that is asked for, or else for each of some, by name.
 *
 * @param usual sentences of a synthetic one, if the settings do not say it
 * @param size sentences that are measured, likewise
 * @throws UsageError as `opened`
 */
export async function* perDataset<Line>(
  { datasets, sentences, seed }: SettingsOf,
  all: readonly string[],
  usual: number,
  size: (dataset: Dataset) => number,
  measure: (sample: SequenceSample, seed: number) => Line[],
): StudyParts<Line> {
  const found = opened(datasets ?? all, sentences ?? usual, seed);
  for await (const { name, dataset, taken } of found) {
    const most = size(dataset);
    const count = Math.min(dataset.lengths.length, sentences ?? most);
    yield {
      identity: [name, dataset.hash, count, seed],
      title: `${name}: ${count} sentences`,
      run: async () => measure(await taken(count), seed),
    };
  }
}

/**
 * Resolves decoder variants, whose decoders are loaded into this process.
 *
 * @throws UsageError as `exactAmong`
 */
export async function exactVariants(names: readonly string[]): Promise<Variant[]> {
  return exactAmong(names, await findDecoders());
}

/**
 * Resolves variants of some decoders, each once: measured twice, its times would be added up.
 *
 * @throws UsageError for unknown ones, those that are not exact, and if there is none
 */
export function exactAmong<D extends Description>(
  names: readonly string[],
  decoders: readonly FoundDecoder<D>[],
): Variant<D>[] {
  const resolved = names.map((name) => resolveVariant(name, decoders));
  const variants = new Map(resolved.map((variant) => [variant.name, variant]));
  for (const { name, decoder } of variants.values()) {
    if (!decoder.exact) throw new UsageError(`Cannot study with ${name}: it is not exact`);
  }
  if (variants.size === 0) throw new UsageError("Cannot study training without a decoder");
  return [...variants.values()];
}

/** The columns that say which dataset a line is about, and how many sentences of it. */
export const OF_DATASET = { dataset: text, pack: text, labels: number, sentences: number };

/** Fills these columns. */
export function ofDataset({ name, hash, size, lengths }: SequenceSample) {
  return { dataset: name, pack: hash, labels: size, sentences: lengths.length };
}

/** The columns that say which corpus a line is about, and how many training sentences of it. */
export const OF_CORPUS = { dataset: text, corpus: text, labels: number, sentences: number };

/** Fills these columns. */
export function ofCorpus({ name, hash, labels, training }: StudyCorpus) {
  return { dataset: name, corpus: hash, labels: labels.length, sentences: training.length };
}

/** The columns that say which variant of which decoder a line is about. */
export const OF_DECODER = {
  /** Variant as on the command line. */
  decoder: text,
  /** The name of the decoder without options. */
  decoder_base: text,
  /** Every option, as in the rows of a run. */
  options: text,
};

/** Fills these columns. */
export function ofDecoder({ name, decoder, options }: Variant<Description>) {
  return { decoder: name, decoder_base: decoder.name, options: formatSettings(options) };
}

/** Hash of the names of variants and of the sources of their decoders. */
export async function decoderSources(variants: readonly Variant<Description>[]): Promise<string> {
  const sources = variants.map(async ({ name, url }) => [name, await sourceHash(url)]);
  return hash(await Promise.all(sources));
}

/** Hash of all weights. */
export function weightsHash({ unitExponent, weights, transitions }: LinearModel): string {
  const rows = [weights, transitions].map(({ offsets, columns, values }) =>
    [offsets, columns, values].map((numbers) => Array.from(numbers))
  );
  return hash([unitExponent, rows]);
}
