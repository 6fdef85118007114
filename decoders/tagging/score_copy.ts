/**
 * Copying scores to where a decoder reads them, checked and rounded in one pass.
 *
 * @module
 */

import type { ScoreBlock } from "../contract.ts";
import type { Emissions } from "../lattice.ts";
import { ReservedBlock } from "../placed/reserved.ts";
import { ScoreRows } from "../placed/score_rows.ts";
import type { CheckedModel } from "./model.ts";
import { labelAt, type Numbers } from "./numbers.ts";
import { isScore, rounded } from "./score_rule.ts";
import type { Sentence } from "./sentences.ts";

/**
 * Copies the scores of sentences of a model, with start and end scores added.
 *
 * Rows in the memory of kernels are checked and rounded by a kernel, except those with start or end
 * scores. Both ways give the same bits.
 */
export class ScoreCopy {
  readonly #checked: CheckedModel;
  readonly #both: Float64Array | undefined;
  #kernels: ScoreRows | undefined;

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
    const kernels = block instanceof ReservedBlock ? this.#kernelsOf(block) : undefined;
    const { scores, stride } = block;
    for (let t = 0; t < sentence.length; t++) {
      const row = this.#rowOf(sentence, t);
      const added = this.#added(t, sentence.length);
      const isCopied = added === undefined && kernels?.takes(row) === true
        ? kernels.take(row, block as ReservedBlock, position + t)
        : this.#copyRow(row, scores, (position + t) * stride, added);
      if (!isCopied) throw this.#refusal(row, t, index);
    }
  }

  #kernelsOf({ arena }: ReservedBlock): ScoreRows {
    const { model: { labelCount }, rule: { limit, scale } } = this.#checked;
    return this.#kernels ??= new ScoreRows(arena, labelCount, limit, scale);
  }

  /** What is added to the scores of a position. */
  #added(position: number, length: number): Float64Array | undefined {
    const { start, end } = this.#checked;
    if (position === 0) return length === 1 ? this.#both : start;
    return position === length - 1 ? end : undefined;
  }

  #rowOf(sentence: Sentence, position: number): Numbers {
    const row = sentence.offset + position;
    if ("rows" in sentence) return sentence.rows[row]!;
    const { block } = sentence;
    const { labelCount } = this.#checked.model;
    const [from, to] = [row * labelCount, (row + 1) * labelCount];
    return Array.isArray(block) ? block.slice(from, to) : (block as Emissions).subarray(from, to);
  }

  /** Copies a row, with scores added; returns whether all are scores. */
  #copyRow(
    row: Numbers,
    target: Emissions,
    at: number,
    added: Float64Array | undefined,
  ): boolean {
    const { model: { labelCount }, rule: { limit, scale } } = this.#checked;
    for (let y = 0; y < labelCount; y++) {
      const score = row[y]!;
      if (!isScore(score, limit)) return false;
      target[at + y] = rounded(added === undefined ? score : score + added[y]!, scale);
    }
    return true;
  }

  #refusal(row: Numbers, position: number, index: number): RangeError {
    const { labels, rule: { limit } } = this.#checked;
    let label = 0;
    while (isScore(row[label]!, limit)) label++;
    const score = row[label]!;
    return new RangeError(
      `Cannot use emissions, sentence ${index}, position ${position}, ${labelAt(label, labels)}, ` +
        `as a score: ${score}${Number.isFinite(score) ? ` (the bound is ${limit})` : ""}`,
    );
  }
}
