/**
 * The tutorial's model: two more labels, one that begins each path and one that ends it.
 *
 * @module
 */

import type { Model } from "../../../decoders/lattice.ts";
import type { PaddedBatch } from "../../../datasets/batch.ts";

/** What the tutorial writes for “not possible”. */
export const PRINTED_FORBIDDEN = -10_000;

/** A model with a ROOT and an EOS. */
export interface PrintedModel {
  /** L + 2. */
  readonly labelCount: number;
  /** L: the label before the first. */
  readonly root: number;
  /** L + 1: the label after the last. */
  readonly end: number;
  /** (L + 2)×(L + 2), row = previous label. */
  readonly transitions: Float64Array;
  /** Score of ROOT and EOS at a position. */
  readonly forbidden: number;
}

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
): PrintedModel {
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
  return { labelCount: size, root, end, transitions: all, forbidden };
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
