/**
 * What constraints do to the best paths of a sample, and what they cost: the sample without the
 * paths that break BIO notation is compared with the one that has them all.
 *
 * @module
 */

import auto from "../../decoders/auto.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { constrain } from "../../decoders/probability/negative_log_likelihood.ts";
import type { BioScores } from "../../decoders/tagging/bio.ts";
import type { Variant } from "../../harness/decoders/load_decoder.ts";
import {
  pickSentences,
  rescored,
  type SequenceSample,
} from "../../harness/problems/sequence/sample.ts";
import { type LineOf, number, optional, text, word } from "../../harness/store/table.ts";
import { DECODER_COLUMNS } from "./_corpora.ts";
import { mean, resampled, total } from "./_resampled.ts";
import { timeRivals } from "./_rivals.ts";
import { blank } from "./contract.ts";

/** How many sentences are timed. */
const TIMED = 100;
/** What is timed: the control is the first again. */
const TIMED_PATHS = ["free", "free again", "bio"] as const;

/** Of a share of sentences or tokens, or a round of a decoder; what it is not about is empty. */
export const COLUMNS = {
  dataset: text,
  pack: text,
  labels: number,
  /** Pairs of labels that break the notation. */
  forbidden_pairs: number,
  sentences: number,
  tokens: number,
  quantity: word(
    "broken",
    "tokens changed",
    "tokens right",
    "sentences right",
    "tokens right where broken",
    "milliseconds",
  ),
  /** The paths that it is about. */
  paths: word("right", "free", "bio", "bio − free", "free again"),
  /** Milliseconds are of a sentence. */
  value: number,
  /** The ends of its interval; broken sentences are too few for one. */
  low: optional(number),
  high: optional(number),
  ...DECODER_COLUMNS,
  round: optional(number),
  sentence_edges: optional(number),
};

/** A line of the study. */
export type ConstraintsLine = LineOf<typeof COLUMNS>;

/** A number that was found. */
export type Finding = Pick<ConstraintsLine, "quantity" | "paths" | "value" | "low" | "high">;

/** The best paths of a sentence. */
interface Sentence {
  readonly gold: Int32Array;
  readonly free: Int32Array;
  readonly bio: Int32Array;
}

/** Compares paths of all sentences, and times decoders on the first ones. */
export async function compare(
  free: SequenceSample,
  rules: BioScores,
  variants: readonly Variant[],
  seed: number,
): Promise<ConstraintsLine[]> {
  const bio = constrained(free, rules);
  const factsOf = ({ lengths }: SequenceSample) => ({
    ...blank(COLUMNS),
    dataset: free.name,
    pack: free.hash,
    labels: free.size,
    forbidden_pairs: rules.transitions.filter((score) => score !== 0).length,
    sentences: lengths.length,
    tokens: total(lengths, Number),
  });
  const lines: ConstraintsLine[] = findings(free, bio, rules, seed)
    .map((found) => ({ ...factsOf(free), ...found }));
  const some = [...free.lengths.keys()].slice(0, TIMED);
  const samples = [free, free, bio].map((sample) => pickSentences(sample, some));
  const times = await timeRivals(samples, variants, 1, seed);
  return lines.concat(times.map(({ sample, sentence_ms: value, ...timed }) => ({
    ...factsOf(samples[sample]!),
    ...timed,
    quantity: "milliseconds",
    paths: TIMED_PATHS[sample]!,
    value,
  })));
}

/** The same sentences without the paths that break the notation. */
export function constrained(sample: SequenceSample, rules: BioScores): SequenceSample {
  const { model: free, lattices } = sample;
  const model = {
    ...free,
    transitions: free.transitions.map((score, i) => score + rules.transitions[i]!),
  };
  const first = [...rules.start.keys()].filter((label) => rules.start[label] === 0);
  return rescored(
    sample,
    model,
    lattices.map((lattice) =>
      constrain(lattice, model.labelCount, (t) => t === 0 ? first : undefined)
    ),
  );
}

/**
 * Shares of sentences and tokens, with intervals over sentences: paths that break the notation,
 * labels that are right and labels that the constraints change. Tokens whose right label training
 * has not seen are never right.
 */
export function findings(
  free: SequenceSample,
  bio: SequenceSample,
  rules: BioScores,
  seed: number,
): Finding[] {
  const best = ({ model, lattices }: SequenceSample) => {
    const decode = prepared(auto, model);
    return lattices.map((lattice) => decode(lattice).paths[0]!.labels);
  };
  const [freely, within] = [best(free), best(bio)];
  const sentences = freely.map((labels, i): Sentence => ({
    gold: free.gold![i]!,
    free: labels,
    bio: within[i]!,
  }));
  type Statistic = (some: readonly Sentence[]) => number;
  const over = (
    quantity: Finding["quantity"],
    statistics: Partial<Record<Finding["paths"], Statistic>>,
  ): Finding[] =>
    Object.entries(statistics).map(([paths, statistic]) => ({
      quantity,
      paths: paths as Finding["paths"],
      ...resampled(sentences, statistic, seed),
    }));
  /** Before and after, and the difference. */
  const compared = (
    quantity: Finding["quantity"],
    of: (some: readonly Sentence[], way: "free" | "bio") => number,
  ) =>
    over(quantity, {
      free: (some) => of(some, "free"),
      bio: (some) => of(some, "bio"),
      "bio − free": (some) => of(some, "bio") - of(some, "free"),
    });
  const breaks = (labels: Int32Array) => breaksNotation(labels, rules);
  const broken = (way: keyof Sentence): Statistic => (some) =>
    mean(some, (own) => Number(breaks(own[way])));
  const found = [
    ...over("broken", { right: broken("gold"), free: broken("free"), bio: broken("bio") }),
    ...over("tokens changed", { bio: (some) => 1 - agreement(some, "bio", "free") }),
    ...compared("tokens right", (some, way) => agreement(some, way, "gold")),
    ...compared(
      "sentences right",
      (some, way) => mean(some, (own) => Number(agreement([own], way, "gold") === 1)),
    ),
    ...compared(
      "tokens right where broken",
      (some, way) => agreement(some.filter((own) => breaks(own.free)), way, "gold"),
    ).map((one): Finding => ({ ...one, low: "", high: "" })),
  ];
  // Where no path breaks the notation there is nothing to say of such paths.
  return found.filter(({ value }) => !Number.isNaN(value));
}

/** Whether a path breaks the notation; an unknown label, −1, breaks nothing. */
export function breaksNotation(labels: Int32Array, { start, transitions }: BioScores): boolean {
  const labelCount = start.length;
  return labels.some((label, t) => {
    if (label < 0 || t > 0 && labels[t - 1]! < 0) return false;
    return (t === 0 ? start[label] : transitions[labels[t - 1]! * labelCount + label]) !== 0;
  });
}

/** Share of the tokens for which two paths have the same label; NaN for no token. */
function agreement(
  some: readonly Sentence[],
  one: keyof Sentence,
  other: keyof Sentence,
): number {
  const same = (own: Sentence) => own[one].filter((label, t) => label === own[other][t]).length;
  return total(some, same) / total(some, (own) => own[one].length);
}
