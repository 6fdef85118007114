/**
 * How far to trust a tagger's confidence.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { listRealDatasets, resolveDataset } from "../../harness/problems/sequence/discover.ts";
import {
  pickSentences,
  type SequenceSample,
  takeSample,
} from "../../harness/problems/sequence/sample.ts";
import { scorePath } from "../../decoders/lattice.ts";
import {
  calibrationError,
  type JudgedToken,
  rankQuality,
  reliabilityBins,
} from "./_calibration.ts";
import { BEST_PATHS, type SeenSentence, sentencesOf } from "./_confident_tokens.ts";
import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import { hash } from "./_corpora.ts";
import { type Interval, resampled } from "./_resampled.ts";
import { fitTemperature, meanLoss } from "./_temperature.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import {
  type Field,
  type LineOf,
  number,
  optional,
  text,
  word,
} from "../../harness/store/table.ts";

/** Sentences of a dataset, and of one with many labels. */
const SENTENCES = 400;
const FEW = 48;
const MANY_LABELS = 1000;
/** With fewer, a half may have nothing that is wrong. */
const LEAST = 20;
/** Bins of a reliability diagram, and parts of the sentences by their entropy. */
const BINS = 15;
const DECILES = 10;
/** What the scores are divided by. */
type Scores = "as they are" | "by temperature";

const COLUMNS = {
  dataset: text,
  pack: text,
  labels: number,
  sentences: number,
  tokens: number,
  scores: word<Scores>("as they are", "by temperature"),
  quantity: word(
    "temperature",
    "loss",
    "calibration error",
    "bin",
    "rank quality",
    "mass",
    "right among the best",
    "wrong by entropy",
    "tokens right",
    "sentences right",
  ),
  condition: text as Field<string | number>,
  /** Where it is on the axis of a chart. */
  at: optional(number),
  value: number,
  /** The ends of its interval. */
  low: optional(number),
  high: optional(number),
  /** Tokens or sentences behind it. */
  count: number,
};

/** A number about the sentences of a dataset. */
export type ConfidenceLine = LineOf<typeof COLUMNS>;

/** Confidences of real tasks whose right labels are known; no times. */
const confidence: Runner<ConfidenceLine> = {
  name: "confidence",
  meaning: "marginals, margins, entropy and k best paths: do they tell what is right?",
  columns: Object.keys(COLUMNS),
  cells,
};
export default confidence;

async function cells(
  { datasets, sentences, seed }: StudySettings,
  sources: string,
): Promise<StudyCell<ConfidenceLine>[]> {
  const cells: StudyCell<ConfidenceLine>[] = [];
  for (const asked of datasets ?? (await listRealDatasets()).filter(isChain)) {
    const { name, open } = await resolveDataset(asked);
    const { hash: pack, model, gold } = (await open(sentences ?? SENTENCES, seed)).task;
    if (gold === undefined) throw new UsageError(`Cannot judge ${name}: it has no right labels`);
    const count = sentences ?? (model.labelCount < MANY_LABELS ? SENTENCES : FEW);
    if (count < LEAST) {
      throw new UsageError(`Cannot judge ${name} by ${count} sentences: ${LEAST} at least`);
    }
    cells.push({
      key: hash([sources, name, pack, count, seed]),
      title: `${name}: ${count} sentences`,
      run: async () => judge(takeSample(await open(count, seed), count), pack, seed),
    });
  }
  return cells;
}

/** A factorial task has labels that are pairs, from two taggers. */
function isChain(name: string): boolean {
  return !name.includes("factorial");
}

function judge(sample: SequenceSample, pack: string, seed: number): ConfidenceLine[] {
  const { name, model, lattices, lengths } = sample;
  const facts = {
    dataset: name,
    pack,
    labels: model.labelCount,
    sentences: lattices.length,
    tokens: lengths.reduce((sum, length) => sum + length, 0),
  };
  const lines: ConfidenceLine[] = [];
  const halfOf = halvesOf(lattices.length, seed);
  const halves = [0, 1].map((half) => [...lattices.keys()].filter((i) => halfOf[i] === half));
  // The temperature of a half is fitted on the other one.
  const temperatures = halves.toReversed().map((half) => fitTemperature(goldOf(sample, half)));
  const temperatureOf = (scores: Scores, half: number) =>
    scores === "as they are" ? 1 : temperatures[half]!;
  for (const scores of ["as they are", "by temperature"] as const) {
    const looks = halves.map((_, half) => sentencesOf(sample, temperatureOf(scores, half)));
    const seen = lattices.map((_, sentence) => looks[halfOf[sentence]!]!(sentence));
    const losses = halves.map((half, i) =>
      meanLoss(goldOf(sample, half), temperatureOf(scores, i))
    );
    const found = [
      ...halves.map((half, i): Finding => ({
        ...{ quantity: "temperature", condition: `half ${i + 1}`, count: half.length },
        value: temperatureOf(scores, i),
      })),
      ...losses.map((value, i): Finding => ({
        ...{ quantity: "loss", condition: `half ${i + 1}`, value, count: halves[i]!.length },
      })),
      ...findings(seen, seed),
    ];
    for (const one of found) {
      lines.push({ ...facts, scores, at: "", low: "", high: "", ...one });
    }
  }
  return lines;
}

