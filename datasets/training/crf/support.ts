/**
 * Which weights a chain CRF has, those of what training has seen, and what it can be trained on.
 *
 * @module
 */

import { largestMagnitude } from "../../../decoders/lattice.ts";
import {
  type EncodedCorpus,
  IntList,
  type LinearModel,
  roundedRows,
  UNKNOWN_LABEL,
} from "../../linear_model.ts";

/** Weights are rounded to multiples of 2^−10: 16 bits hold them up to 32. */
const UNIT_EXPONENT = 10;
/** Rounding a weight may change its product with a value by this at most. */
const MOST_CHANGE = 2 ** -5;
/** Squares of larger values might overflow where they are added up. */
const LARGEST_VALUE = 1e100;

/**
 * The weights of a chain CRF, numbered: first those of features, row by row, then those of label
 * pairs. All others are 0 for good.
 */
export interface Support {
  /** L, the number of labels. */
  readonly labelCount: number;
  /** The weights of feature f are `offsets[f]` up to `offsets[f + 1]`. */
  readonly offsets: Int32Array;
  /** The label of each weight of a feature; those of a feature ascend. */
  readonly labels: Int32Array;
  /** The label pairs x·L + y of the other weights, ascending. */
  readonly pairs: Int32Array;
}

/** The number of weights. */
export function weightCount({ labels, pairs }: Support): number {
  return labels.length + pairs.length;
}

/**
 * The pairs of a feature and a label, and of two labels, that occur in a corpus. What does not
 * occur would only be pushed down: leaving it out keeps the model small, at the price of a little
 * likelihood (CRFsuite does the same unless it is asked for more, but drops features whose values
 * add up to less than 0). An unknown label does not occur.
 *
 * Cost: linear in the features that fire.
 */
export function seenSupport(
  corpus: EncodedCorpus,
  labelCount: number,
  featureCount: number,
): Support {
  return {
    labelCount,
    ...seenLabels(corpus, labelCount, featureCount),
    pairs: seenPairs(corpus, labelCount),
  };
}

/**
 * About the second derivative of the negative log-likelihood in each weight, in the order of the
 * weights: Σ of the squared values of its feature, or how often the first label of its pair occurs.
 *
 * The derivative is Σ value²·p·(1 − p), at most a quarter; but features that fire together move a
 * score together. Only the first step of L-BFGS depends on it. Cost: the features that fire.
 */
export function curvatures(corpus: EncodedCorpus, support: Support): Float64Array {
  const { features, values, labels: seen } = corpus;
  const { labelCount, offsets, labels, pairs } = support;
  const ofFeature = new Float64Array(offsets.length - 1);
  features.forEach((feature, i) =>
    ofFeature[feature]! += values === undefined ? 1 : values[i]! ** 2
  );
  const ofLabel = new Float64Array(labelCount);
  for (const label of seen) if (label !== UNKNOWN_LABEL) ofLabel[label]!++;
  const found = new Float64Array(weightCount(support));
  ofFeature.forEach((sum, feature) => found.fill(sum, offsets[feature], offsets[feature + 1]));
  pairs.forEach((pair, i) => found[labels.length + i] = ofLabel[Math.floor(pair / labelCount)]!);
  return found;
}

/** The labels of each feature. */
function seenLabels(
  { features, featureOffsets, labels }: EncodedCorpus,
  labelCount: number,
  featureCount: number,
): Pick<Support, "offsets" | "labels"> {
  const visit = (see: (feature: number, label: number) => void) =>
    labels.forEach((label, p) => {
      if (label === UNKNOWN_LABEL) return;
      for (let i = featureOffsets[p]!; i < featureOffsets[p + 1]!; i++) see(features[i]!, label);
    });
  const starts = new Int32Array(featureCount + 1);
  visit((feature) => starts[feature + 1]!++);
  for (let f = 0; f < featureCount; f++) starts[f + 1]! += starts[f]!;
  const seen = new Int32Array(features.length);
  const ends = starts.slice();
  visit((feature, label) => seen[ends[feature]!++] = label);
  const offsets = new Int32Array(featureCount + 1);
  const found = new IntList();
  /** The last feature, counted from 1, that a label was seen with. */
  const last = new Int32Array(labelCount);
  for (let f = 0; f < featureCount; f++) {
    const ofFeature: number[] = [];
    for (let i = starts[f]!; i < starts[f + 1]!; i++) {
      const label = seen[i]!;
      if (last[label] === f + 1) continue;
      last[label] = f + 1;
      ofFeature.push(label);
    }
    ofFeature.sort((a, b) => a - b);
    for (const label of ofFeature) found.push(label);
    offsets[f + 1] = found.length;
  }
  return { offsets, labels: found.toArray() };
}

