/**
 * The averaged structured perceptron for two chains with a cross factor.
 *
 * @module
 */

import { type Prepared, prepared } from "../../decoders/chain/prepared.ts";
import { newWork } from "../../decoders/contract.ts";
import type { Model, TransitionStructure } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import type { ProductModel } from "../packs/product.ts";
import { sentenceStarts } from "../task.ts";
import { expandTransitions } from "../packs/transition_structure.ts";
import { AveragedRows } from "./averaged_weights.ts";
import { learn, type Learner, type LoopOptions, type TrainingProgress } from "./learn.ts";
import { type PerceptronInsight, WEIGHT_EXPONENT } from "./perceptron.ts";

/** What to learn from, and how; the labels of the corpus are pairs. */
export interface FactorialOptions extends LoopOptions {
  /** Feature ids are below it. */
  readonly featureCount: number;
  /** P and Q. */
  readonly sizes: readonly [number, number];
  /** The components of each pair, by chain. */
  readonly components: readonly [Int32Array, Int32Array];
  /** How Viterbi uses the transitions; both ways learn the same. */
  readonly transitions?: "dense" | "structured";
}

/**
 * Learns two linear models over the same features and the weights of the pairs: whenever the best
 * path of pairs is not the right one, the weights of what the right path has grow by 1 and those of
 * what the best path has shrink by 1: in each chain the features where its label is wrong and its
 * label bigrams, and the pair at each position. The result is the average of the weights after
 * every sentence, in units of 1/64.
 *
 * All weights are integers, so every machine gets the same model. The lattice of a sentence has
 * T·PQ scores; Viterbi decodes it exactly.
 *
 * Source: Collins 2002, sections 2.3 and 2.5; the model is that of Belanger et al., Section 6.1.
 *
 * @param onProgress called after every sentence
 */
export async function trainFactorialPerceptron(
  options: FactorialOptions,
  onProgress: (progress: TrainingProgress & PerceptronInsight) => void = () => {},
): Promise<ProductModel> {
  const learner = new FactorialPerceptron(options);
  await learn(options, learner, onProgress);
  return learner.average();
}

/** The weights while they change: a step after each sentence. */
class FactorialPerceptron implements Learner<PerceptronInsight> {
  readonly #options: FactorialOptions;
  readonly #starts: Int32Array;
  readonly #componentCount: number;
  /** Rows are features, columns components. */
  readonly #weights: AveragedRows;
  /** Rows and columns are components of one chain. */
  readonly #bigrams: AveragedRows;
  /** Rows are labels; one column. */
  readonly #pairs: AveragedRows;
  /** The current weights of the pairs. */
  readonly #cross: Float64Array;
  readonly #model: Model & { readonly structure: TransitionStructure };
  /** The labels of each component, by chain. */
  readonly #labelsOf: readonly (readonly number[][])[];
  /** Prepared for the current transitions; undefined after they changed. */
  #decode: Prepared | undefined;
  /** Sentences visited. */
  #step = 0;
  readonly batch = 1;
  readonly isDone = false;
  readonly insight = { mistakes: 0, decodingMs: 0, work: newWork() };

