/**
 * Probabilities of a tagger's sentences.
 *
 * @module
 */

import { largestMagnitude } from "../lattice.ts";
import { type Estimate, type Marginals, relativeBound, ROUNDOFF } from "../probability/estimate.ts";
import { logPartition, marginals } from "../probability/log_partition.ts";
import {
  checkRoom,
  type Loss,
  type LossEstimate,
  negativeLogLikelihood,
} from "../probability/negative_log_likelihood.ts";
import type { CheckedModel } from "./model.ts";
import { plainBlock } from "./reserved.ts";
import { ScoreCopy } from "./score_copy.ts";
import { checkArrayLike, type Sentence } from "./sentences.ts";

/** Labels of a sentence, one a position; `UNLABELLED` for those that are not known. */
export type GoldRow = ArrayLike<number>;

/** Where a tagger's derivatives go; arrays as long as this, or longer. */
export interface TagGradient {
  /**
   * One number for each score, in the order of the scores, whatever they came in: those of padding
   * are 0. Overwritten.
   */
  readonly emissions: Float64Array;
  /** Gradient of the transitions, L×L, added to. */
  readonly transitions: Float64Array;
  /** L, added to: of the start scores. */
  readonly start?: Float64Array;
  /** L, added to: of the end scores. */
  readonly end?: Float64Array;
}

/**
 * Sums over the paths of a tagger's sentences, start and end scores included.
 *
 * They are of the scores as they are given: nothing is rounded to a bound's unit. Start and end
 * scores are added to the first and the last row, which rounds: a path's score is off by at most
 * 2⁻⁵³ of the largest sum in either row. Errors cover that as they cover `SumOptions.scoreError`.
 */
export class TagSums {
  readonly #checked: CheckedModel;
  readonly #copy: ScoreCopy;
  #marginals: ReturnType<typeof marginals> | undefined;
  #logPartition: ReturnType<typeof logPartition> | undefined;
  #loss: Loss | undefined;

  /** Of a tagger's model. What is prepared is prepared when it is first asked for. */
  constructor(checked: CheckedModel) {
    this.#checked = { ...checked, rule: { ...checked.rule, scale: 0 } };
    this.#copy = new ScoreCopy(this.#checked);
  }

  /** Lets go of what was prepared, with its memory. */
  dispose(): void {
    this.#marginals = undefined;
    this.#logPartition = undefined;
    this.#loss = undefined;
  }