function seenPairs({ lengths, labels }: EncodedCorpus, labelCount: number): Int32Array {
  const seen = new Set<number>();
  let start = 0;
  for (const length of lengths) {
    for (let t = start + 1; t < start + length; t++) {
      const [previous, label] = [labels[t - 1]!, labels[t]!];
      if (previous === UNKNOWN_LABEL || label === UNKNOWN_LABEL) continue;
      seen.add(previous * labelCount + label);
    }
    start += length;
  }
  return Int32Array.from(seen).sort();
}

/**
 * The weights as a model in units of 2^−10, to the nearest; halves go up. Where features have
 * values above 1 the unit is finer by as much, as far as 32 bits hold the weights.
 *
 * @param largestValue of a feature
 * @throws RangeError for a value that is too large for such weights
 */
export function linearModel(
  support: Support,
  weights: Float64Array,
  largestValue = 1,
): LinearModel {
  const { labelCount, offsets, labels, pairs } = support;
  const largest = largestMagnitude(weights);
  let unitExponent = UNIT_EXPONENT;
  while (2 ** (unitExponent - UNIT_EXPONENT) < largestValue) {
    if (largest * 2 ** (unitExponent + 1) > 2 ** 31 - 1) break;
    unitExponent++;
  }
  if (largestValue * 2 ** -unitExponent / 2 > MOST_CHANGE) {
    throw new RangeError(
      `Cannot hold weights up to ${largest} for values up to ${largestValue} in 32 bits: ` +
        "divide the values by a constant",
    );
  }
  const starts = new Int32Array(labelCount + 1);
  for (const pair of pairs) starts[Math.floor(pair / labelCount) + 1]!++;
  for (let x = 0; x < labelCount; x++) starts[x + 1]! += starts[x]!;
  const ofPairs = {
    offsets: starts,
    columns: pairs.map((pair) => pair % labelCount),
    weights: weights.subarray(labels.length),
  };
  return {
    unitExponent,
    weights: roundedRows({ offsets, columns: labels, weights }, unitExponent),
    transitions: roundedRows(ofPairs, unitExponent),
  };
}

/**
 * Checks that every sentence has positions, every position a label of the model, and values that
 * can be added up.
 *
 * @param isPartial whether labels may be unknown
 * @throws RangeError naming the sentence, and the position and its label; or the value
 */
export function checkCorpus(
  { lengths, labels, values }: EncodedCorpus,
  labelCount: number,
  isPartial: boolean,
): void {
  if (lengths.length === 0) throw new RangeError("Cannot learn from a corpus of 0 sentences");
  const large = values?.find((value) => !(Math.abs(value) <= LARGEST_VALUE));
  if (large !== undefined) {
    throw new RangeError(
      `Cannot learn from an attribute of value ${large}: at most ${LARGEST_VALUE} will do`,
    );
  }
  let start = 0;
  lengths.forEach((length, sentence) => {
    if (length < 1) {
      throw new RangeError(`Cannot learn from sentence ${sentence}: it has ${length} positions`);
    }
    for (let t = 0; t < length; t++) {
      const label = labels[start + t]!;
      if (label >= 0 && label < labelCount) continue;
      if (isPartial && label === UNKNOWN_LABEL) continue;
      throw new RangeError(
        `Cannot learn from position ${t} of sentence ${sentence}: its label is ${label}, ` +
          `labels go from 0 to ${labelCount - 1}`,
      );
    }
    start += length;
  });
}
