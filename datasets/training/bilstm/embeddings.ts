/**
 * The tables of numbers that stand for words.
 *
 * @module
 */

import type { Random } from "../../random.ts";
import { fillUniform, type Table } from "./parameter.ts";
import { Vocabulary, type WordColumn } from "./vocabulary.ts";

/** Looks up words in one table a column, and spreads derivatives over the rows that were used. */
export class Embeddings {
  /** One a column. */
  readonly tables: readonly Table[];
  /** D: numbers of a word, those of all columns side by side. */
  readonly width: number;
  readonly #vocabularies: readonly Vocabulary[];

  /**
   * Draws the numbers, each with variance 1/D.
   *
   * @param forms all words of the training part, as often as they occur
   */
  constructor(columns: readonly WordColumn[], forms: readonly string[], random: Random) {
    this.#vocabularies = columns.map((column) => new Vocabulary(column, forms));
    this.width = columns.reduce((sum, { width }) => sum + width, 0);
    this.tables = columns.map(({ name, width }, i) => {
      const values = new Float32Array(this.#vocabularies[i]!.size * width);
      fillUniform(values, Math.sqrt(3 / this.width), random);
      return { name, width, values, gradients: new Map() };
    });
  }

  /** The rows of a word, one a column. */
  rowsOf(form: string): number[] {
    return this.#vocabularies.map((vocabulary) => vocabulary.numberOf(form));
  }

  /** The same rows as training should see them. */
  blurred(rows: readonly number[], probability: number, random: Random): number[] {
    return rows.map((row, i) => this.#vocabularies[i]!.blurred(row, probability, random));
  }

  /** N×D, from the rows of N words. */
  lookUp(words: readonly (readonly number[])[]): Float32Array<ArrayBuffer> {
    const found = new Float32Array(words.length * this.width);
    let at = 0;
    for (const rows of words) {
      for (const [i, { width, values }] of this.tables.entries()) {
        const from = rows[i]! * width;
        found.set(values.subarray(from, from + width), at);
        at += width;
      }
    }
    return found;
  }

  /** Sets the gradients of the rows of N words from derivatives N×D. */
  spread(words: readonly (readonly number[])[], derivatives: Float32Array): void {
    for (const { gradients } of this.tables) gradients.clear();
    let at = 0;
    for (const rows of words) {
      for (const [i, { width, gradients }] of this.tables.entries()) {
        let gradient = gradients.get(rows[i]!);
        if (gradient === undefined) gradients.set(rows[i]!, gradient = new Float32Array(width));
        for (let j = 0; j < width; j++) gradient[j]! += derivatives[at + j]!;
        at += width;
      }
    }
  }
}