  /** Marginals of a sentence; nothing if it has no path. @param index what errors call it */
  marginals(sentence: Sentence, index: number): Marginals | undefined {
    if (sentence.length === 0) return noMarginals();
    const { lattice, pathError } = this.#folded(sentence, index);
    const found = (this.#marginals ??= marginals(this.#checked.unrounded))(lattice);
    if (found === undefined || pathError === 0) return found;
    return {
      ...found,
      logPartition: widened(found.logPartition, pathError),
      error: Math.min(1, found.error + relativeBound(2 * pathError)),
    };
  }

  /** ln Z of a sentence; −∞ if it has no path. @param index what errors call it */
  logPartition(sentence: Sentence, index: number): Estimate {
    if (sentence.length === 0) return { value: 0, error: 0 };
    const { lattice, pathError } = this.#folded(sentence, index);
    const found = (this.#logPartition ??= logPartition(this.#checked.unrounded))(lattice);
    return found.value === -Infinity ? found : widened(found, pathError);
  }

  /**
   * −ln p of the gold labels of a sentence.
   *
   * @param index what errors call it
   * @param position of the sentence's first score among the rows of the gradient
   */
  loss(
    sentence: Sentence,
    gold: GoldRow,
    index: number,
    gradient: TagGradient | undefined,
    position: number,
  ): LossEstimate {
    const { length } = sentence;
    if (length === 0) {
      const none = { value: 0, error: 0 };
      return gradient === undefined
        ? none
        : { ...none, gradientError: { emissions: 0, transitions: 0 } };
    }
    const { model: { labelCount }, unrounded } = this.#checked;
    const { lattice, pathError } = this.#folded(sentence, index);
    const find = this.#loss ??= negativeLogLikelihood(unrounded);
    if (gradient === undefined) {
      return widened(find(lattice, gold, undefined, index), 2 * pathError);
    }
    const from = position * labelCount;
    const emissions = gradient.emissions.subarray(from, from + length * labelCount);
    const { transitions, start, end } = gradient;
    const found = find(lattice, gold, { emissions, transitions }, index);
    if (start !== undefined) addTo(start, emissions.subarray(0, labelCount));
    if (end !== undefined) addTo(end, emissions.subarray((length - 1) * labelCount));
    // Each derivative is the difference of two probabilities; neither is off by more than 1.
    const change = 2 * Math.min(1, relativeBound(2 * pathError));
    const error = found.gradientError!;
    return {
      ...widened(found, 2 * pathError),
      gradientError: {
        emissions: Math.min(2, error.emissions + change),
        transitions: Math.min(2 * length, error.transitions + (length - 1) * change),
      },
    };
  }

  /** The lattice of a sentence, and how far the score of a path in it may be off. */
  #folded(sentence: Sentence, index: number) {
    const { length } = sentence;
    const { model: { labelCount }, start, end } = this.#checked;
    const block = plainBlock(length, labelCount);
    this.#copy.copy(sentence, block, 0, index);
    const lattice = block.lattice(0, length);
    const rowError = (t: number) =>
      ROUNDOFF * largestMagnitude(lattice.emissions.subarray(t * labelCount, (t + 1) * labelCount));
    let pathError = 0;
    if (start !== undefined) pathError += rowError(0);
    if (end !== undefined) pathError += rowError(length - 1);
    if (length === 1 && start !== undefined && end !== undefined) {
      pathError += ROUNDOFF * (largestMagnitude(start) + largestMagnitude(end));
    }
    return { lattice, pathError };
  }
}

/**
 * Checks the room of a gradient and clears that of the emissions.
 *
 * @param positions rows of scores, padding included
 * @throws as `checkRoom`
 */
export function clearGradient(gradient: TagGradient, positions: number, labelCount: number): void {
  const { emissions, transitions, start, end } = gradient;
  checkRoom("emissions", emissions, positions * labelCount);
  checkRoom("transitions", transitions, labelCount ** 2);
  if (start !== undefined) checkRoom("start", start, labelCount);
  if (end !== undefined) checkRoom("end", end, labelCount);
  emissions.fill(0, 0, positions * labelCount);
}

/**
 * The gold labels of each sentence: one list, a list of lists, or one list of all positions.
 *
 * @param starts where each sentence begins among all positions
 * @throws TypeError for what is no array
 * @throws RangeError if there are not as many labels as positions
 */
export function goldOf(
  gold: GoldRow | readonly GoldRow[],
  sentences: readonly Sentence[],
  starts: readonly number[],
  positions: number,
): GoldRow[] {
  checkArrayLike(gold, "gold labels");
  const isNested = typeof gold[0] === "object" && gold[0] !== null;
  const [count, wanted] = isNested ? [sentences.length, "sentences"] : [positions, "positions"];
  if (gold.length !== count) {
    throw new RangeError(`Cannot use the gold labels of ${count} ${wanted}: ${gold.length}`);
  }
  return sentences.map(({ length }, sentence) => {
    const from = isNested ? 0 : starts[sentence]!;
    const row: unknown = isNested ? gold[sentence] : gold;
    checkArrayLike(row, `gold of sentence ${sentence}`);
    // Labels of padding are not read, but beyond it there are none.
    const width = (starts[sentence + 1] ?? positions) - starts[sentence]!;
    if (row.length < from + length || isNested && row.length > width) {
      throw new RangeError(
        `Cannot use gold of sentence ${sentence}, of ${length} positions: ${row.length} labels`,
      );
    }
    return Array.from({ length }, (_, t) => row[from + t] as number);
  });
}

function widened({ value, error }: Estimate, more: number): Estimate {
  return { value, error: error + more };
}

function addTo(sum: Float64Array, row: Float64Array): void {
  row.forEach((derivative, y) => sum[y]! += derivative);
}

/** Of a sentence without positions, which has one path. */
function noMarginals(): Marginals {
  return {
    logPartition: { value: 0, error: 0 },
    nodes: new Float64Array(0),
    error: 0,
    edges(position) {
      throw new RangeError(`Cannot find edges into a position of no positions: ${position}`);
    },
  };
}
