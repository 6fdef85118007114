/**
 * A sample whose paths cannot break BIO notation, and what that does to the best ones.
 *
 * @module
 */

import auto from "../../decoders/auto.ts";
import { prepared } from "../../decoders/chain/prepared.ts";
import { constrain } from "../../decoders/probability/constrain.ts";
import type { BioScores } from "../../decoders/tagging/bio.ts";
import { rescored, type SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { resampled } from "./_resampled.ts";

/** Shares that are found. */
export const QUANTITIES = [
  "broken",
  "tokens changed",
  "tokens right",
  "sentences right",
  "tokens right where broken",
] as const;
/** The paths that they are about. */
export const PATHS = ["right", "free", "bio", "bio − free"] as const;

/** A number that was found; broken sentences are too few for an interval. */
export interface Finding {
  readonly quantity: typeof QUANTITIES[number];
  /** Which paths it is about. */
  readonly paths: typeof PATHS[number];
  readonly value: number;
  readonly low: number | "";
  readonly high: number | "";
}

/** The best paths of a sentence. */
interface Sentence {
  readonly gold: Int32Array;
  readonly free: Int32Array;
  readonly bio: Int32Array;
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
  const over = (
    quantity: Finding["quantity"],
    paths: Finding["paths"],
    statistic: (some: readonly Sentence[]) => number,
  ): Finding => ({
    quantity,
    paths,
    ...resampled(
      sentences.length,
      (indices) => statistic(indices.map((i) => sentences[i]!)),
      seed,
    ),
  });
  const ways = ["free", "bio"] as const;
  const breaks = (labels: Int32Array) => breaksNotation(labels, rules);
  const compared = (
    quantity: Finding["quantity"],
    statistic: (some: readonly Sentence[], way: typeof ways[number]) => number,
  ) => [
    ...ways.map((way) => over(quantity, way, (some) => statistic(some, way))),
    over(quantity, "bio − free", (some) => statistic(some, "bio") - statistic(some, "free")),
  ];
  const found = [
    over("broken", "right", (some) => mean(some, ({ gold }) => Number(breaks(gold)))),
    ...ways.map((way) =>
      over("broken", way, (some) => mean(some, (own) => Number(breaks(own[way]))))
    ),
    over("tokens changed", "bio", (some) => 1 - agreement(some, "bio", "free")),
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
  let [same, tokens] = [0, 0];
  for (const own of some) {
    own[one].forEach((label, t) => same += Number(label === own[other][t]));
    tokens += own[one].length;
  }
  return same / tokens;
}

function mean<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0) / items.length;
}
