/**
 * A corpus as numbers: those of its tokens' features and labels. Strings live only until here.
 *
 * @module
 */

import type { Sentence } from "../corpora/corpus.ts";
import type { Attribute } from "../models/contract.ts";
import { contextFeatures, formFeatures, type WordFeatures } from "../models/words.ts";
import { type EncodedCorpus, IntList, UNKNOWN_LABEL } from "../linear_model.ts";

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

/** Those of the taggers of the papers. */
const TAGGING: WordFeatures = { form: formFeatures, context: contextFeatures };

/**
 * Numbers features in the order in which training first sees them, and encodes sentences with
 * those numbers. Features that training did not have are left out, as they have no weight.
 */
export class Encoder {
  readonly #labels: ReadonlyMap<string, number>;
  readonly #describe: WordFeatures;
  readonly #features: Map<string, number>;

  /**
   * Knows no features yet, but for those that are given.
   *
   * @param labels the label strings by rank
   * @param features what to describe tokens by; as `words.ts` does if it is not given
   * @param known features that are numbered already
   */
  constructor(
    labels: readonly string[],
    features: WordFeatures = TAGGING,
    known: readonly string[] = [],
  ) {
    this.#features = new Map(known.map((feature, number) => [feature, number]));
    this.#describe = features;
    this.#labels = new Map(labels.map((label, rank) => [label, rank]));
  }

  /** The number of features seen in training. */
  get featureCount(): number {
    return this.#features.size;
  }

  /** The features by number. */
  get features(): IterableIterator<string> {
    return this.#features.keys();
  }

  /**
   * Encodes training sentences: every new feature gets the next number.
   *
   * @param least features that occur fewer times are left out
   */
  learn(sentences: readonly Sentence[], least = 1): EncodedCorpus {
    const counts = least > 1 ? this.#count(sentences) : undefined;
    return this.#encode(sentences, (feature) => {
      if (counts !== undefined && counts.get(feature)! < least) return undefined;
      const id = this.#features.get(feature) ?? this.#features.size;
      if (id === this.#features.size) this.#features.set(feature, id);
      return id;
    });
  }

  /** Encodes other sentences with the features and labels of training. */
  encode(sentences: readonly Sentence[]): EncodedCorpus {
    return this.#encode(sentences, (feature) => this.#features.get(feature));
  }

  /** How often each feature fires. */
  #count(sentences: readonly Sentence[]): Map<string, number> {
    const counts = new Map<string, number>();
    for (const sentence of sentences) {
      for (let t = 0; t < sentence.labels.length; t++) {
        for (const feature of this.#describeToken(sentence, t)) {
          counts.set(feature, (counts.get(feature) ?? 0) + 1);
        }
      }
    }
    return counts;
  }

  #describeToken(sentence: Sentence, t: number): string[] {
    if (sentence.items !== undefined) return sentence.items[t]!.map(nameOf);
    return [
      ...this.#describe.form(sentence.forms[t]!),
      ...this.#describe.context(sentence, t),
    ];
  }

  #encode(
    sentences: readonly Sentence[],
    idOf: (feature: string) => number | undefined,
  ): EncodedCorpus {
    const features = new IntList();
    const featureOffsets = new IntList();
    const labels = new IntList();
    const values: number[] = [];
    const formIds = new Map<string, number[]>();
    const idsOf = (strings: string[]) => strings.map(idOf).filter((id) => id !== undefined);
    featureOffsets.push(0);
    for (const sentence of sentences) {
      sentence.labels.forEach((label, t) => {
        for (const item of sentence.items?.[t] ?? []) {
          const id = idOf(nameOf(item));
          if (id === undefined) continue;
          features.push(id);
          values.push(typeof item === "string" ? 1 : item[1]);
        }
        if (sentence.items === undefined) {
          const form = sentence.forms[t]!;
          let ids = formIds.get(form);
          if (ids === undefined) formIds.set(form, ids = idsOf(this.#describe.form(form)));
          for (const id of ids) features.push(id);
          for (const id of idsOf(this.#describe.context(sentence, t))) features.push(id);
        }
        featureOffsets.push(features.length);
        labels.push(this.#labels.get(label) ?? UNKNOWN_LABEL);
      });
    }
    const isWeighted = values.some((value) => value !== 1);
    return {
      lengths: Int32Array.from(sentences, ({ labels }) => labels.length),
      featureOffsets: featureOffsets.toArray(),
      features: features.toArray(),
      ...isWeighted && { values: Float64Array.from(values) },
      labels: labels.toArray(),
    };
  }
}

function nameOf(item: Attribute): string {
  return typeof item === "string" ? item : item[0];
}
