/**
 * The strings that a network knows.
 *
 * @module
 */

import type { Random } from "../../random.ts";

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
