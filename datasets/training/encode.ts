/**
 * A corpus as numbers: those of its tokens' features and labels. Strings live only until here,
 * those of labels that are pairs of a part of speech and a chunk, too.
 *
 * @module
 */

import type { Sentence } from "../corpora/corpus.ts";
import { remembered, tally } from "../dataset.ts";
import type { Attribute } from "../models/contract.ts";
import { contextFeatures, formFeatures, type WordFeatures } from "../models/words.ts";
import { type EncodedCorpus, IntList, UNKNOWN_LABEL } from "../linear_model.ts";
import { PENN_TAGS } from "../corpora/ewt/release.ts";
import { brief } from "../visible.ts";

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
  return [...tally(sentences.flatMap(({ labels }) => labels))]
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
      return remembered(this.#features, feature, () => this.#features.size);
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
          const ids = remembered(formIds, form, () => idsOf(this.#describe.form(form)));
          for (const id of ids) features.push(id);
          for (const id of idsOf(this.#describe.context(sentence, t))) features.push(id);
        }
        featureOffsets.push(features.length);
        labels.push(this.#labels.get(label) ?? UNKNOWN_LABEL);
      });
    }
    return {
      lengths: Int32Array.from(sentences, ({ labels }) => labels.length),
      featureOffsets: featureOffsets.toArray(),
      features: features.toArray(),
      ...values.some((value) => value !== 1) && { values: Float64Array.from(values) },
      labels: labels.toArray(),
    };
  }
}

function nameOf(item: Attribute): string {
  return typeof item === "string" ? item : item[0];
}

/** Stands between the halves of a pair. */
const JOIN = "|";
/** Types of chunks that are kept: adjective and adverb phrases are one, of modifiers. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["NP", "NP"],
  ["VP", "VP"],
  ["PP", "PP"],
  ["ADJP", "AP"],
  ["ADVP", "AP"],
]);

/** A pair of label sets and the order of their pairs. */
interface LabelPairs {
  /** Names of the two chains' labels by rank. */
  readonly chains: readonly [readonly string[], readonly string[]];
  /** Names of all P·Q pairs by rank. */
  readonly labels: readonly string[];
  /** Ranks of the halves of each pair, by chain. */
  readonly components: readonly [Int32Array, Int32Array];
}

/**
 * Makes a pair `XPOS|chunk` of a label `XPOS|features|chunk`, with one of 45 parts of speech and
 * one of 8 chunk labels.
 *
 * HYPH and NFP become `:`, ADD becomes NNP and GW becomes FW, as in the dataset of parts of speech
 * alone. The chunk labels are O and B- or I- of NP, VP and AP (ADJP or ADVP), and B-PP: a
 * preposition is a phrase of its own, so an I-PP (3 of 204,577 tokens) becomes B-PP. SBAR, PRT and
 * INTJ become O.
 *
 * @throws SyntaxError for a label without two halves
 *
 * @example
 * ```ts
 * import { posAndChunk } from "./encode.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   ["NN|Number=Sing|I-NP", "HYPH|_|B-INTJ", "RB|Degree=Pos|B-ADVP"].map(posAndChunk),
 *   ["NN|I-NP", ":|O", "RB|B-AP"],
 * );
 * ```
 */
export function posAndChunk(label: string): string {
  const [, xpos, position, type] = /^([^|]+)\|(?:.*\|)?(?:([BI])-(\w+)|O)$/.exec(label) ?? [];
  if (xpos === undefined) {
    throw new SyntaxError(`Cannot find a part of speech and a chunk in the label: ${brief(label)}`);
  }
  const kept = TYPES.get(type ?? "");
  const chunk = kept === undefined ? "O" : kept === "PP" ? "B-PP" : `${position}-${kept}`;
  return `${PENN_TAGS.get(xpos) ?? xpos}${JOIN}${chunk}`;
}

/**
 * Ranks the pairs of all labels that the halves of some sentences' labels have: by descending
 * number of tokens, pairs that do not occur last, equal ones in code-unit order.
 *
 * @throws SyntaxError for a label that is not a pair
 */
export function rankPairs(sentences: readonly Sentence[]): LabelPairs {
  const halves = sentences.map(({ forms, labels }) => ({ forms, pairs: labels.map(splitPair) }));
  const chain = (half: 0 | 1) =>
    rankLabels(halves.map(({ forms, pairs }) => ({ forms, labels: pairs.map((p) => p[half]) })));
  const chains = [chain(0), chain(1)] as const;
  const seen = rankLabels(sentences);
  const isSeen = new Set(seen);
  const unseen = chains[0].flatMap((first) => chains[1].map((second) => first + JOIN + second))
    .filter((pair) => !isSeen.has(pair)).sort();
  const labels = [...seen, ...unseen];
  const components = ([0, 1] as const).map((half) => {
    const ranks = new Map(chains[half].map((label, rank) => [label, rank]));
    return Int32Array.from(labels, (label) => ranks.get(splitPair(label)[half])!);
  });
  return { chains, labels, components: components as [Int32Array, Int32Array] };
}

function splitPair(label: string): [string, string] {
  const at = label.indexOf(JOIN);
  if (at < 0) {
    throw new SyntaxError(`Cannot split a label into a pair at "${JOIN}": ${brief(label)}`);
  }
  return [label.slice(0, at), label.slice(at + 1)];
}
