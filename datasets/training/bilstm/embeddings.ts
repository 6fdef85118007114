/**
 * The strings that a network knows, and the tables of numbers that stand for them.
 *
 * @module
 */

import type { Random } from "../../random.ts";
import { fillUniform, type Table } from "./optimiser.ts";

/** The number of every string that is not known. */
export const UNKNOWN = 0;

/** What a network sees of a word, each with a table of its own. */
export interface WordColumn {
  /** As in checkpoints. */
  readonly name: string;
  /** Numbers that stand for one string. */
  readonly width: number;
  /** The strings of a word, the first that is known counts. */
  of(form: string): string[];
}

const word: WordColumn = {
  name: "word",
  width: 96,
  of: (form) => {
    const digits = form.replace(/\p{Nd}/gu, "0");
    return [digits, digits.toLowerCase()];
  },
};

const suffix = (length: number, width: number): WordColumn => ({
  name: `suffix${length}`,
  width,
  of: (form) => [[...form.toLowerCase()].slice(-length).join("")],
});

/** Runs of capitals, small letters, digits and others as a letter each: `Xx` for "Word". */
const shape: WordColumn = {
  name: "shape",
  width: 8,
  of: (form) => [
    form.replace(/\p{Lu}+/gu, "X").replace(/\p{Ll}+/gu, "x").replace(/\p{Nd}+/gu, "0"),
  ],
};

/** What a network may see of its words: the words alone, or how they are written as well. */
export const INPUTS: Readonly<Record<string, readonly WordColumn[]>> = {
  words: [word],
  spelling: [word, suffix(3, 24), suffix(2, 16), shape],
};

/** Numbers for the strings of a column; `UNKNOWN` is for all others. */
export class Vocabulary {
  readonly #column: WordColumn;
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [0];

  /** Knows the strings of the given words. */
  constructor(column: WordColumn, forms: Iterable<string>) {
    this.#column = column;
    for (const form of forms) {
      const [string] = column.of(form);
      const number = this.#numbers.get(string!) ?? this.#counts.length;
      this.#numbers.set(string!, number);
      this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    }
  }

  /** Known strings, and one for the others. */
  get size(): number {
    return this.#counts.length;
  }

  /** The number of a word's string. */
  numberOf(form: string): number {
    for (const string of this.#column.of(form)) {
      const number = this.#numbers.get(string);
      if (number !== undefined) return number;
    }
    return UNKNOWN;
  }

  /**
   * The same number, or sometimes `UNKNOWN` for what was seen only once, so that training meets
   * unknown strings as testing does.
   *
   * Source: Dyer et al. 2015, Section 3.2.
   */
  blurred(number: number, probability: number, random: Random): number {
    if (this.#counts[number] !== 1) return number;
    return random.uniform() < probability ? UNKNOWN : number;
  }
}

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
