/**
 * The last layer of a BiLSTM-CRF: scores of label pairs, of first and of last labels, by hand.
 *
 * @module
 */

import {
  type Loss,
  negativeLogLikelihood,
} from "../../../decoders/probability/negative_log_likelihood.ts";
import { type Parameter, zeroParameter } from "./parameter.ts";

/** −ln p(gold) of sentences, and its derivatives. */
export class CrfLayer {
  /** Transitions [L, L], row = previous label, start and end scores [L]; all 0 at first. */
  readonly parameters: readonly [Parameter, Parameter, Parameter];
  readonly #labelCount: number;
  readonly #isLearned: boolean;
  readonly #transitions: Float64Array;
  readonly #counts: Float64Array;
  readonly #loss: Loss;

  /**
   * Without `isLearned` the scores stay 0: positions are independent, and the loss is that of a
   * softmax at each of them.
   */
  constructor(labelCount: number, isLearned: boolean) {
    this.#labelCount = labelCount;
    this.#isLearned = isLearned;
    this.parameters = [
      zeroParameter("transitions", [labelCount, labelCount]),
      zeroParameter("start_transitions", [labelCount]),
      zeroParameter("end_transitions", [labelCount]),
    ];
    this.#transitions = new Float64Array(labelCount * labelCount);
    this.#counts = new Float64Array(isLearned ? this.#transitions.length : 0);
    this.#loss = negativeLogLikelihood(
      { labelCount, transitions: this.#transitions, exactSums: false, float32Exact: false },
      isLearned ? {} : { entries: new Int32Array(0) },
    );
  }

  /**
   * The sum of the losses of some sentences. Derivatives, divided by `share`, go to `derivatives`
   * and, where they are learned, to the parameters.
   *
   * Start and end scores are added to the first and last row, so that their derivatives are those
   * of these rows.
   *
   * @param emissions N×L, sentences one after another
   * @param gold N labels
   * @param derivatives N×L, overwritten
   * @throws RangeError naming the sentence and position if a label is none of the L, or if a score
   * is not a number
   */
  learn(
    emissions: Float32Array,
    lengths: Int32Array,
    gold: Int32Array,
    derivatives: Float32Array,
    share: number,
  ): number {
    const L = this.#labelCount;
    const [transitions, start, end] = this.parameters;
    this.#transitions.set(transitions.values);
    this.#loss.revise();
    this.#counts.fill(0);
    start.gradient.fill(0);
    end.gradient.fill(0);
    let [sum, position] = [0, 0];
    lengths.forEach((length, sentence) => {
      const from = position * L;
      const scores = Float64Array.from(emissions.subarray(from, from + length * L));
      const last = (length - 1) * L;
      for (let y = 0; y < L; y++) {
        scores[y]! += start.values[y]!;
        scores[last + y]! += end.values[y]!;
      }
      const nodes = new Float64Array(length * L);
      const { value } = this.#loss(
        { length, emissions: scores },
        gold.subarray(position, position + length),
        { emissions: nodes, transitions: this.#counts },
        sentence,
      );
      sum += value;
      for (let i = 0; i < nodes.length; i++) derivatives[from + i] = nodes[i]! / share;
      if (this.#isLearned) {
        for (let y = 0; y < L; y++) {
          start.gradient[y]! += nodes[y]! / share;
          end.gradient[y]! += nodes[last + y]! / share;
        }
      }
      position += length;
    });
    this.#counts.forEach((count, i) => transitions.gradient[i] = count / share);
    return sum;
  }
}
