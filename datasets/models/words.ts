/**
 * The features that `train` describes words by: those of the papers' taggers, and those of the
 * supertagger.
 *
 * Source: Huang et al. 2012, section 5; Kaji et al. 2010, section 5.1: words, word bigrams,
 * prefixes and suffixes, spelling; parts of speech where they are given.
 *
 * @module
 */

import { briefJson } from "../visible.ts";
import type { Templates } from "./contract.ts";

/** `Templates.syntax` of models that `train` has learned. */
export const WORDS_SYNTAX = "trellis";
/** That of supertaggers. */
export const SUPERTAG_SYNTAX = "supertags";
/** A network takes words as they are. */
export const NETWORK_TEMPLATES: Templates = { syntax: "network", patterns: ["word"] };
/** Which columns a model looks at: the word, or the word and its part of speech. */
const COLUMNS = ["word", "pos"];

/** A sentence without labels. */
export interface Words {
  /** The words as written. */
  readonly forms: readonly string[];
  /** Their parts of speech, where the model looks at them. */
  readonly pos?: readonly string[];
}

/** What tokens are described by. */
export interface WordFeatures {
  /** What a word says wherever it stands. */
  form(form: string): string[];
  /** What stands around a position. */
  context(sentence: Words, position: number): string[];
}

/** Prefixes and suffixes have 1 to this many characters. */
const AFFIX_LENGTH = 4;
/** Words and parts of speech are seen from this many positions before to as many after. */
const WINDOW = 2;
/** Stands for a word outside the sentence: no word is empty. */
const OUTSIDE = "";
/** Joins the halves of a bigram: no word of a column format holds a tab. */
const JOIN = "\t";

/**
 * What a word's spelling says about its own position, whatever stands around it: a bias, prefixes
 * and suffixes of 1–4 characters, capital initial, all capitals, a digit, all digits, a hyphen,
 * all punctuation.
 */
export function formFeatures(form: string): string[] {
  const characters = [...form];
  const features = ["bias"];
  for (let n = 1; n <= Math.min(AFFIX_LENGTH, characters.length); n++) {
    features.push(`p${n}=${characters.slice(0, n).join("")}`);
    features.push(`s${n}=${characters.slice(-n).join("")}`);
  }
  if (/^\p{Lu}/u.test(form)) features.push("capital");
  if (/^\p{Lu}+$/u.test(form)) features.push("capitals");
  if (/\p{Nd}/u.test(form)) features.push("digit");
  if (/^\p{Nd}+$/u.test(form)) features.push("digits");
  if (form.includes("-")) features.push("hyphen");
  if (/^[\p{P}\p{S}]+$/u.test(form)) features.push("punctuation");
  return features;
}

/**
 * What stands around a position: words at −2..2, word bigrams (−1,0) and (0,1), and, where the
 * sentence has parts of speech, those at −2..2 and their bigrams from (−2,−1) to (1,2).
 */
export function contextFeatures(sentence: Words, position: number): string[] {
  const { forms, pos } = sentence;
  const features: string[] = [];
  const at = (values: readonly string[], offset: number) => values[position + offset] ?? OUTSIDE;
  for (let d = -WINDOW; d <= WINDOW; d++) features.push(`w${d}=${at(forms, d)}`);
  for (const d of [-1, 0]) features.push(`ww${d}=${at(forms, d)}${JOIN}${at(forms, d + 1)}`);
  if (pos !== undefined) {
    for (let d = -WINDOW; d <= WINDOW; d++) features.push(`t${d}=${at(pos, d)}`);
    for (let d = -WINDOW; d < WINDOW; d++) {
      features.push(`tt${d}=${at(pos, d)}${JOIN}${at(pos, d + 1)}`);
    }
  }
  return features;
}

/** A supertagger looks at suffixes of so many characters. */
const SUFFIXES = [2, 3];

/**
 * The features of a word that a supertagger weighs: a bias, suffixes of 2 and 3 characters, words
 * and parts of speech at −2..2, pairs of parts of speech from (−2,−1) to (1,2), the three around
 * the word, and the word with the next part of speech.
 *
 * Source: Clark and Curran 2007, Section 4.2, for words and parts of speech; CCG asks for the word
 * after a verb, which is in the last one.
 */
export const SUPERTAG_FEATURES: WordFeatures = {
  form(form) {
    const characters = [...form];
    return [
      "bias",
      ...SUFFIXES.filter((n) => n <= characters.length)
        .map((n) => `s${n}=${characters.slice(-n).join("")}`),
    ];
  },
  context({ forms, pos }, position) {
    if (pos === undefined) {
      throw new RangeError(`Cannot tag words without parts of speech: ${briefJson(forms)}`);
    }
    const at = (values: readonly string[], offset: number) => values[position + offset] ?? OUTSIDE;
    const features: string[] = [];
    for (let d = -WINDOW; d <= WINDOW; d++) {
      features.push(`w${d}=${at(forms, d)}`, `t${d}=${at(pos, d)}`);
    }
    for (let d = -WINDOW; d < WINDOW; d++) {
      features.push(`tt${d}=${at(pos, d)}${JOIN}${at(pos, d + 1)}`);
    }
    features.push(
      `ttt=${at(pos, -1)}${JOIN}${at(pos, 0)}${JOIN}${at(pos, 1)}`,
      `wt=${at(forms, 0)}${JOIN}${at(pos, 1)}`,
    );
    return features;
  },
};

/** The templates of a supertagger. */
export const SUPERTAG_TEMPLATES: Templates = { syntax: SUPERTAG_SYNTAX, patterns: COLUMNS };

/** The templates of a model of words, with or without parts of speech. */
export function wordTemplates(hasPos: boolean): Templates {
  return { syntax: WORDS_SYNTAX, patterns: hasPos ? COLUMNS : COLUMNS.slice(0, 1) };
}

/**
 * The columns that a model of words looks at.
 *
 * @throws SyntaxError for others than `wordTemplates` names
 */
export function wordColumns({ patterns }: Templates): readonly string[] {
  const known = wordTemplates(patterns.length === COLUMNS.length).patterns;
  if (patterns.join() === known.join()) return known;
  throw new SyntaxError(
    `Cannot use columns of a model: ${briefJson(patterns)} (known: ${COLUMNS.join(", ")})`,
  );
}
