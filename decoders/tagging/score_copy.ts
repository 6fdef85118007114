/**
 * Copying scores to where a decoder reads them, checked and rounded in one pass.
 *
 * @module
 */

import { isScore, scoreRefusal } from "../chain/score_check.ts";
import type { ScoreBlock } from "../contract.ts";
import type { Emissions } from "../lattice.ts";
import { ReservedBlock, ScoreRows } from "../kernels/scores/placement.ts";
import type { CheckedModel } from "./model.ts";
import { labelAt, type Numbers } from "./numbers.ts";
import { rounded } from "./score_rule.ts";
import type { Sentence } from "./sentences.ts";

/**
 * Copies the scores of sentences of a model, with start and end scores added.
 *
 * Rows in the memory of kernels are checked and rounded by a kernel, except those with start or end
 * scores, and those that come in plain arrays. Both ways give the same bits.
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
   * @throws TypeError naming them for what is no number
   */
  copy(sentence: Sentence, block: ScoreBlock, position: number, index: number): void {
    const { length } = sentence;
    for (let t = 0; t < length;) {
      const added = this.#added(t, length);
      const done = added === undefined && block instanceof ReservedBlock
        ? this.#take(sentence, t, block, position + t)
        : Number(this.#copyRow(this.#rows(sentence, t, 1), block, position + t, added));
      if (done === 0) throw this.#refusal(this.#rows(sentence, t, 1), t, index);
      t += done;
    }
  }

  /**
   * Takes a row, or all rows of a block that kernels take over and nothing is added to; returns how
   * many are scores.
   */
  #take(sentence: Sentence, t: number, block: ReservedBlock, position: number): number {
    const isBlock = "block" in sentence && isEmissions(sentence.block);
    const until = this.#checked.end === undefined ? sentence.length : sentence.length - 1;
    const count = isBlock ? until - t : 1;
    const rows = this.#rows(sentence, t, count);
    return isEmissions(rows)
      ? this.#kernelsOf(block).take(rows, count, block, position)
      : Number(this.#copyRow(rows, block, position, undefined));
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

  /** Rows from a position on: one, or several of a block. */
  #rows(sentence: Sentence, position: number, count: number): Numbers {
    const row = sentence.offset + position;
    if ("rows" in sentence) return sentence.rows[row]!;
    const { block } = sentence;
    const { labelCount } = this.#checked.model;
    const [from, to] = [row * labelCount, (row + count) * labelCount];
    return isEmissions(block) ? block.subarray(from, to) : block.slice(from, to);
  }

  /** Copies a row, with scores added; returns whether all are scores. */
  #copyRow(
    row: Numbers,
    { scores, stride }: ScoreBlock,
    position: number,
    added: Float64Array | undefined,
  ): boolean {
    const { model: { labelCount }, rule: { limit, scale } } = this.#checked;
    const at = position * stride;
    for (let y = 0; y < labelCount; y++) {
      const score = row[y]!;
      if (!isScore(score, limit)) return false;
      scores[at + y] = rounded(added === undefined ? score : score + added[y]!, scale);
    }
    return true;
  }

  #refusal(row: Numbers, position: number, index: number): Error {
    const { labels, model: { labelCount }, rule: { limit } } = this.#checked;
    let label = 0;
    while (label < labelCount && isScore(row[label], limit)) label++;
    const where = `sentence ${index}, position ${position}, ${labelAt(label, labels)}`;
    return scoreRefusal(`emissions, ${where}`, row[label], limit);
  }
}

/** Whether these are in an array that kernels take over. */
function isEmissions(rows: Numbers): rows is Emissions {
  return rows instanceof Float32Array || rows instanceof Float64Array;
}
