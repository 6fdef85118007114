/**
 * A corpus as numbers: strings live only until here.
 *
 * @module
 */

import type { Sentence } from "../corpora/corpus.ts";
import { type EncodedCorpus, UNKNOWN_LABEL } from "./linear_model.ts";
import { IntList } from "./int_list.ts";
import { contextFeatures, formFeatures } from "./features.ts";

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
