/**
 * The weights of a supertagger while it is trained with a parser.
 *
 * @module
 */

import type { Slots } from "../../../decoders/parsing/model.ts";
import { sentenceStarts } from "../../task.ts";
import { seenSupport, type Support, weightCount } from "../crf/support.ts";
import type { EncodedCorpus } from "../linear_model.ts";

/** Slots without scores. */
type Places = Pick<Slots, "offsets" | "tags">;

/** The weights of features and of pairs of tags, of those that are seen. */
export class TaggerWeights {
  readonly support: Support;
  /** Numbered as by the support; all 0 at first. */
  readonly weights: Float64Array;
  readonly #corpus: EncodedCorpus;
  readonly #starts: Int32Array;
  /** The weights of pairs, L×L. */
  readonly #dense: Float64Array;
  /** Numbers of the pairs that have weights. */
  readonly #pairs: ReadonlyMap<number, number>;
  readonly #row: Float64Array;

  /** For the sentences of a corpus. */
  constructor(corpus: EncodedCorpus, tagCount: number, featureCount: number) {
    this.support = seenSupport(corpus, tagCount, featureCount);
    this.weights = new Float64Array(weightCount(this.support));
    this.#corpus = corpus;
    this.#starts = sentenceStarts(corpus.lengths);
    this.#dense = new Float64Array(tagCount ** 2);
    const { pairs, labels } = this.support;
    this.#pairs = new Map(Array.from(pairs, (pair, i) => [pair, labels.length + i]));
    this.#row = new Float64Array(tagCount);
  }

  /** The weights have been changed from outside. */
  refresh(): void {
    for (const [pair, weight] of this.#pairs) this.#dense[pair] = this.weights[weight]!;
  }

  /** The weights of pairs, times the coupling, L×L. */
  transitions(coupling: number): Float64Array {
    return coupling === 1 ? this.#dense : this.#dense.map((weight) => coupling * weight);
  }

  /** The score of each slot of a sentence. */
  emissions(sentence: number, { offsets, tags }: Places): Float64Array {
    const scores = new Float64Array(tags.length);
    for (let t = 0; t + 1 < offsets.length; t++) {
      this.#score(this.#starts[sentence]! + t);
      for (let slot = offsets[t]!; slot < offsets[t + 1]!; slot++) {
        scores[slot] = this.#row[tags[slot]!]!;
      }
    }
    return scores;
  }

  /** The score of one tag a word. */
  scoreOf(sentence: number, tags: Int32Array, coupling: number): number {
    let score = 0;
    tags.forEach((tag, t) => {
      this.#score(this.#starts[sentence]! + t);
      score += this.#row[tag]!;
      if (t > 0) score += coupling * this.#dense[tags[t - 1]! * this.#row.length + tag]!;
    });
    return score;
  }

  /**
   * Moves the weights along the gradient.
   *
   * @param slots the probability of each slot
   * @param pairs that of each pair of slots, as `TagChain.pairPosteriors` orders them
   */
  step(
    sentence: number,
    { offsets, tags }: Places,
    right: Int32Array,
    slots: Float64Array,
    pairs: Float64Array,
    { rate, coupling }: { readonly rate: number; readonly coupling: number },
  ): void {
    let pair = 0;
    for (let t = 0; t < right.length; t++) {
      const uses = this.#row.fill(0);
      uses[right[t]!] = 1;
      for (let slot = offsets[t]!; slot < offsets[t + 1]!; slot++) {
        uses[tags[slot]!]! -= slots[slot]!;
      }
      this.#stepFeatures(this.#starts[sentence]! + t, uses, rate);
      if (t === 0) continue;
      this.#addPair(right[t - 1]!, right[t]!, rate * coupling);
      for (let slot = offsets[t]!; slot < offsets[t + 1]!; slot++) {
        for (let before = offsets[t - 1]!; before < offsets[t]!; before++) {
          this.#addPair(tags[before]!, tags[slot]!, -rate * coupling * pairs[pair++]!);
        }
      }
    }
  }

  /** The scores of all tags at a position of the corpus, in `#row`. */
  #score(position: number): void {
    const { features, featureOffsets } = this.#corpus;
    const { offsets, labels } = this.support;
    this.#row.fill(0);
    for (let j = featureOffsets[position]!; j < featureOffsets[position + 1]!; j++) {
      const feature = features[j]!;
      for (let i = offsets[feature]!; i < offsets[feature + 1]!; i++) {
        this.#row[labels[i]!]! += this.weights[i]!;
      }
    }
  }

  #stepFeatures(position: number, uses: Float64Array, rate: number): void {
    const { features, featureOffsets } = this.#corpus;
    const { offsets, labels } = this.support;
    for (let j = featureOffsets[position]!; j < featureOffsets[position + 1]!; j++) {
      const feature = features[j]!;
      for (let i = offsets[feature]!; i < offsets[feature + 1]!; i++) {
        this.weights[i]! += rate * uses[labels[i]!]!;
      }
    }
  }

  #addPair(previous: number, tag: number, change: number): void {
    const pair = previous * this.#row.length + tag;
    const weight = this.#pairs.get(pair);
    if (weight === undefined) return;
    this.#dense[pair] = this.weights[weight]! += change;
  }
}
