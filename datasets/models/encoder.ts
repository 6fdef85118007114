/**
 * From columns to rows of a model's weights, by the patterns of a model or by features of words.
 *
 * @module
 */

import type { AttributeRows } from "./attribute_rows.ts";
import { byteString } from "./byte_strings.ts";
import type { Expand, FeatureModel } from "./contract.ts";
import {
  formFeatures,
  SUPERTAG_FEATURES,
  SUPERTAG_SYNTAX,
  wordColumns,
  WORDS_SYNTAX,
} from "./words.ts";
import { briefJson } from "../visible.ts";
import type { PatternPart, PatternTables } from "../../decoders/kernels/text/text_reader.ts";
import { crfppExpander, crfppTables } from "./crfpp_patterns.ts";
import { wapitiExpander, wapitiTables } from "./wapiti_patterns.ts";

/** Words are seen from this many positions before to as many after. */
const WINDOW = 2;
/** What is known of so many words is kept, and of so many pairs of neighbours. */
const MOST_KEPT = 2 ** 14;
const MOST_PAIRS = 2 ** 15;

/** Finds the attributes of sentences in columns. */
export interface ColumnEncoder {
  /**
   * Adds the positions of a sentence, a row of columns each.
   *
   * @throws RangeError naming the position of a row that lacks a column
   */
  encode(sentence: readonly (readonly string[])[], into: AttributeRows): void;
}

/**
 * What encodes columns for a model.
 *
 * @throws TypeError for a model without patterns, SyntaxError naming a pattern that is none
 */
export function columnEncoder(model: FeatureModel): ColumnEncoder {
  const { attributes, templates } = model;
  if (templates?.syntax === WORDS_SYNTAX) {
    return new WordEncoder(attributes, wordColumns(templates));
  }
  /** Adds a position with the attributes that the model has. */
  const add = (names: readonly string[], into: AttributeRows) => {
    for (const name of names) {
      const row = attributes.get(name);
      if (row !== undefined) into.add(row);
    }
    into.end();
  };
  if (templates?.syntax === SUPERTAG_SYNTAX) {
    const columns = wordColumns(templates);
    return {
      encode(sentence, into) {
        const [forms, pos] = columns.map((name, index) => columnOf(sentence, name, index));
        forms!.forEach((form, t) => {
          const around = SUPERTAG_FEATURES.context({ forms: forms!, pos: pos! }, t);
          add([...SUPERTAG_FEATURES.form(form), ...around].map(byteString), into);
        });
      },
    };
  }
  const expand = expander(model);
  return {
    encode(sentence, into) {
      const rows = sentence.map((row) => row.map(byteString));
      rows.forEach((_, t) => add(expand(rows, t), into));
    },
  };
}

/** A column of a sentence. @throws RangeError naming a token that lacks it */
function columnOf(
  sentence: readonly (readonly string[])[],
  name: string,
  index: number,
): string[] {
  return sentence.map((row, t) => {
    const field = row[index];
    if (field) return field;
    const why = field === "" ? "it is empty" : `it has ${row.length} columns`;
    throw new RangeError(`Cannot find the ${name} of token ${t}: ${why}`);
  });
}

/** What a word or a part of speech says wherever it stands, and around it. */
interface Known {
  readonly text: string;
  /** Rows of its own features. */
  readonly own: readonly number[];
  /** Row of it at −2 … 2, −1 for none. */
  readonly at: readonly number[];
  /** Rows of it and the one behind it, for each distance at which pairs are seen. */
  readonly pairs: Map<Known, readonly number[]>;
}

/**
 * The features of `words.ts` without making each as a text: those of a word, or of two that stand
 * side by side, are looked up when they are first seen, and kept.
 */
class WordEncoder implements ColumnEncoder {
  readonly #columns: readonly string[];
  readonly #seen: readonly SeenColumn[];

  constructor(attributes: ReadonlyMap<string, number>, columns: readonly string[]) {
    this.#columns = columns;
    this.#seen = [
      new SeenColumn(attributes, "w", [-1, 0], formFeatures),
      new SeenColumn(attributes, "t", [-2, -1, 0, 1], () => []),
    ].slice(0, columns.length);
  }

  encode(sentence: readonly (readonly string[])[], into: AttributeRows): void {
    this.#columns.forEach((name, index) => {
      this.#seen[index]!.see(columnOf(sentence, name, index));
    });
    for (let t = 0; t < sentence.length; t++) {
      for (const seen of this.#seen) seen.add(t, into);
      into.end();
    }
  }
}

/** A column of the sentence at hand, and what is known of the texts that stood in it so far. */
class SeenColumn {
  readonly #attributes: ReadonlyMap<string, number>;
  readonly #name: string;
  readonly #distances: readonly number[];
  readonly #featuresOf: (text: string) => string[];
  readonly #kept = new Map<string, Known>();
  #pairsKept = 0;
  /** The texts of the sentence with `WINDOW` before and behind it, and rows of neighbours. */
  #texts: readonly Known[] = [];
  #pairs: readonly (readonly number[])[] = [];

  /**
   * @param name of its features: `w-2=` and `ww-1=`
   * @param distances of pairs: the first of them stands so far from the position
   * @param featuresOf what a text says of its own position
   */
  constructor(
    attributes: ReadonlyMap<string, number>,
    name: string,
    distances: readonly number[],
    featuresOf: (text: string) => string[],
  ) {
    this.#attributes = attributes;
    this.#name = name;
    this.#distances = distances;
    this.#featuresOf = featuresOf;
  }

