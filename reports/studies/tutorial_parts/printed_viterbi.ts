/**
 * The tutorial's Viterbi decoding of a padded batch.
 *
 * @module
 */

import type { PaddedBatch } from "../../../datasets/batch.ts";
import { printedFeatures, type PrintedModel } from "./printed_model.ts";

/** What the tutorial's decoding of a batch returns, a sentence each. */
export interface PrintedPath {
  /** The score before it is made an integer. */
  readonly score: number;
  /** As many labels as the longest sentence has; those after its end are 0. */
  readonly labels: Int32Array;
  /** Whether what was found before the first label is ROOT, which the tutorial asserts. */
  readonly isRooted: boolean;
}

/** A last label and the score of the best path to it. */
interface Ending {
  readonly label: number;
  readonly score: number;
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
): PrintedPath[] {
  const { labelCount } = printed;
  const [size, width] = batch.shape;
  const { endings, back } = forward(printed, batch, lengths);
  endings.reverse();
  const paths = endings.map(() => new Int32Array(width + 1));
  endings.forEach(({ label }, sentence) => paths[sentence]![lengths[sentence]!] = label);
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
    score: endings[sentence]!.score,
    labels: paths[sentence]!.subarray(1),
    isRooted: paths[sentence]![0] === printed.root,
  }));
}

/** Best prefixes, position by position. */
function forward(
  printed: PrintedModel,
  batch: PaddedBatch,
  lengths: readonly number[],
): { readonly endings: Ending[]; readonly back: Int32Array } {
  const { labelCount, root, end, transitions, forbidden } = printed;
  const [size, width] = batch.shape;
  const features = printedFeatures(printed, batch);
  const back = new Int32Array(size * width * labelCount);
  const endings: Ending[] = [];
  let left = size;
  let best = new Float64Array(size * labelCount).fill(forbidden);
  for (let sentence = 0; sentence < size; sentence++) best[sentence * labelCount + root] = 0;
  for (let t = 0; t <= width; t++) {
    const ending = lengths.filter((length) => length === t).length;
    for (let sentence = left - 1; sentence >= left - ending; sentence--) {
      endings.push(
        bestOf(
          labelCount,
          (x) => best[sentence * labelCount + x]! + transitions[x * labelCount + end]!,
        ),
      );
    }
    left -= ending;
    if (t === width) break;
    const next = new Float64Array(best.length);
    for (let sentence = 0; sentence < size; sentence++) {
      const [row, at] = [sentence * labelCount, (sentence * width + t) * labelCount];
      for (let y = 0; y < labelCount; y++) {
        const { label, score } = bestOf(
          labelCount,
          (x) => best[row + x]! + transitions[x * labelCount + y]!,
        );
        next[row + y] = score + features[at + y]!;
        back[at + y] = label;
      }
    }
    best = next;
  }
  return { endings, back };
}

/** The first of the best labels. */
function bestOf(labelCount: number, scoreOf: (label: number) => number): Ending {
  let [label, score] = [0, scoreOf(0)];
  for (let x = 1; x < labelCount; x++) {
    const other = scoreOf(x);
    if (other > score) [label, score] = [x, other];
  }
  return { label, score };
}