  constructor(options: FactorialOptions) {
    const { sizes, components, corpus, featureCount } = options;
    const labelCount = components[0].length;
    this.#options = options;
    this.#starts = sentenceStarts(corpus.lengths);
    this.#componentCount = sizes[0] + sizes[1];
    this.#weights = new AveragedRows(featureCount);
    this.#bigrams = new AveragedRows(this.#componentCount);
    this.#pairs = new AveragedRows(labelCount);
    this.#cross = new Float64Array(labelCount);
    const factor = (chain: 0 | 1) => ({
      size: sizes[chain],
      components: components[chain],
      transitions: new Float64Array(sizes[chain] ** 2),
    });
    const structure = [factor(0), factor(1)] as const;
    this.#model = {
      labelCount,
      transitions: expandTransitions(structure),
      exactSums: true,
      float32Exact: false,
      structure,
    };
    this.#labelsOf = structure.map(({ size, components }) => {
      const labels = Array.from({ length: size }, (): number[] => []);
      components.forEach((component, label) => labels[component]!.push(label));
      return labels;
    });
  }

  begin(): void {
    this.insight.mistakes = 0;
  }

  /** Decodes sentences and learns from the mistakes. */
  step(sentences: Int32Array): void {
    for (const sentence of sentences) this.#visit(sentence);
  }

  #visit(sentence: number): void {
    const { corpus, transitions = "structured" } = this.#options;
    const start = this.#starts[sentence]!;
    const length = corpus.lengths[sentence]!;
    const lattice = { length, emissions: this.#emissions(start, length) };
    const before = performance.now();
    this.#decode ??= prepared(viterbi, this.#model, { transitions });
    const guess = this.#decode(lattice, 1, this.insight.work).paths[0]!.labels;
    this.insight.decodingMs += performance.now() - before;
    const gold = corpus.labels.subarray(start, start + length);
    let mistakes = 0;
    gold.forEach((label, t) => {
      if (label === guess[t]) return;
      mistakes++;
      this.#addToPair(label, 1);
      this.#addToPair(guess[t]!, -1);
    });
    if (mistakes > 0) {
      this.#learn(0, start, guess, gold);
      this.#learn(1, start, guess, gold);
      this.insight.mistakes += mistakes;
    }
    this.#step++;
  }

  /** The average of the weights after each visit. */
  average(): ProductModel {
    const { sizes, components } = this.#options;
    const scale = 2 ** WEIGHT_EXPONENT;
    const { offsets, values } = this.#pairs.average(this.#step, scale);
    return {
      sizes,
      components,
      linear: {
        unitExponent: WEIGHT_EXPONENT,
        weights: this.#weights.average(this.#step, scale),
        transitions: this.#bigrams.average(this.#step, scale),
      },
      // A row of one column has at most one entry.
      labelWeights: Int32Array.from(
        components[0],
        (_, label) => offsets[label] === offsets[label + 1] ? 0 : values[offsets[label]!]!,
      ),
    };
  }

  #emissions(start: number, length: number): Float64Array {
    const { sizes, components: [first, second], corpus } = this.#options;
    const { features, featureOffsets } = corpus;
    const labelCount = first.length;
    const scores = new Float64Array(this.#componentCount);
    const emissions = new Float64Array(length * labelCount);
    for (let t = 0; t < length; t++) {
      scores.fill(0);
      for (let i = featureOffsets[start + t]!; i < featureOffsets[start + t + 1]!; i++) {
        this.#weights.addRowTo(features[i]!, scores, 0);
      }
      for (let y = 0; y < labelCount; y++) {
        emissions[t * labelCount + y] = scores[first[y]!]! + scores[sizes[0] + second[y]!]! +
          this.#cross[y]!;
      }
    }
    return emissions;
  }

  /** Learns from the mistakes of one chain. */
  #learn(chain: 0 | 1, start: number, guess: Int32Array, gold: Int32Array): void {
    const { corpus: { features, featureOffsets }, components, sizes } = this.#options;
    const of = components[chain];
    const offset = chain * sizes[0];
    for (let t = 0; t < gold.length; t++) {
      const right = of[gold[t]!]!;
      const wrong = of[guess[t]!]!;
      if (right !== wrong) {
        for (let i = featureOffsets[start + t]!; i < featureOffsets[start + t + 1]!; i++) {
          this.#weights.add(features[i]!, offset + right, 1, this.#step);
          this.#weights.add(features[i]!, offset + wrong, -1, this.#step);
        }
      }
      if (t === 0) continue;
      const rightBefore = of[gold[t - 1]!]!;
      const wrongBefore = of[guess[t - 1]!]!;
      if (right === wrong && rightBefore === wrongBefore) continue;
      this.#addToBigram(chain, rightBefore, right, 1);
      this.#addToBigram(chain, wrongBefore, wrong, -1);
    }
  }

  #addToPair(label: number, delta: number): void {
    this.#cross[label]! += delta;
    this.#pairs.add(label, 0, delta, this.#step);
  }

  /** Changes a transition of a chain, and those of all pairs that have it. */
  #addToBigram(chain: 0 | 1, previous: number, next: number, delta: number): void {
    const { labelCount, transitions, structure } = this.#model;
    const factor = structure[chain];
    factor.transitions[previous * factor.size + next]! += delta;
    const labels = this.#labelsOf[chain]!;
    for (const x of labels[previous]!) {
      for (const y of labels[next]!) transitions[x * labelCount + y]! += delta;
    }
    const offset = chain * this.#options.sizes[0];
    this.#bigrams.add(offset + previous, offset + next, delta, this.#step);
    this.#decode = undefined;
  }
}