  /** Reads a sentence. */
  see(column: readonly string[]): void {
    if (this.#kept.size > MOST_KEPT || this.#pairsKept > MOST_PAIRS) {
      this.#kept.clear();
      this.#pairsKept = 0;
    }
    const outside = this.#kept.get("") ?? this.#know("", []);
    const around = new Array<Known>(WINDOW).fill(outside);
    const texts = column.map((text) =>
      this.#kept.get(text) ?? this.#know(text, this.#featuresOf(text))
    );
    this.#texts = [...around, ...texts, ...around];
    this.#pairs = this.#texts.slice(1).map((next, i) => {
      const first = this.#texts[i]!;
      return first.pairs.get(next) ?? this.#knowPair(first, next);
    });
  }

  /** Adds the features of a position. */
  add(t: number, into: AttributeRows): void {
    for (const row of this.#texts[t + WINDOW]!.own) into.add(row);
    for (let i = 0; i <= 2 * WINDOW; i++) {
      const row = this.#texts[t + i]!.at[i]!;
      if (row >= 0) into.add(row);
    }
    for (let i = 0; i < this.#distances.length; i++) {
      const row = this.#pairs[t + WINDOW + this.#distances[i]!]![i]!;
      if (row >= 0) into.add(row);
    }
  }

  #know(text: string, features: readonly string[]): Known {
    const at = Array.from({ length: 2 * WINDOW + 1 }, (_, i) => {
      return this.#rowOf(`${this.#name}${i - WINDOW}=${text}`);
    });
    const own = features.map((feature) => this.#rowOf(feature)).filter((row) => row >= 0);
    const known = { text, own, at, pairs: new Map() };
    this.#kept.set(text, known);
    return known;
  }

  #knowPair(first: Known, next: Known): readonly number[] {
    const name = this.#name + this.#name;
    const rows = this.#distances.map((d) => this.#rowOf(`${name}${d}=${first.text}\t${next.text}`));
    first.pairs.set(next, rows);
    this.#pairsKept++;
    return rows;
  }

  /** The row of a feature, −1 if the model does not have it. */
  #rowOf(feature: string): number {
    return this.#attributes.get(byteString(feature)) ?? -1;
  }
}

/** Kernels count rows and columns in 32 bits; what is farther away is said to be missing. */
const FARTHEST = 2 ** 20;

/** What another tool makes of the lines of a text, and of patterns. */
interface Syntax {
  /** What stands between columns. */
  readonly between: RegExp;
  /** Lines that are none of a sentence, and end it. */
  readonly end: RegExp;
  readonly expand: (patterns: readonly string[]) => Expand;
  readonly tables: (patterns: readonly string[]) => PatternTables | undefined;
}

/** Lines of blanks of ASCII alone. */
const BLANKS = /^[\t-\r ]*$/;
/** Source: `TaggerImpl::read` of CRF++, tagger.cpp; `rdr_readraw` of Wapiti, reader.c. */
const SYNTAXES = new Map<string, Syntax>([
  ["crfpp", { between: /[\t ]+/, end: /^([\t ]|$)/, expand: crfppExpander, tables: crfppTables }],
  ["wapiti", { between: /[\t-\r ]+/, end: BLANKS, expand: wapitiExpander, tables: wapitiTables }],
]);

function syntaxOf({ templates }: Pick<FeatureModel, "templates">): Syntax | undefined {
  return templates && SYNTAXES.get(templates.syntax);
}

/**
 * What makes attributes of columns for a model.
 *
 * @throws TypeError for a model without patterns, SyntaxError naming a pattern that is none
 */
export function expander(model: FeatureModel): Expand {
  const { templates, format } = model;
  if (templates === undefined) {
    throw new TypeError(`Cannot tag columns with a model without patterns (${format}): attributes`);
  }
  const syntax = syntaxOf(model);
  if (syntax !== undefined) return syntax.expand(templates.patterns);
  throw new TypeError(`Cannot read patterns in this syntax: ${briefJson(templates.syntax)}`);
}

/**
 * The columns of a line for a model. CRF++ has them between runs of tabs and spaces, Wapiti between
 * those of any blanks of ASCII; our own models between tabs, so that a word may have spaces in it,
 * or in a line without a tab between spaces.
 */
export function columnsOf(line: string, model: FeatureModel): string[] {
  const syntax = syntaxOf(model);
  if (syntax === undefined && line.includes("\t")) return line.split("\t");
  return line.split(syntax?.between ?? /[\t ]+/).filter((column) => column !== "");
}

/**
 * Whether a line ends a sentence, and is none of it: one that has blanks of ASCII alone; for CRF++
 * one that is empty or begins with a tab or a space, whatever stands behind that.
 */
export function endsSentence(line: string, model: Pick<FeatureModel, "templates">): boolean {
  return (syntaxOf(model)?.end ?? BLANKS).test(line);
}

/** The patterns of a model for kernels; undefined for none, and for what these cannot read. */
export function patternTables(model: FeatureModel): PatternTables | undefined {
  const tables = syntaxOf(model)?.tables(model.templates!.patterns);
  const parts = tables?.patterns.flat() ?? [];
  const isNear = (part: PatternPart) =>
    part instanceof Uint8Array || Math.max(Math.abs(part.row), part.column) <= FARTHEST;
  // Readers without patterns read items.
  return parts.length > 0 && parts.every(isNear) ? tables : undefined;
}
