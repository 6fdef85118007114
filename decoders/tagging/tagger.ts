/**
 * Decoding the scores of a tagger, and how probable what it finds is.
 *
 * @module
 */

import auto from "../auto.ts";
import type { Declared, Decode, Decoder, GivenOptions } from "../contract.ts";
import type { Estimate, Marginals } from "../probability/estimate.ts";
import type { LossEstimate } from "../probability/negative_log_likelihood.ts";
import { decodeOf, DecodingTagger } from "./decoding_tagger.ts";
import { type CheckedModel, checkModel, type TaggerModel } from "./model.ts";
import type { Matrix } from "./numbers.ts";
import { clearGradient, goldOf, type GoldRow, type TagGradient, TagSums } from "./probabilities.ts";
import type { ReservedScores } from "./reserved.ts";
import type { BatchLayout, Scores, Sentence } from "./sentences.ts";
import type { NoLayout } from "./tagged.ts";

/**
 * A tagger that is ready to decode; see `tagger`, and `DecodingTagger` for the forms of scores.
 *
 * Probabilities are those of p(y) = e^score(y) / Z over all paths, start and end scores included,
 * each with a bound of its error. They are of the scores as they are given: a bound of the model
 * refuses what exceeds it, but nothing is rounded. (Reserved rows are what `decode` has made of
 * them, rounded once they were decoded.)
 */
export class Tagger extends DecodingTagger {
  readonly #labelCount: number;
  readonly #sums: TagSums;

  /** See `tagger`. */
  constructor(checked: CheckedModel, decoder: Decoder, decode: Decode) {
    super(checked, decoder, decode);
    this.#labelCount = checked.model.labelCount;
    this.#sums = new TagSums(checked);
  }

  /** Gives memory back, that of reserved rows and of sums too. All else is an error afterwards. */
  override dispose(): void {
    super.dispose();
    this.#sums.dispose();
  }

  /**
   * How probable each label of each position of a sentence is; undefined if it has no path.
   *
   * @throws as `decode`
   */
  marginals(scores: Matrix | ReservedScores, layout?: NoLayout): Marginals | undefined;
  /** The same for each sentence of a batch. */
  marginals(scores: Scores | ReservedScores, layout?: BatchLayout): (Marginals | undefined)[];
  marginals(
    scores: Scores | ReservedScores,
    layout: BatchLayout = {},
  ): Marginals | undefined | (Marginals | undefined)[] {
    return this.each(
      "find marginals",
      scores,
      layout,
      (sentence, index) => this.#sums.marginals(sentence, index),
    );
  }

  /**
   * ln Z of a sentence, the logarithm of what all its paths weigh together; −∞ if it has none. A
   * path's ln p is its score less this one.
   *
   * @throws as `decode`
   */
  logPartition(scores: Matrix | ReservedScores, layout?: NoLayout): Estimate;
  /** The same for each sentence of a batch. */
  logPartition(scores: Scores | ReservedScores, layout?: BatchLayout): Estimate[];
  logPartition(
    scores: Scores | ReservedScores,
    layout: BatchLayout = {},
  ): Estimate | Estimate[] {
    return this.each(
      "find ln Z",
      scores,
      layout,
      (sentence, index) => this.#sums.logPartition(sentence, index),
    );
  }

  /**
   * −ln p of the gold labels of a sentence: the loss of a chain CRF, and its derivatives if there
   * is a gradient to write them to.
   *
   * @param gold T labels by index; `UNLABELLED` for what is not known
   * @throws RangeError and TypeError as `decode` for the scores; RangeError naming sentence and
   * position for what are no labels and for gold that is forbidden; RangeError for other numbers of
   * labels than positions, and for a gradient that has too little room; TypeError for one that is
   * to go to no Float64Array
   */
  loss(
    scores: Matrix | ReservedScores,
    gold: GoldRow,
    gradient?: TagGradient,
    layout?: NoLayout,
  ): LossEstimate;
  /**
   * The same for each sentence of a batch; the gradient is that of the sum of all losses.
   *
   * @param gold a list of labels for each sentence, or one list of all positions; padding is not
   * read
   */
  loss(
    scores: Scores | ReservedScores,
    gold: GoldRow | readonly GoldRow[],
    gradient?: TagGradient,
    layout?: BatchLayout,
  ): LossEstimate[];
  loss(
    scores: Scores | ReservedScores,
    gold: GoldRow | readonly GoldRow[],
    gradient?: TagGradient,
    layout: BatchLayout = {},
  ): LossEstimate | LossEstimate[] {
    let labels: readonly GoldRow[] | undefined;
    return this.each("find the loss", scores, layout, (sentence, index, given) => {
      const { positions, starts } = given;
      if (labels === undefined) {
        labels = goldOf(gold, given.sentences, starts, positions);
        if (gradient !== undefined) {
          clearGradient(gradient, positions, this.#labelCount);
        }
      }
      return this.#sums.loss(sentence, labels[index]!, index, gradient, starts[index]!);
    });
  }

  /** Marginals of sentences, for their confidences. */
  protected override sure(sentences: readonly Sentence[]): readonly (Marginals | undefined)[] {
    return sentences.map((sentence, index) => this.#sums.marginals(sentence, index));
  }
}

/**
 * Prepares a tagger's model for decoding, by `auto` or any other decoder with its options.
 *
 * @throws RangeError or TypeError for shapes that do not match, NaN, +∞, a bound that is none, and
 * options that the decoder does not have
 *
 * @example
 * ```ts
 * import { tagger } from "./tagger.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const transitions = [[0, -1], [-2, 0]];
 * const bound = { emission: 100, length: 500 };
 * const tag = tagger({ transitions, labels: ["DET", "NOUN"], bound });
 * const sentence = [Float32Array.of(3, 1), Float32Array.of(0, 2)];
 * assertEquals(tag.decode(sentence, { names: true }), [{ score: 4, labels: ["DET", "NOUN"] }]);
 * assertEquals(tag.decode([sentence, sentence], { k: 2 })[1]!.map(({ score }) => score), [4, 3]);
 * const [path] = tag.decode(sentence, { confidences: true });
 * assertEquals(path!.confidences.map((p) => p.toFixed(2)), ["0.79", "0.79"]);
 * ```
 */
export function tagger<D extends Declared>(
  model: TaggerModel,
  decoder: Decoder<D> | Decoder = auto,
  options: GivenOptions<D> = {},
): Tagger {
  const checked = checkModel(model);
  return new Tagger(checked, decoder as Decoder, decodeOf(checked, decoder, options));
}
