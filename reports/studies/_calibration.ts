/**
 * How well confidences tell what is right, from tokens whose right labels are known; and
 * temperatures: scores divided by a number, so that their softmax is as sure as it ought to be.
 *
 * @module
 */

import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";
import { exp } from "../../decoders/kernels/probability/exp.ts";
import { logPartition } from "../../decoders/probability/log_partition.ts";
import { mean, total } from "../numbers/statistics.ts";
import { inParts } from "./_resampled.ts";

/** Steps of ln τ downhill from 0, and how many are taken at most. */
const STEP = 1;
const MOST_STEPS = 7;
/** The search ends when its interval of ln τ is shorter than this. */
const CLOSE = 1 / 64;
/** What a step of the golden-section search keeps of the interval. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** A chosen label. */
export interface JudgedToken {
  /** How sure the tagger is of it; more is surer. */
  readonly confidence: number;
  /** Whether it is the right one. */
  readonly isRight: boolean;
}

/**
 * Tokens in order of their confidence, cut into bins of as many tokens each, but for one: bins of
 * equal width would be almost empty where a tagger is nearly always sure. Ties stay in the order in
 * which they come.
 *
 * @param count bins at most; fewer tokens make fewer
 */
export function reliabilityBins(tokens: readonly JudgedToken[], count: number) {
  const sorted = tokens.toSorted((one, other) => one.confidence - other.confidence);
  return inParts(sorted, count).map((own) => ({
    tokens: own.length,
    /** Mean confidence. */
    confidence: mean(own, ({ confidence }) => confidence),
    /** Share of the tokens that are right. */
    accuracy: mean(own, ({ isRight }) => Number(isRight)),
  }));
}

/**
 * Expected calibration error: Σ_b n_b/n·|accuracy_b − confidence_b| over bins.
 *
 * Source: Naeini, Cooper and Hauskrecht 2015; bins of equal mass as in Nguyen and O'Connor 2015.
 */
export function calibrationError(bins: ReturnType<typeof reliabilityBins>): number {
  const all = total(bins, ({ tokens }) => tokens);
  return total(bins, (bin) => bin.tokens / all * Math.abs(bin.accuracy - bin.confidence));
}

/**
 * The probability that a right token has more confidence than a wrong one, a tie counting one half:
 * the area under the ROC curve. It compares confidences that are no probabilities.
 *
 * AUC = (R − n₁(n₁ + 1)/2) / (n₁·n₀), R the sum of the ranks of the n₁ right ones, ties sharing
 * their mean rank.
 *
 * @returns NaN if none is right, or none wrong
 *
 * Source: Hanley and McNeil 1982.
 */
export function rankQuality(tokens: readonly JudgedToken[]): number {
  const sorted = tokens.toSorted((one, other) => one.confidence - other.confidence);
  let [ranks, right] = [0, 0];
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to]!.confidence === sorted[from]!.confidence) to++;
    const own = sorted.slice(from, to).filter(({ isRight }) => isRight).length;
    right += own;
    // Ranks are from + 1 to `to`.
    ranks += own * (from + 1 + to) / 2;
  }
  const wrong = sorted.length - right;
  return (ranks - right * (right + 1) / 2) / (right * wrong);
}

/** Lattices with the paths that are right. */
export interface GoldLattices {
  readonly model: Model;
  readonly lattices: readonly Lattice[];
  /** One for each; finite scores along each path. */
  readonly gold: readonly Int32Array[];
}

/** A model whose scores are divided by a temperature. */
export function heatedModel(model: Model, temperature: number): Model {
  return {
    ...model,
    transitions: model.transitions.map((score) => score / temperature),
    exactSums: false,
    float32Exact: false,
  };
}

/** A lattice whose scores are divided by a temperature. */
export function heatedLattice(lattice: Lattice, temperature: number): Lattice {
  return { ...lattice, emissions: lattice.emissions.map((score) => score / temperature) };
}

/**
 * The temperature τ that makes the right paths most probable: the least Σ ln Z(scores/τ) −
 * score(gold)/τ.
 *
 * In 1/τ this is convex, a log-partition less a linear function, so that it has one valley in ln τ
 * as well: steps from τ = 1 go downhill until the loss rises, and golden-section search closes in
 * on the ground. Colder scores underflow and are slow to add up, so that none is tried far below
 * the ground. What is found is between e^−8 and e^8, even if the loss falls for ever, as it does
 * for sentences that are all decoded right; where it rounds to 0 it falls no further.
 *
 * Cost: about 16 log-partitions of every lattice.
 *
 * Source: Guo et al. 2017, for softmax classifiers; Kiefer 1953 for the search.
 */
export function fitTemperature(given: GoldLattices): number {
  const loss = (logarithm: number) => meanLoss(given, exp(logarithm));
  let [low, high] = bracket(loss);
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atLeft, atRight] = [loss(left), loss(right)];
  while (high - low > CLOSE) {
    if (atLeft <= atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = loss(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = loss(right);
    }
  }
  return exp((low + high) / 2);
}

/** An interval with the ground of a valley in it, or its end that is nearer to it. */
function bracket(loss: (logarithm: number) => number): [low: number, high: number] {
  const ground = loss(0);
  for (const step of [STEP, -STEP]) {
    let [at, here, next] = [0, ground, loss(step)];
    for (; next < here && Math.abs(at) < MOST_STEPS * STEP; next = loss(at + step)) {
      [at, here] = [at + step, next];
    }
    if (at !== 0) return [at - STEP, at + STEP];
  }
  return [-STEP, STEP];
}

/** −ln p(gold) at a temperature, in nats a token. */
export function meanLoss({ model, lattices, gold }: GoldLattices, temperature: number): number {
  const partition = logPartition(heatedModel(model, temperature));
  let [loss, tokens] = [0, 0];
  lattices.forEach((lattice, i) => {
    const score = scorePath(model, lattice, gold[i]!) / temperature;
    loss += partition(heatedLattice(lattice, temperature)).value - score;
    tokens += lattice.length;
  });
  return loss / tokens;
}
