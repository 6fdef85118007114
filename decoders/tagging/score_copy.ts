/**
 * Copying scores to where a decoder reads them, checked and rounded in one pass.
 *
 * @module
 */

import type { ScoreBlock } from "../contract.ts";
import type { Emissions } from "../lattice.ts";
import type { CheckedModel } from "./model.ts";
import { labelAt, type Numbers } from "./numbers.ts";
import { rounded } from "./score_rule.ts";
import type { Sentence } from "./sentences.ts";

/** Copies the scores of sentences of a model, with start and end scores added. */
export class ScoreCopy {
  readonly #checked: CheckedModel;
  readonly #both: Float64Array | undefined;

  /** Adds start and end scores up, for sentences of one position. */
  constructor(checked: CheckedModel) {
    const { start, end } = checked;
    this.#checked = checked;
    this.#both = start && end ? start.map((score, label) => score + end[label]!) : start ?? end;
  }

  /**
   * Copies a sentence into the rows of a block from a position on.
   *
   * @param index of the sentence, for errors
   * @throws RangeError naming sentence, position and label for NaN, +∞ and what exceeds the bound
   */
  copy(sentence: Sentence, block: ScoreBlock, position: number, index: number): void {
    const { model: { labelCount } } = this.#checked;
    const { length, offset } = sentence;
    const { scores, stride } = block;
    for (let t = 0; t < length; t++) {
      const at = (position + t) * stride;
      const added = this.#added(t, length);
      const label = "rows" in sentence
        ? this.#copyRow(sentence.rows[offset + t]!, 0, scores, at, added)
        : this.#copyRow(sentence.block, (offset + t) * labelCount, scores, at, added);
      if (label !== -1) throw this.#refusal(sentence, index, t, label);
    }
  }

  /** What is added to the scores of a position. */
  #added(position: number, length: number): Float64Array | undefined {
    const { start, end } = this.#checked;
    if (position === 0) return length === 1 ? this.#both : start;
    return position === length - 1 ? end : undefined;
  }

  /** The first label whose score is refused, −1 if there is none. */
  #copyRow(
    source: Numbers,
    from: number,
    target: Emissions,
    at: number,
    added: Float64Array | undefined,
  ): number {
    const { model: { labelCount }, rule: { limit, scale } } = this.#checked;
    for (let y = 0; y < labelCount; y++) {
      const score = source[from + y]!;
      // False for NaN too.
      if (!(score <= limit && (score >= -limit || score === -Infinity))) return y;
      target[at + y] = rounded(added === undefined ? score : score + added[y]!, scale);
    }
    return -1;
  }

  #refusal(sentence: Sentence, index: number, position: number, label: number): RangeError {
    const { model: { labelCount }, labels, rule: { limit } } = this.#checked;
    const row = sentence.offset + position;
    const score = "rows" in sentence
      ? sentence.rows[row]![label]
      : sentence.block[row * labelCount + label];
    return new RangeError(
      `Cannot use emissions, sentence ${index}, position ${position}, ${labelAt(label, labels)}, ` +
        `as a score: ${score}${Number.isFinite(score) ? ` (the bound is ${limit})` : ""}`,
    );
  }
}
