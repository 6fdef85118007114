/**
 * `deno task probabilities`: log-partitions, entropies, marginals, paths and samples of a pack, as
 * JSON.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { visibleJson } from "../../datasets/visible.ts";
import auto from "../../decoders/auto.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { pairLatticeOf } from "../../decoders/pairs/lattice.ts";
import { pairLogPartition, pairMarginals, pairSamples } from "../../decoders/pairs/sums.ts";
import { entropy } from "../../decoders/probability/entropy.ts";
import type { Marginals, SumOptions } from "../../decoders/probability/estimate.ts";
import { changeOf, marginals, pathError } from "../../decoders/probability/log_partition.ts";
import { pathProbabilities } from "../../decoders/tagging/path_probabilities.ts";
import { pathSampler } from "../../decoders/probability/path_sampler.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import {
  type Command,
  type Flags,
  MOST_PATHS,
  refuseFlags,
  seedOf,
  wholeNumber,
} from "../terminal/flags.ts";
import { printLine } from "../terminal/output_files.ts";
import { ofScores } from "../terminal/usage_error.ts";
import { labelNames, named, openSentences, SENTENCE_FLAGS } from "./_pack_flags.ts";

const command: Command = {
  meaning: "how probable paths and labels are, one line of JSON a sentence",
  flags: {
    ...SENTENCE_FLAGS,
    marginals: { help: "the probability of each label of each position" },
    k: { value: "K", help: "the K most probable paths" },
    samples: { value: "N", help: "N paths drawn as probable as they are" },
    seed: { value: "S", help: "of the samples; 1 if it is not given" },
  },
  examples: {
    "probabilities --pack ewt_pos45 --limit 1 --names":
      "how probable each label of the best path of a sentence is, log-partition and entropy",
    "probabilities --pack ewt_pos45 --limit 1 --k 3": "the three most probable paths besides",
  },
  run: (flags) => ofScores(run(flags)),
};
export default command;

/** A sentence with its marginals; none where no path is allowed. */
interface Sentence {
  readonly sentence: number;
  readonly lattice: Lattice;
  readonly found: Marginals | undefined;
}

/** A part of a line. */
type Part = (sentence: Sentence) => Record<string, unknown>;

/** Parts that were not asked for are left out. Where no path is allowed, numbers are null. */
async function run(flags: Flags): Promise<number> {
  const k = wholeNumber(flags, "k", 1, MOST_PATHS);
  const samples = wholeNumber(flags, "samples", 1, MOST_PATHS);
  const seed = seedOf(flags);
  if (samples === undefined) refuseFlags(flags, ["seed"], "without --samples N");
  const { dataset, count } = await openSentences(flags);
  const options = { scoreError: dataset.grid.largestChange };
  const names = flags.switches.has("names") ? labelNames(dataset) : undefined;
  const find = marginalsOf(dataset, options.scoreError);
  const parts: Part[] = [
    predicted(dataset, names),
    totals(dataset, options),
    ...(flags.switches.has("marginals") ? [nodes] : []),
    ...(k === undefined ? [] : [paths(dataset, options, names, k)]),
    ...(samples === undefined ? [] : [draws(dataset, names, samples, seed)]),
  ];
  for (let sentence = 0; sentence < count; sentence++) {
    const lattice = dataset.lattice(sentence);
    const own = { sentence, lattice, found: find(lattice) };
    printLine(visibleJson(Object.assign({ sentence }, ...parts.map((part) => part(own)))));
  }
  return 0;
}

/** The best path, and how probable each of its labels is at its position. */
function predicted({ model }: Dataset, names: readonly string[] | undefined): Part {
  const decode = prepared(auto, model, {}, { areSumsChecked: true });
  return ({ lattice, found }) => {
    const [path] = decode(lattice).paths;
    if (found === undefined || path === undefined) {
      return { confidences: null, confidenceError: null, labels: null };
    }
    const { labels } = path;
    return {
      confidences: Array.from(labels, (y, t) => found.nodes[t * model.labelCount + y]!),
      confidenceError: found.error,
      labels: Array.from(labels),
      ...named(names, labels),
    };
  };
}

/** Marginals of lattices; those with pairs are far off by what snapping took, as others are. */
function marginalsOf(
  { model }: Dataset,
  scoreError: number,
): (lattice: Lattice) => Marginals | undefined {
  if (!model.hasPairs) return marginals(model, { scoreError });
  return (lattice) => {
    const found = pairMarginals(pairLatticeOf(model, lattice));
    if (found === undefined) return undefined;
    const { logPartition: { value, error }, error: nodeError } = found;
    const { length } = lattice;
    return {
      ...found,
      logPartition: { value, error: error + pathError(length, scoreError) },
      error: Math.min(1, nodeError + changeOf(length, { scoreError })),
    };
  };
}

/** ln Z and the entropy; of lattices with pairs ln Z alone. */
function totals({ model }: Dataset, options: SumOptions): Part {
  const disorder = model.hasPairs ? undefined : entropy(model, options);
  return ({ lattice, found }) => {
    const { value, error } = found?.logPartition ?? { value: null, error: null };
    if (disorder === undefined) return { logPartition: value, error };
    const own = disorder(lattice) ?? { value: null, error: null };
    return { logPartition: value, error, entropy: own.value, entropyError: own.error };
  };
}

/** The probability of each label of each position. */
function nodes({ lattice: { length }, found }: Sentence): Record<string, unknown> {
  if (found === undefined) return { marginalError: null, marginals: null };
  const labelCount = found.nodes.length / length;
  const rowAt = (t: number) => found.nodes.subarray(t * labelCount, (t + 1) * labelCount);
  const rows = Array.from({ length }, (_, t) => Array.from(rowAt(t)));
  return { marginalError: found.error, marginals: rows };
}

function paths(
  { model }: Dataset,
  options: SumOptions,
  names: readonly string[] | undefined,
  k: number,
): Part {
  const find = model.hasPairs ? pairProbabilities(model) : pathProbabilities(model, options);
  return ({ lattice }) => ({
    paths: find(lattice, k).paths.map(({ score, labels, logProbability }) => ({
      score,
      logProbability: logProbability.value,
      labels: Array.from(labels),
      ...named(names, labels),
    })),
  });
}

/** score − ln Z of the best paths. */
function pairProbabilities(model: Model) {
  const decode = prepared(auto, model, {}, { areSumsChecked: true });
  return (lattice: Lattice, k: number) => {
    const { value } = pairLogPartition(pairLatticeOf(model, lattice));
    const found = decode(lattice, k).paths;
    return {
      paths: found.map((path) => ({ ...path, logProbability: { value: path.score - value } })),
    };
  };
}

/** Each sentence has random numbers of its own, so that `--limit` changes none. */
function draws(
  { model }: Dataset,
  names: readonly string[] | undefined,
  count: number,
  seed: number,
): Part {
  const sample = model.hasPairs
    ? (lattice: Lattice, count: number, random: () => number) =>
      pairSamples(pairLatticeOf(model, lattice), count, random)
    : pathSampler(model);
  return ({ lattice, sentence }) => {
    const random = new Random(seed, sentence);
    const found = sample(lattice, count, () => random.uniform());
    const samples = found.map((labels) => Array.from(labels));
    return names === undefined
      ? { samples }
      : { samples, sampleNames: samples.map((labels) => labels.map((label) => names[label]!)) };
  };
}
