/**
 * A corpus as numbers: the features of its tokens, as strings, and the numbers of features and
 * labels. Strings live only until here.
 *
 * Source: the papers' taggers (Huang et al. 2012, section 5; Kaji et al. 2010, section 5.1): words,
 * word bigrams, prefixes and suffixes, spelling; parts of speech where they are given.
 *
 * @module
 */

import type { Sentence } from "../corpora/corpus.ts";
import { type EncodedCorpus, IntList, UNKNOWN_LABEL } from "../linear_model.ts";

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
export function contextFeatures(sentence: Sentence, position: number): string[] {
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

/**
 * The labels by descending number of tokens that carry them; labels with the same number stand in
 * code-unit order. Index 0 is the most frequent.
 *
 * @example
 * ```ts
 * import { rankLabels } from "./encode.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const sentence = { forms: ["a", "b", "c", "d"], labels: ["Z", "Y", "Z", "X"] };
 * assertEquals(rankLabels([sentence]), ["Z", "X", "Y"]);
 * ```
 */
export function rankLabels(sentences: readonly Sentence[]): string[] {
  const counts = new Map<string, number>();
  for (const { labels } of sentences) {
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([label]) => label);
}

/** What tokens are described by. */
export interface Features {
  /** What a word says wherever it stands. */
  form(form: string): string[];
  /** What stands around a position. */
  context(sentence: Sentence, position: number): string[];
}

/** Those of the taggers of the papers. */
const TAGGING: Features = { form: formFeatures, context: contextFeatures };

/**
 * Numbers features in the order in which training first sees them, and encodes sentences with
 * those numbers. Features that training did not have are left out, as they have no weight.
 */
export class Encoder {
  readonly #labels: ReadonlyMap<string, number>;
  readonly #describe: Features;
  readonly #features = new Map<string, number>();

  /**
   * Knows no features yet.
   *
   * @param labels the label strings by rank
   * @param features what to describe tokens by; as `features.ts` does if it is not given
   */
  constructor(labels: readonly string[], features: Features = TAGGING) {
    this.#describe = features;
    this.#labels = new Map(labels.map((label, rank) => [label, rank]));
  }

  /** The number of features seen in training. */
  get featureCount(): number {
    return this.#features.size;
  }

  /** Encodes training sentences: every new feature gets the next number. */
  learn(sentences: readonly Sentence[]): EncodedCorpus {
    return this.#encode(sentences, (feature) => {
      const id = this.#features.get(feature) ?? this.#features.size;
      if (id === this.#features.size) this.#features.set(feature, id);
      return id;
    });
  }

  /** Encodes other sentences with the features and labels of training. */
  encode(sentences: readonly Sentence[]): EncodedCorpus {
    return this.#encode(sentences, (feature) => this.#features.get(feature));
  }

  #encode(
    sentences: readonly Sentence[],
    idOf: (feature: string) => number | undefined,
  ): EncodedCorpus {
    const features = new IntList();
    const featureOffsets = new IntList();
    const labels = new IntList();
    const formIds = new Map<string, number[]>();
    const idsOf = (strings: string[]) => strings.map(idOf).filter((id) => id !== undefined);
    featureOffsets.push(0);
    for (const sentence of sentences) {
      sentence.forms.forEach((form, t) => {
        let ids = formIds.get(form);
        if (ids === undefined) formIds.set(form, ids = idsOf(this.#describe.form(form)));
        for (const id of ids) features.push(id);
        for (const id of idsOf(this.#describe.context(sentence, t))) features.push(id);
        featureOffsets.push(features.length);
        labels.push(this.#labels.get(sentence.labels[t]!) ?? UNKNOWN_LABEL);
      });
    }
    return {
      lengths: Int32Array.from(sentences, ({ forms }) => forms.length),
      featureOffsets: featureOffsets.toArray(),
      features: features.toArray(),
      labels: labels.toArray(),
    };
  }
}