/**
 * 0 or 1 for each sentence, as many of both, at random: every other sentence of a sample is one of
 * middling length.
 */
function halvesOf(sentences: number, seed: number): Int32Array {
  return new Random(seed).shuffle(new Int32Array(sentences).map((_, i) => i % 2));
}

/** A number that was found. */
type Finding =
  & Pick<ConfidenceLine, "quantity" | "condition" | "value" | "count">
  & Partial<Pick<ConfidenceLine, "at" | "low" | "high">>;

/** Those of some sentences whose right paths are known and allowed. */
function goldOf(sample: SequenceSample, sentences: readonly number[]) {
  const { model, lattices, gold } = sample;
  const whole = sentences.filter((sentence) =>
    !gold![sentence]!.includes(-1) &&
    scorePath(model, lattices[sentence]!, gold![sentence]!) > -Infinity
  );
  const { lattices: own, gold: right } = pickSentences(sample, whole);
  return { model, lattices: own, gold: right! };
}

function findings(seen: readonly SeenSentence[], seed: number): Finding[] {
  const over = (statistic: (some: readonly SeenSentence[]) => number) =>
    resampled(seen.length, (indices) => statistic(indices.map((i) => seen[i]!)), seed);
  const tokens = seen.reduce((sum, { isRight }) => sum + isRight.length, 0);
  const bins = reliabilityBins(tokensBy(seen, "marginals"), BINS);
  return [
    {
      ...{ quantity: "calibration error", condition: "marginals", count: tokens },
      ...over((some) => calibrationError(reliabilityBins(tokensBy(some, "marginals"), BINS))),
    },
    ...bins.map(({ tokens, confidence, accuracy }, i): Finding => ({
      ...{ quantity: "bin", condition: i, at: confidence, value: accuracy, count: tokens },
    })),
    ...(["marginals", "margins", "certainties"] as const).map((by): Finding => ({
      ...{ quantity: "rank quality", condition: by, count: tokens },
      ...over((some) => rankQuality(tokensBy(some, by))),
    })),
    ...deciles(seen),
    ...BEST_PATHS.flatMap((k, i): Finding[] => [
      {
        ...{ quantity: "mass", condition: k, count: seen.length },
        ...over((some) => mean(some, ({ masses }) => masses[i]!)),
      },
      {
        ...{ quantity: "right among the best", condition: k, count: seen.length },
        ...over((some) => mean(some, ({ goldRank }) => Number(goldRank < k))),
      },
    ]),
    ...accuracies(seen, tokens, over),
  ];
}

/** Sentences in order of their entropy a token, in parts of as many sentences each. */
function deciles(seen: readonly SeenSentence[]): Finding[] {
  const sorted = seen.toSorted((one, other) => one.entropy - other.entropy);
  return Array.from({ length: DECILES }, (_, d): Finding => {
    const part = (i: number) => Math.floor(i * sorted.length / DECILES);
    const own = sorted.slice(part(d), part(d + 1));
    return {
      ...{ quantity: "wrong by entropy", condition: d + 1, count: own.length },
      at: mean(own, ({ entropy }) => entropy),
      value: 1 - shareRight(own, "isRight"),
    };
  }).filter(({ count }) => count > 0);
}

/** Of the best path, of posterior decoding, and the difference on the same sentences. */
function accuracies(
  seen: readonly SeenSentence[],
  tokens: number,
  over: (statistic: (some: readonly SeenSentence[]) => number) => Interval,
): Finding[] {
  const shares = [
    { quantity: "tokens right", share: shareRight, count: tokens },
    { quantity: "sentences right", share: shareWhole, count: seen.length },
  ] as const;
  return shares.flatMap(({ share, ...common }): Finding[] => {
    return [
      { ...common, condition: "best path", ...over((some) => share(some, "isRight")) },
      { ...common, condition: "posterior", ...over((some) => share(some, "isRightByPosterior")) },
      {
        ...{ ...common, condition: "posterior − best path" },
        ...over((some) => share(some, "isRightByPosterior") - share(some, "isRight")),
      },
    ];
  });
}

type Rights = "isRight" | "isRightByPosterior";

/** Share of the tokens that are right. */
function shareRight(seen: readonly SeenSentence[], which: Rights): number {
  const rights = seen.flatMap((sentence) => sentence[which]);
  return mean(rights, Number);
}

/** Share of the sentences of which every token is right. */
function shareWhole(seen: readonly SeenSentence[], which: Rights): number {
  return mean(seen, (sentence) => Number(sentence[which].every((isRight) => isRight)));
}

function tokensBy(
  seen: readonly SeenSentence[],
  by: "marginals" | "margins" | "certainties",
): JudgedToken[] {
  return seen.flatMap((sentence) =>
    sentence.isRight.map((isRight, t) => ({ confidence: sentence[by][t]!, isRight }))
  );
}

function mean<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0) / items.length;
}
