/**
 * The scores of a forest's edges.
 *
 * @module
 */

import { type BoundaryRole, LENGTH_BUCKETS, lengthBucket, type ParsingSentence } from "../model.ts";
import type { Forest, PermittedSlots } from "./forest.ts";
import type { Grammar } from "./grammar.ts";

const ROLES: readonly BoundaryRole[] = ["start", "split", "end"];

/**
 * Scores edges by the definition in `ParsingModel`. The rows of scores at the boundaries of a
 * sentence are expanded for it and forgotten.
 *
 * Cost: O(n·R + edges); memory 24·(n + 1)·R bytes.
 */
export class EdgeScorer {
  readonly #grammar: Grammar;
  readonly #rows: Record<BoundaryRole, Float64Array> = {
    start: new Float64Array(0),
    split: new Float64Array(0),
    end: new Float64Array(0),
  };

  /** For a grammar. */
  constructor(grammar: Grammar) {
    this.#grammar = grammar;
  }

  /**
   * Writes the score of each edge into `scores`.
   *
   * @throws RangeError for slots whose scores are no multiples of the grammar's unit
   */
  score(sentence: ParsingSentence, forest: Forest, scores: Float64Array): void {
    this.#checkSlots(forest.slots);
    this.#expand(sentence);
    const { spanScores, model: { childLengthScores, left: { length: ruleCount } } } = this.#grammar;
    const { start: startRows, split: splitRows, end: endRows } = this.#rows;
    const { starts, ends, symbols, edgeOffsets, left, right, rules } = forest;
    for (let item = 1; item < symbols.length; item++) {
      const start = starts[item]!;
      const end = ends[item]!;
      const startRow = start * ruleCount;
      const endRow = end * ruleCount;
      const spanRow = lengthBucket(end - start) * ruleCount;
      const to = edgeOffsets[item + 1]!;
      for (let edge = edgeOffsets[item]!; edge < to; edge++) {
        const rule = rules[edge]!;
        let score = spanScores[spanRow + rule]! + startRows[startRow + rule]! +
          endRows[endRow + rule]!;
        if (right[edge] !== 0) {
          const split = ends[left[edge]!]!;
          const pair = lengthBucket(split - start) * LENGTH_BUCKETS + lengthBucket(end - split);
          score += splitRows[split * ruleCount + rule]! +
            childLengthScores[rule * LENGTH_BUCKETS ** 2 + pair]!;
        }
        scores[edge] = score;
      }
    }
  }

  #checkSlots({ ids, emissions, leafScores }: PermittedSlots): void {
    const { unit } = this.#grammar.model;
    ids.forEach((id, slot) => {
      const [emission, leaf] = [emissions[slot]!, leafScores[slot]!];
      if (Number.isInteger(emission / unit) && Number.isInteger(leaf / unit)) return;
      throw new RangeError(
        `Cannot parse with scores of slot ${id} that are no multiples of ${unit}: ` +
          `${emission}, ${leaf}`,
      );
    });
  }

  #expand(sentence: ParsingSentence): void {
    const ruleCount = this.#grammar.model.left.length;
    const size = (sentence.length + 1) * ruleCount;
    for (const role of ROLES) {
      if (this.#rows[role].length < size) this.#rows[role] = new Float64Array(size);
      else this.#rows[role].fill(0, 0, size);
      for (let boundary = 0; boundary <= sentence.length; boundary++) {
        const row = boundary * ruleCount;
        sentence.addBoundaryScores(
          ...[role, boundary, this.#rows[role].subarray(row, row + ruleCount)] as const,
        );
      }
    }
  }
}
