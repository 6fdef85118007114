/**
 * What `parse` prints of a sentence.
 *
 * @module
 */

import type { Derivation, ParsingSentence } from "../../decoders/parsing/model.ts";
import { writeAuto, writeParg } from "../../datasets/ccg/bank_files.ts";
import { printCategory } from "../../datasets/ccg/category.ts";
import { dependenciesOf } from "../../datasets/ccg/dependencies.ts";
import { derivedTree } from "../../datasets/ccg/grammar.ts";
import { bracketsOf, type Tree } from "../../datasets/ccg/tree.ts";
import type { SavedParser } from "../../datasets/training/parsing/parser_file.ts";

/** The output. */
export const FORMATS = ["auto", "brackets", "dependencies", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** A sentence with its answers. */
export interface Answered {
  readonly id: string;
  readonly words: { readonly forms: readonly string[]; readonly pos: readonly string[] };
  readonly sentence: ParsingSentence;
  /** The best parses, or the decoder's; none with a failure. */
  readonly parses: readonly { readonly objective: number; readonly derivation: Derivation }[];
  readonly failure?: string;
  /** No parse scores more, or none that is not listed. */
  readonly bound?: number;
  /** The multipliers that the bound follows from, by slot. */
  readonly multipliers?: Float64Array;
  readonly isProven: boolean;
  /** By slot. */
  readonly beliefs?: Float64Array;
  readonly samples?: Answered["parses"] | string;
}

/** Prints sentences with the names of a parser. */
export class ParsePrinter {
  readonly #parser: SavedParser;
  readonly #format: Format;
  /** Whether proofs are asked for. */
  readonly #hasProof: boolean;

  constructor(parser: SavedParser, format: Format, hasProof: boolean) {
    this.#parser = parser;
    this.#format = format;
    this.#hasProof = hasProof;
  }

  /**
   * The text of a sentence.
   *
   * @throws RangeError for a word that a format cannot have
   */
  text(answered: Answered): string {
    if (this.#format === "json") return `${JSON.stringify(this.#json(answered))}\n`;
    const { id, words: { forms }, parses } = answered;
    return parses.map(({ derivation, objective }, rank) => {
      const tree = this.#treeOf(answered, derivation);
      const note = this.#note(answered, objective, rank);
      if (this.#format === "auto") return writeAuto([{ id, tree, note }]);
      if (this.#format === "brackets") return `${note && `#${note}\n`}${bracketsOf(tree)}\n`;
      return writeParg([{ id, words: forms, dependencies: dependenciesOf(tree), note }]);
    }).join("");
  }

  /** " PARSE=2 SCORE=12.5 BOUND=12.5 PROVEN=yes", as far as it was asked for. */
  #note({ parses, bound, isProven }: Answered, objective: number, rank: number): string {
    const isOne = parses.length === 1 && !this.#hasProof;
    if (isOne) return "";
    const proof = bound === undefined ? "" : ` BOUND=${bound} PROVEN=${isProven ? "yes" : "no"}`;
    return ` PARSE=${rank + 1} SCORE=${objective}${this.#hasProof ? proof : ""}`;
  }

  #treeOf({ words }: Answered, derivation: Derivation): Tree {
    const { model, symbolCategories, categories } = this.#parser;
    return derivedTree(derivation, model, symbolCategories, categories, words);
  }

  #json(answered: Answered) {
    const { id, words, parses, failure, bound, isProven, beliefs, samples, sentence } = answered;
    const { multipliers } = answered;
    const { offsets, tags } = sentence.slots;
    const { model, symbolCategories, categories } = this.#parser;
    const names = Array.from(
      model.tagSymbols,
      (symbol) => printCategory(categories[symbolCategories[symbol]!]!),
    );
    const bySlot = (values: Float64Array) =>
      words.forms.map((_, word) =>
        Array.from({ length: offsets[word + 1]! - offsets[word]! }, (_, i) => {
          const slot = offsets[word]! + i;
          return [names[tags[slot]!]!, values[slot]!] as const;
        }).filter(([, value]) => value !== 0)
      );
    const shown = (all: Answered["parses"]) =>
      all.map(({ derivation, objective }) => {
        const tree = this.#treeOf(answered, derivation);
        return {
          score: objective,
          categories: Array.from(derivation.tags, (tag) => names[tag]!),
          tree: bracketsOf(tree),
          dependencies: dependenciesOf(tree).map(({ head, category, slot, argument }) =>
            [head, printCategory(category), slot, argument] as const
          ),
        };
      });
    return {
      id,
      words: words.forms,
      pos: words.pos,
      parses: shown(parses),
      ...failure !== undefined && { failure },
      ...this.#hasProof && parses.length > 0 && {
        bound: Number.isFinite(bound) ? bound : null,
        proven: isProven,
        ...multipliers && { multipliers: bySlot(multipliers) },
      },
      ...beliefs && { beliefs: bySlot(beliefs) },
      ...samples !== undefined && {
        samples: typeof samples === "string" ? samples : shown(samples),
      },
    };
  }
}
