/**
 * What is measured of confidences: what a model says of sentences whose right labels are known, at
 * a temperature, and how well it tells what is right.
 *
 * @module
 */

import auto from "../../decoders/auto.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";
import posterior from "../../decoders/posterior.ts";
import { entropy } from "../../decoders/probability/entropy.ts";
import { exp, log } from "../../decoders/kernels/probability/exp.ts";
import { marginals } from "../../decoders/probability/log_partition.ts";
import { labelMargins, maxMarginals } from "../../decoders/probability/max_marginals.ts";
import { pathProbabilities } from "../../decoders/tagging/path_probabilities.ts";
import { Random } from "../../datasets/random.ts";
import { pickSentences, type SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { type LineOf, number, optional, text, word } from "../../harness/store/table.ts";
import { mean, total } from "../numbers/statistics.ts";
import {
  calibrationError,
  fitTemperature,
  type GoldLattices,
  heatedLattice,
  heatedModel,
  meanLoss,
  rankQuality,
  reliabilityBins,
} from "./_calibration.ts";
import { OF_DATASET, ofDataset } from "./_corpora.ts";
import { inParts, resampled } from "./_resampled.ts";
import { blank } from "./contract.ts";

/** Bins of a reliability diagram, and parts of the sentences by their entropy. */
const BINS = 15;
const DECILES = 10;
/** Numbers of best paths whose mass is added up. */
const BEST_PATHS = [1, 2, 5, 10, 100];
/** An entropy that may be off by more is computed again; figures have fewer digits than that. */
const TOO_MUCH = 1e-6;

/** What the scores are divided by. */
export const SCORES = ["as they are", "by temperature"] as const;

/** Of a number about the sentences of a dataset. */
export const COLUMNS = {
  ...OF_DATASET,
  scores: word(...SCORES),
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
  condition: text,
  /** Where it is on the axis of a chart. */
  at: optional(number),
  value: number,
  /** The ends of its interval. */
  low: optional(number),
  high: optional(number),
  /**
   * Tokens or sentences behind it; of halves, those whose right path has a score. Of a loss these
   * are tokens, as in the likelihood of both halves together; they were sentences before.
   */
  count: number,
};

/** A line of the study. */
export type ConfidenceLine = LineOf<typeof COLUMNS>;

/** A number that was found. */
type Finding =
  & Pick<ConfidenceLine, "quantity" | "condition" | "value" | "count">
  & Partial<Pick<ConfidenceLine, "at" | "low" | "high">>;

/** A sentence as one model sees it. */
type SeenSentence = ReturnType<ReturnType<typeof sentencesOf>>;

/**
 * Judges sentences with their scores as they are, and with temperatures that fit the other half.
 *
 * @throws UsageError if no right path of a half is known and allowed: nothing fits it
 */
export function judge(sample: SequenceSample, seed: number): ConfidenceLine[] {
  const { name, lattices } = sample;
  const facts = { ...blank(COLUMNS), ...ofDataset(sample) };
  // At random: every other sentence of a sample is one of middling length.
  const halfOf = new Random(seed).shuffle(new Int32Array(lattices.length).map((_, i) => i % 2));
  const golds = [0, 1].map((half) =>
    goldOf(sample, [...lattices.keys()].filter((i) => halfOf[i] === half))
  );
  if (golds.some(({ gold }) => gold.length === 0)) {
    throw new UsageError(`Cannot judge ${name}: a half has no right path that is allowed`);
  }
  const fitted = golds.toReversed().map(fitTemperature);
  return SCORES.flatMap((scores) => {
    const temperatures = scores === "as they are" ? [1, 1] : fitted;
    const looks = temperatures.map((temperature) => sentencesOf(sample, temperature));
    const seen = lattices.map((_, sentence) => looks[halfOf[sentence]!]!(sentence));
    const found = [
      ...golds.flatMap((own, i) => ofHalf(own, `half ${i + 1}`, temperatures[i]!)),
      ...findings(seen, seed),
    ];
    return found.map((one): ConfidenceLine => ({ ...facts, scores, ...one }));
  });
}

function ofHalf(own: GoldLattices, condition: string, temperature: number): Finding[] {
  const [sentences, tokens] = [own.lattices.length, total(own.lattices, ({ length }) => length)];
  return [
    { quantity: "temperature", condition, value: temperature, count: sentences },
    { quantity: "loss", condition, value: meanLoss(own, temperature), count: tokens },
  ];
}

/** Those of some sentences whose right paths are known and allowed. */
function goldOf(sample: SequenceSample, sentences: readonly number[]): GoldLattices {
  const { model, lattices, gold } = sample;
  const whole = sentences.filter((sentence) =>
    !gold![sentence]!.includes(-1) &&
    scorePath(model, lattices[sentence]!, gold![sentence]!) > -Infinity
  );
  const { lattices: own, gold: right } = pickSentences(sample, whole);
  return { model, lattices: own, gold: right! };
}

/**
 * Prepares to look at sentences of a sample at a temperature: all scores are divided by it. The
 * best path, its margins and what is right of it do not depend on that.
 *
 * Cost: block skipping for 100 paths and twice for margins, and six sums over paths.
 */
function sentencesOf({ model, lattices, gold }: SequenceSample, temperature: number) {
  const heated = temperature === 1 ? model : heatedModel(model, temperature);
  const decode = prepared(auto, model);
  const decodePosterior = prepared(posterior, heated);
  const margins = maxMarginals(model);
  const paths = pathProbabilities(heated);
  const [nodesOf, entropyOf] = [marginals(heated), pathEntropy(heated)];
  return (sentence: number) => {
    const own = lattices[sentence]!;
    const lattice = temperature === 1 ? own : heatedLattice(own, temperature);
    const right = gold![sentence]!;
    const { labels } = decode(own).paths[0]!;
    const { nodes } = nodesOf(lattice)!;
    const rights = (found: Int32Array) => Array.from(found, (label, t) => label === right[t]);
    const best = paths(lattice, BEST_PATHS.at(-1)!).paths;
    const masses = BEST_PATHS.map((k) =>
      total(best.slice(0, k), ({ logProbability: { value } }) => exp(value))
    );
    const rank = best.findIndex((path) => path.labels.every((label, t) => label === right[t]));
    return {
      /** Whether each label of the best path is right; labels that training never saw never are. */
      isRight: rights(labels),
      /** The same of the path by posterior decoding. */
      isRightByPosterior: rights(decodePosterior(lattice).paths[0]!.labels),
      /** Of each label of the best path: its marginal, … */
      marginals: Float64Array.from(labels, (label, t) => nodes[t * model.labelCount + label]!),
      /** … how far the path is ahead of the best one with another label there, … */
      margins: labelMargins(margins(own)!),
      /** … and minus the entropy of the marginals of its position, in nats. */
      certainties: certaintiesOf(nodes, model),
      /** Entropy of all paths, in nats a token. */
      entropy: entropyOf(lattice) / own.length,
      /** Σ p of the k best paths, for each of `BEST_PATHS`. */
      masses,
      /** Which of the paths is right, from 0; Infinity if none of the best ones is. */
      goldRank: rank < 0 ? Infinity : rank,
    };
  };
}

/** The entropy of all paths, without the edges of score 0 where that loses little. */
function pathEntropy(model: Model): (lattice: Lattice) => number {
  const sparse = entropy(model, { arithmetic: "exceptions" });
  let careful: typeof sparse | undefined;
  return (lattice) => {
    const { value, error } = sparse(lattice)!;
    return error <= TOO_MUCH ? value : (careful ??= entropy(model))(lattice)!.value;
  };
}

/** Σ_y p·ln p of each position. */
function certaintiesOf(nodes: Float64Array, { labelCount }: Model): Float64Array {
  const found = new Float64Array(nodes.length / labelCount);
  nodes.forEach((p, i) => {
    if (p > 0) found[Math.floor(i / labelCount)]! += p * log(p);
  });
  return found;
}

function findings(seen: readonly SeenSentence[], seed: number): Finding[] {
  const tokens = total(seen, ({ isRight }) => isRight.length);
  /** With the interval over sentences. */
  const over = (
    quantity: Finding["quantity"],
    condition: string,
    count: number,
    statistic: (some: readonly SeenSentence[]) => number,
  ): Finding => ({ quantity, condition, count, ...resampled(seen, statistic, seed) });
  const rights = (quantity: Finding["quantity"], count: number, share: typeof shareRight) => {
    const best = (some: readonly SeenSentence[]) => share(some, "isRight");
    const posterior = (some: readonly SeenSentence[]) => share(some, "isRightByPosterior");
    return [
      over(quantity, "best path", count, best),
      over(quantity, "posterior", count, posterior),
      over(quantity, "posterior − best path", count, (some) => posterior(some) - best(some)),
    ];
  };
  const binsOf = (some: readonly SeenSentence[]) =>
    reliabilityBins(tokensBy(some, "marginals"), BINS);
  const found = [
    over("calibration error", "marginals", tokens, (some) => calibrationError(binsOf(some))),
    ...binsOf(seen).map(({ tokens: count, confidence: at, accuracy: value }, i): Finding => ({
      quantity: "bin",
      condition: String(i),
      at,
      value,
      count,
    })),
    ...(["marginals", "margins", "certainties"] as const).map((by) =>
      over("rank quality", by, tokens, (some) => rankQuality(tokensBy(some, by)))
    ),
    ...deciles(seen),
    ...BEST_PATHS.flatMap((k, i) => [
      over("mass", String(k), seen.length, (some) => mean(some, ({ masses }) => masses[i]!)),
      over(
        "right among the best",
        String(k),
        seen.length,
        (some) => mean(some, ({ goldRank }) => Number(goldRank < k)),
      ),
    ]),
    ...rights("tokens right", tokens, shareRight),
    ...rights("sentences right", seen.length, shareWhole),
  ];
  // Where nothing is wrong there is nothing to rank.
  return found.filter(({ value }) => !Number.isNaN(value));
}

/** Sentences in order of their entropy a token, in parts of as many sentences each. */
function deciles(seen: readonly SeenSentence[]): Finding[] {
  const sorted = seen.toSorted((one, other) => one.entropy - other.entropy);
  return inParts(sorted, DECILES).map((own, d): Finding => ({
    quantity: "wrong by entropy",
    condition: String(d + 1),
    count: own.length,
    value: 1 - shareRight(own, "isRight"),
  }));
}

type Rights = "isRight" | "isRightByPosterior";

/** Share of the tokens that are right. */
function shareRight(seen: readonly SeenSentence[], which: Rights): number {
  return mean(seen.flatMap((sentence) => sentence[which]), Number);
}

/** Share of the sentences of which every token is right. */
function shareWhole(seen: readonly SeenSentence[], which: Rights): number {
  return mean(seen, (sentence) => Number(sentence[which].every((isRight) => isRight)));
}

function tokensBy(seen: readonly SeenSentence[], by: "marginals" | "margins" | "certainties") {
  return seen.flatMap((sentence) =>
    sentence.isRight.map((isRight, t) => ({ confidence: sentence[by][t]!, isRight }))
  );
}
