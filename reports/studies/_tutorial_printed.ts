/**
 * What the tutorial prints, written again from its formulas in float64: its logsumexp and forward
 * recursions, and its model, forward pass and Viterbi decoding of a padded batch.
 *
 * @module
 */

import type { PaddedBatch } from "../../datasets/batch.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { type Estimate, ROUNDOFF } from "../../decoders/probability/estimate.ts";
import { exp, log } from "../../decoders/kernels/probability/exp.ts";

/**
 * ln Σ e^q as the tutorial prints it, c + ln Σ e^(q − c) with c the largest q, and nothing besides:
 * a row of −∞ alone gives −∞ − (−∞), which is not a number. A NaN among the scores is the largest,
 * as in the tensor library that the tutorial uses.
 *
 * Source: the tutorial, "Implementation in log-space", `logsumexp`.
 */
export function printedLogsumexp(scores: Float64Array): number {
  let most = -Infinity;
  for (const score of scores) if (score > most || Number.isNaN(score)) most = score;
  let sum = 0;
  for (const score of scores) sum += exp(score - most);
  return most + log(sum);
}

/** The logarithm ln Σ e^q as the recursion has it, without the shift: e^q may be 0 or ∞. */
export function plainLogsumexp(scores: Float64Array): number {
  let sum = 0;
  for (const score of scores) sum += exp(score);
  return log(sum);
}

/**
 * What one ln Σ e^q of `count` terms adds to the error of its terms. The terms are sums of three
 * scores of at most `magnitude`, each rounded; `exp` and `log` are off by few units in the last
 * place, the sum by `count` of them, and the largest is added again (`PROOFS.md` in
 * `decoders/probability`, sums in logarithms).
 */
export function logSumError(magnitude: number, count: number): number {
  return ROUNDOFF * (8 * magnitude + 2 * count + 40);
}

/** The largest magnitude of finite numbers so far. */
export function largerMagnitude(most: number, score: number): number {
  const magnitude = Math.abs(score);
  return magnitude > most && magnitude !== Infinity ? magnitude : most;
}

/** ln Σ e^q of some scores. */
export type LogSum = (scores: Float64Array) => number;

/**
 * ln Z by α, which sums over the emissions of the position before, or by α̂, which has those of its
 * own position in it:
 *
 *     α_t(y) = ln Σ_x e^( n_t(x) + e(x, y) + α_{t−1}(x) ),   Z = Σ_y e^( n_T(y) + α_{T−1}(y) ),
 *     α̂_t(y) = ln Σ_x e^( n_t(y) + e(x, y) + α̂_{t−1}(x) ),  Z = Σ_y e^α̂_T(y).
 *
 * The error is that of sums in logarithms with a shift. Cost: (T−1)·L² exponentials.
 *
 * Source: the tutorial, “Implementation in log-space” for α, “Forward Belief Propagation” for α̂.
 */
export function forwardRecursion(
  { labelCount, transitions }: Model,
  { length, emissions }: Lattice,
  form: "alpha" | "alpha-hat",
  logSum: LogSum,
): Estimate {
  const isOwn = form === "alpha-hat";
  let alpha = isOwn ? emissions.slice(0, labelCount) : new Float64Array(labelCount);
  const terms = new Float64Array(labelCount);
  let error = 0;
  for (let t = 1; t < length; t++) {
    const next = new Float64Array(labelCount);
    let magnitude = 0;
    for (let y = 0; y < labelCount; y++) {
      for (let x = 0; x < labelCount; x++) {
        const node = emissions[isOwn ? t * labelCount + y : (t - 1) * labelCount + x]!;
        terms[x] = node + transitions[x * labelCount + y]! + alpha[x]!;
        magnitude = largerMagnitude(magnitude, terms[x]!);
      }
      next[y] = logSum(terms);
    }
    error += logSumError(magnitude, labelCount);
    alpha = next;
  }
  const last = (length - 1) * labelCount;
  const end = isOwn ? alpha : alpha.map((sum, y) => sum + emissions[last + y]!);
  const value = logSum(end);
  return { value, error: error + logSumError(end.reduce(largerMagnitude, 0), labelCount) };
}

/** What the tutorial writes for “not possible”. */
export const PRINTED_FORBIDDEN = -10_000;

/** A model with a ROOT and an EOS. */
export type PrintedModel = ReturnType<typeof printedModel>;

