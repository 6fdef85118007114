/**
 * Copying scores to where a decoder reads them, checked and rounded in one pass.
 *
 * @module
 */

import type { ScoreBlock } from "../contract.ts";
import { BLOCK } from "../kernels/rows.ts";
import { openScores, type ScoreKernels } from "../kernels/scores/kernels.ts";
import type { Emissions } from "../lattice.ts";
import { ReservedBlock } from "../placed/reserved.ts";
import type { CheckedModel } from "./model.ts";
import { labelAt, type Numbers } from "./numbers.ts";
import { isScore, rounded } from "./score_rule.ts";
import type { Sentence } from "./sentences.ts";

/**
 * Copies the scores of sentences of a model, with start and end scores added.
 *
 * Rows in the memory of kernels are filled first and then checked and rounded by a kernel, while
 * they are in the cache. So are not: rows with start or end scores, and scores in float64 that are
 * to be float32, which would be rounded twice. Both ways give the same bits.
 */
export class ScoreCopy {
  readonly #checked: CheckedModel;
  readonly #both: Float64Array | undefined;
  /** The limit, and the largest float32 that does not exceed it. */
  readonly #limits: { readonly 4: number; readonly 8: number };
  #kernels: ScoreKernels | undefined;

  /** Adds start and end scores up, for sentences of one position. */
  constructor(checked: CheckedModel) {
    const { start, end, rule: { limit } } = checked;
    this.#checked = checked;
    this.#both = start && end ? start.map((score, label) => score + end[label]!) : start ?? end;
    const single = Math.fround(limit);
    this.#limits = { 4: single <= limit ? single : Math.fround(limit * (1 - 2 ** -24)), 8: limit };
  }

  /**
   * Copies a sentence into the rows of a block from a position on.
   *
   * @param index of the sentence, for errors
   * @throws RangeError naming sentence, position and label for NaN, +∞ and what exceeds the bound
   */
  copy(sentence: Sentence, block: ScoreBlock, position: number, index: number): void {
    const { scores, stride } = block;
    let filled = 0;
    for (let t = 0; t < sentence.length; t++) {
      const at = (position + t) * stride;
      const added = this.#added(t, sentence.length);
      if (added === undefined && block instanceof ReservedBlock) {
        const row = this.#rowOf(sentence, t);
        if (row instanceof Float32Array || scores instanceof Float64Array) {
          if (!isAt(row, scores, at)) scores.set(row, at);
          filled++;
          continue;
        }
      }
      this.#finish(sentence, block, position, t - filled, t, index);
      filled = 0;
      this.#copyRow(sentence, t, scores, at, added, index);
    }
    this.#finish(sentence, block, position, sentence.length - filled, sentence.length, index);
  }

  /** Checks and rounds rows that are filled, from one of the sentence's positions up to another. */
  #finish(
    sentence: Sentence,
    block: ScoreBlock,
    position: number,
    from: number,
    to: number,
    index: number,
  ): void {
    if (from === to || !(block instanceof ReservedBlock)) return;
    const { arena, stride } = block;
    const { model: { labelCount }, rule: { limit, scale } } = this.#checked;
    const kernels = this.#kernels ??= openScores(arena);
    const rows = block.addressOf(position + from);
    const most = this.#limits[arena.scoreBytes];
    const bad = kernels.roundRows(rows, to - from, stride / BLOCK, most, scale);
    if (bad === -1) return;
    const row = this.#rowOf(sentence, from + bad);
    for (let y = 0; y < labelCount; y++) {
      if (!isScore(row[y]!, limit)) throw this.#refusal(row[y]!, from + bad, y, index);
    }
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

  #copyRow(
    sentence: Sentence,
    position: number,
    target: Emissions,
    at: number,
    added: Float64Array | undefined,
    index: number,
  ): void {
    const { model: { labelCount }, rule: { limit, scale } } = this.#checked;
    const row = this.#rowOf(sentence, position);
    for (let y = 0; y < labelCount; y++) {
      const score = row[y]!;
      if (!isScore(score, limit)) throw this.#refusal(score, position, y, index);
      target[at + y] = rounded(added === undefined ? score : score + added[y]!, scale);
    }
  }

  #refusal(score: number, position: number, label: number, index: number): RangeError {
    const { labels, rule: { limit } } = this.#checked;
    return new RangeError(
      `Cannot use emissions, sentence ${index}, position ${position}, ${labelAt(label, labels)}, ` +
        `as a score: ${score}${Number.isFinite(score) ? ` (the bound is ${limit})` : ""}`,
    );
  }
}

/** Whether a row is the part of the scores that begins there. */
function isAt(row: Numbers, scores: Emissions, at: number): boolean {
  return ArrayBuffer.isView(row) && row.buffer === scores.buffer &&
    row.byteOffset === scores.byteOffset + at * scores.BYTES_PER_ELEMENT;
}