/** Scores of beginning and of ending with each label, L numbers each. */
export interface Ends {
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/**
 * The model as the tutorial sets it up: transitions to ROOT and from EOS are forbidden, and so are
 * the two at every position; −10,000 stands for it.
 *
 * @param ends all 0 if they are not given, as where they are folded into the first and last row
 * @param forbidden what stands for “not possible” instead
 */
export function printedModel(
  { labelCount, transitions }: Model,
  ends?: Ends,
  forbidden = PRINTED_FORBIDDEN,
) {
  const size = labelCount + 2;
  const [root, end] = [labelCount, labelCount + 1];
  const all = new Float64Array(size * size);
  for (let x = 0; x < labelCount; x++) {
    all.set(transitions.subarray(x * labelCount, (x + 1) * labelCount), x * size);
    all[root * size + x] = ends?.start[x] ?? 0;
    all[x * size + end] = ends?.end[x] ?? 0;
  }
  for (let x = 0; x < size; x++) {
    all[x * size + root] = forbidden;
    all[end * size + x] = forbidden;
  }
  return {
    /** Labels with those of the two ends, L + 2. */
    labelCount: size,
    /** L: the label before the first. */
    root,
    /** L + 1: the label after the last. */
    end,
    /** (L + 2)×(L + 2), row = previous label. */
    transitions: all,
    /** Score of ROOT and EOS at a position. */
    forbidden,
  };
}

/** The emissions of a padded batch with those of ROOT and EOS beside them: B×T×(L + 2). */
export function printedFeatures(
  { labelCount, forbidden }: PrintedModel,
  { emissions, shape: [size, width] }: PaddedBatch,
): Float64Array {
  const own = labelCount - 2;
  const features = new Float64Array(size * width * labelCount).fill(forbidden);
  for (let row = 0; row < size * width; row++) {
    features.set(emissions.subarray(row * own, (row + 1) * own), row * labelCount);
  }
  return features;
}

/**
 * ln Z of each sentence of a batch as the tutorial prints it: the recursion goes on to the end of
 * the longest sentence, and where a sentence has ended the new sums are multiplied by 0, the old
 * ones by 1, and both are added. In float64, where the tutorial has float32.
 *
 * Cost: B·(T − 1)·(L + 2)² exponentials, T the longest length: pads cost as much as positions.
 *
 * Source: the tutorial, "Forward Belief Propagation", `forward_belief_propagation`.
 */
export function printedForward(printed: PrintedModel, batch: PaddedBatch): Float64Array {
  const { labelCount, root, end, transitions } = printed;
  const { mask, shape: [size, width] } = batch;
  const features = printedFeatures(printed, batch);
  const terms = new Float64Array(labelCount);
  return Float64Array.from({ length: size }, (_, sentence) => {
    const first = sentence * width;
    let alpha = new Float64Array(labelCount);
    for (let y = 0; y < labelCount; y++) {
      alpha[y] = transitions[root * labelCount + y]! + features[first * labelCount + y]!;
    }
    for (let t = 1; t < width; t++) {
      const row = (first + t) * labelCount;
      const isThere = mask[first + t]!;
      const next = new Float64Array(labelCount);
      for (let y = 0; y < labelCount; y++) {
        for (let x = 0; x < labelCount; x++) {
          terms[x] = features[row + y]! + transitions[x * labelCount + y]! + alpha[x]!;
        }
        next[y] = printedLogsumexp(terms) * isThere + alpha[y]! * (1 - isThere);
      }
      alpha = next;
    }
    return printedLogsumexp(alpha.map((sum, y) => sum + transitions[y * labelCount + end]!));
  });
}

/**
 * Decodes a batch as the tutorial prints it. Which sentences end is told by lengths, but their
 * variables are taken from the end of those that are left, and the answers are stored from the
 * last place on: right if lengths descend, and only then for sure.
 *
 * Source: the tutorial, "Viterbi Decoding", `viterbi_decode`.
 *
 * @param lengths positions of each sentence, 0 to T
 */
export function printedViterbi(
  printed: PrintedModel,
  batch: PaddedBatch,
  lengths: readonly number[],
) {
  const { labelCount } = printed;
  const [size, width] = batch.shape;
  const { ends, back } = forward(printed, batch, lengths);
  ends.reverse();
  const paths = ends.map(() => new Int32Array(width + 1));
  ends.forEach((label, sentence) => paths[sentence]![lengths[sentence]!] = label);
  const labels: number[] = [];
  for (let t = width - 1; t >= 0; t--) {
    for (let i = lengths.filter((length) => length - 1 === t).length; i > 0; i--) {
      labels.push(paths[labels.length]![t + 1]!);
    }
    labels.forEach((label, sentence) => {
      const before = back[(sentence * width + t) * labelCount + label]!;
      paths[sentence]![t] = labels[sentence] = before;
    });
  }
  return Array.from({ length: size }, (_, sentence) => ({
    /** As many labels as the longest sentence has; those after its end are 0. */
    labels: paths[sentence]!.subarray(1),
    /** Whether what was found before the first label is ROOT, which the tutorial asserts. */
    isRooted: paths[sentence]![0] === printed.root,
  }));
}

/** Best prefixes, position by position: the last labels, and the label before each. */
function forward(printed: PrintedModel, batch: PaddedBatch, lengths: readonly number[]) {
  const { labelCount, root, end, transitions, forbidden } = printed;
  const [size, width] = batch.shape;
  const features = printedFeatures(printed, batch);
  const back = new Int32Array(size * width * labelCount);
  const ends: number[] = [];
  let left = size;
  let best = new Float64Array(size * labelCount).fill(forbidden);
  for (let sentence = 0; sentence < size; sentence++) best[sentence * labelCount + root] = 0;
  for (let t = 0; t <= width; t++) {
    const ending = lengths.filter((length) => length === t).length;
    for (let sentence = left - 1; sentence >= left - ending; sentence--) {
      const row = sentence * labelCount;
      const scoreOf = (x: number) => best[row + x]! + transitions[x * labelCount + end]!;
      ends.push(bestOf(labelCount, scoreOf).label);
    }
    left -= ending;
    if (t === width) break;
    const next = new Float64Array(best.length);
    for (let sentence = 0; sentence < size; sentence++) {
      const [row, at] = [sentence * labelCount, (sentence * width + t) * labelCount];
      for (let y = 0; y < labelCount; y++) {
        const scoreOf = (x: number) => best[row + x]! + transitions[x * labelCount + y]!;
        const { label, score } = bestOf(labelCount, scoreOf);
        next[row + y] = score + features[at + y]!;
        back[at + y] = label;
      }
    }
    best = next;
  }
  return { ends, back };
}

/** The first of the best labels, and its score. */
export function bestOf(labelCount: number, scoreOf: (label: number) => number) {
  let [label, score] = [0, scoreOf(0)];
  for (let x = 1; x < labelCount; x++) {
    const other = scoreOf(x);
    if (other > score) [label, score] = [x, other];
  }
  return { label, score };
}
