/**
 * The averaged structured perceptron, first order: over one chain of labels, or over two chains
 * with a cross factor.
 *
 * @module
 */

import type { Decoder, Options, Work } from "../../decoders/contract.ts";
import type { Lattice, Model, Path, TransitionStructure } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import { percent } from "../markdown.ts";
import { expandTransitions, type ProductModel } from "../packs/product.ts";
import { sentenceStarts } from "../dataset.ts";
import { AveragedRows, RegularisedPairs, type Regulariser } from "./averaged_weights.ts";
import { learn, type Learner, type LoopOptions, type TrainingProgress } from "./learn.ts";
import type { LinearModel } from "../linear_model.ts";
import { PathFinder } from "./path_finder.ts";

/** Averaged weights are rounded to multiples of 2^−6 = 1/64. */
const WEIGHT_EXPONENT = 6;
/** Those of a regularised model, which may be small, to multiples of 2^−16. */
const REGULARISED_EXPONENT = 16;

/** The sentences that a perceptron learns from, and how. */
export interface PerceptronOptions extends LoopOptions {
  /** L: label ids are below it. */
  readonly labelCount: number;
  /** Feature ids are below it. */
  readonly featureCount: number;
  /** Finds the best path of the current weights; exact. */
  readonly decoder: Decoder;
  /** Options of the decoder; the others have their defaults. */
  readonly decoderOptions?: Options;
  /** Shrinks the weights of label pairs after each sentence; none if not given. */
  readonly regulariser?: Regulariser;
  /** Sees each sentence as it is decoded. */
  readonly watcher?: TrainingWatcher;
}

/** The sentences that two chains are learned from, and how; the labels of the corpus are pairs. */
export interface FactorialOptions extends LoopOptions {
  /** Feature ids are below it. */
  readonly featureCount: number;
  /** P and Q, the numbers of labels of the two chains. */
  readonly sizes: readonly [number, number];
  /** The components of each pair, by chain. */
  readonly components: readonly [Int32Array, Int32Array];
}

/** Mistakes, time and work of a perceptron so far. */
export interface PerceptronInsight {
  /** Tokens of this epoch that were given a wrong label. */
  readonly mistakes: number;
  /** Milliseconds that the decoder has taken since training began. */
  readonly decodingMs: number;
  /** What the decoder has done since training began. */
  readonly work: Readonly<Work>;
}

/** "91.2% of this epoch's tokens right" */
export function mistakesText({ tokens, mistakes }: TrainingProgress & PerceptronInsight): string {
  return `${percent(1 - mistakes / tokens, 1)} of this epoch's tokens right`;
}

/** Sees what a trainer decodes, with the weights of that moment. */
export interface TrainingWatcher {
  /**
   * A sentence has been decoded and is about to be learned from. What is given may change later.
   *
   * @param model with the current transitions
   * @param best the path of dense Viterbi
   */
  sentence(model: Model, lattice: Lattice, best: Path): void;
  /** The transition from `previous` to `label` has changed. */
  revise(previous: number, label: number): void;
}

/**
 * Learns a linear model: whenever the best path ŷ of a sentence is not the right one y, the weights
 * of the features and label pairs of y grow by 1 and those of ŷ shrink by 1. The result is the
 * average of the weights after every sentence of every epoch, in units of 1/64 (nearest, halves
 * upwards; of 2^−16 with a regulariser).
 *
 * All weights are integers, or multiples of 2^−30 with a regulariser (see `RegularisedPairs`), and
 * so are the sums that the averages come from, and of several best paths ŷ is always the one of
 * dense Viterbi: every machine and every exact decoder gets the same model. Memory: L² for the
 * transitions, and what the features need for the labels they were changed for.
 *
 * Source: Collins 2002, "Discriminative Training Methods for Hidden Markov Models", sections 2.3
 * and 2.5. Weights are stored by feature as in Huang et al. 2012.
 *
 * @param onProgress called after every sentence; what it is given may change later
 */
export async function trainPerceptron(
  options: PerceptronOptions,
  onProgress: (progress: TrainingProgress & PerceptronInsight) => void = () => {},
): Promise<LinearModel> {
  const learner = new Perceptron(options);
  await learn(options, learner, onProgress);
  return learner.average();
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
  const { sizes, components } = options;
  const factor = (chain: 0 | 1) => ({
    size: sizes[chain],
    components: components[chain],
    transitions: new Float64Array(sizes[chain] ** 2),
  });
  const decoding = { decoder: viterbi, decoderOptions: { transitions: "structured" } };
  const labelCount = components[0].length;
  const learner = new Perceptron({ ...options, ...decoding, labelCount }, [factor(0), factor(1)]);
  await learn(options, learner, onProgress);
  const labelWeights = learner.averagePairs();
  return { sizes, components, linear: learner.average(), labelWeights };
}

/** A set of labels that has transitions of its own: all labels, or one half of the pairs. */
interface Chain {
  /** The component of each label. */
  readonly components: ArrayLike<number>;
  /** The labels of each component. */
  readonly labels: readonly (readonly number[])[];
  /** Its first component, as both chains count them. */
  readonly offset: number;
}

/** The weights while they change: a step after each sentence. */
class Perceptron implements Learner<PerceptronInsight> {
  readonly #options: PerceptronOptions;
  readonly #starts: Int32Array;
  readonly #chains: readonly Chain[];
  /** Rows are features, columns components. */
  readonly #weights: AveragedRows;
  /** Rows and columns are components of one chain. */
  readonly #bigrams: AveragedRows;
  /** Rows are labels; one column: the cross factor. */
  readonly #pairs: AveragedRows;
  /** The cross factor of now. */
  readonly #cross: Float64Array;
  /** Its transitions are the current weights of the bigrams. */
  readonly #model: Model;
  /** The average of the transitions if they are regularised, where changes are not integers. */
  readonly #regularised: RegularisedPairs | undefined;
  /** Room for the emissions of the longest sentence, and for a position's scores of components. */
  readonly #emissions: Float64Array;
  readonly #scores: Float64Array;
  /** Sentences visited. */
  #step = 0;
  /** Tokens of this epoch that were given a wrong label. */
  #mistakes = 0;
  readonly #finder: PathFinder;

  readonly batch = 1;
  readonly isDone = false;

  /** @param structure of pairs of labels; one chain has none */
  constructor(options: PerceptronOptions, structure?: TransitionStructure) {
    const { labelCount, featureCount, corpus, decoder, decoderOptions, regulariser } = options;
    const sums = { exactSums: true, float32Exact: false };
    this.#options = options;
    this.#starts = sentenceStarts(corpus.lengths);
    this.#chains = structure === undefined
      ? [oneChain(labelCount)]
      : [chainOf(structure, 0), chainOf(structure, 1)];
    const componentCount = this.#chains.reduce((sum, { labels }) => sum + labels.length, 0);
    this.#weights = new AveragedRows(featureCount);
    this.#bigrams = new AveragedRows(componentCount);
    this.#pairs = new AveragedRows(labelCount);
    this.#cross = new Float64Array(labelCount);
    this.#model = structure === undefined
      ? { labelCount, transitions: new Float64Array(labelCount * labelCount), ...sums }
      : { labelCount, transitions: expandTransitions(structure), ...sums, structure };
    const longest = corpus.lengths.reduce((a, b) => Math.max(a, b));
    this.#emissions = new Float64Array(longest * labelCount);
    this.#scores = new Float64Array(componentCount);
    this.#regularised = regulariser && new RegularisedPairs(labelCount, regulariser);
    this.#finder = new PathFinder(this.#model, decoder, decoderOptions);
  }

  get insight(): PerceptronInsight {
    const { decodingMs, work } = this.#finder;
    return { mistakes: this.#mistakes, decodingMs, work };
  }

  begin(): void {
    this.#mistakes = 0;
  }

  /** Decodes sentences and learns from the mistakes. */
  step(sentences: Int32Array): void {
    for (const sentence of sentences) this.#visit(sentence);
  }

  #visit(sentence: number): void {
    const { corpus, watcher } = this.#options;
    const start = this.#starts[sentence]!;
    const length = corpus.lengths[sentence]!;
    const lattice = this.#lattice(start, length);
    const best = this.#finder.best(lattice);
    watcher?.sentence(this.#model, lattice, best);
    this.#learn(start, best.labels, corpus.labels.subarray(start, start + length));
    this.#step++;
    this.#regularised?.shrink(this.#model.transitions, (x, y) => this.#revise(x, y));
  }

  /** The average of the weights after each visit. */
  average(): LinearModel {
    const regularised = this.#regularised;
    const unitExponent = regularised === undefined ? WEIGHT_EXPONENT : REGULARISED_EXPONENT;
    const scale = 2 ** unitExponent;
    return {
      unitExponent,
      weights: this.#weights.average(this.#step, scale),
      transitions: (regularised ?? this.#bigrams).average(this.#step, scale),
    };
  }

  /** The average of the cross factor, by label. */
  averagePairs(): Int32Array {
    const { offsets, values } = this.#pairs.average(this.#step, 2 ** WEIGHT_EXPONENT);
    // A row of one column has at most one entry.
    return this.#model.structure![0].components.map((_, label) =>
      offsets[label] === offsets[label + 1] ? 0 : values[offsets[label]!]!
    );
  }

  #lattice(start: number, length: number): Lattice {
    const { labelCount, structure } = this.#model;
    const emissions = this.#emissions.subarray(0, length * labelCount).fill(0);
    for (let t = 0; t < length; t++) {
      if (structure === undefined) this.#addFeatures(start + t, emissions, t * labelCount);
      else this.#addPairs(start + t, structure, emissions, t * labelCount);
    }
    return { length, emissions };
  }

  /** Adds the scores of a position's components. */
  #addFeatures(position: number, scores: Float64Array, offset: number): void {
    const { features, featureOffsets } = this.#options.corpus;
    for (let i = featureOffsets[position]!; i < featureOffsets[position + 1]!; i++) {
      this.#weights.addRowTo(features[i]!, scores, offset);
    }
  }

  /** Adds the scores of a position's pairs. */
  #addPairs(
    position: number,
    [{ size, components: first }, { components: second }]: TransitionStructure,
    emissions: Float64Array,
    offset: number,
  ): void {
    const scores = this.#scores.fill(0);
    this.#addFeatures(position, scores, 0);
    for (let y = 0; y < first.length; y++) {
      emissions[offset + y] = scores[first[y]!]! + scores[size + second[y]!]! + this.#cross[y]!;
    }
  }

  #learn(start: number, guess: Int32Array, gold: Int32Array): void {
    for (let t = 0; t < gold.length; t++) {
      const isWrong = guess[t] !== gold[t];
      if (isWrong) {
        this.#mistakes++;
        this.#addToPair(gold[t]!, 1);
        this.#addToPair(guess[t]!, -1);
      }
      if (!isWrong && (t === 0 || guess[t - 1] === gold[t - 1])) continue;
      for (const chain of this.#chains) this.#learnChain(chain, start, t, guess, gold);
    }
  }

  /** Learns from a chain's component at a position, and from the bigram that ends there. */
  #learnChain(
    chain: Chain,
    start: number,
    t: number,
    guess: Int32Array,
    gold: Int32Array,
  ): void {
    const { corpus: { features, featureOffsets } } = this.#options;
    const { components, offset } = chain;
    const [right, wrong] = [components[gold[t]!]!, components[guess[t]!]!];
    if (right !== wrong) {
      for (let i = featureOffsets[start + t]!; i < featureOffsets[start + t + 1]!; i++) {
        this.#weights.add(features[i]!, offset + right, 1, this.#step);
        this.#weights.add(features[i]!, offset + wrong, -1, this.#step);
      }
    }
    if (t === 0) return;
    const [rightBefore, wrongBefore] = [components[gold[t - 1]!]!, components[guess[t - 1]!]!];
    if (right === wrong && rightBefore === wrongBefore) return;
    this.#addToBigram(chain, rightBefore, right, 1);
    this.#addToBigram(chain, wrongBefore, wrong, -1);
  }

  #addToPair(label: number, delta: number): void {
    if (this.#chains.length === 1) return;
    this.#cross[label]! += delta;
    this.#pairs.add(label, 0, delta, this.#step);
  }

  /** Changes a transition of a chain, and those of all labels that have it. */
  #addToBigram(chain: Chain, previous: number, next: number, delta: number): void {
    const { labelCount, transitions, structure } = this.#model;
    const { labels, offset } = chain;
    if (structure !== undefined) {
      const factor = structure[offset === 0 ? 0 : 1];
      factor.transitions[previous * factor.size + next]! += delta;
    }
    this.#bigrams.add(offset + previous, offset + next, delta, this.#step);
    for (const x of labels[previous]!) {
      for (const y of labels[next]!) {
        transitions[x * labelCount + y]! += delta;
        this.#revise(x, y);
      }
    }
  }

  /** Passes on to the decoder and the watcher that a transition has changed. */
  #revise(previous: number, label: number): void {
    this.#finder.revise(previous, label);
    this.#options.watcher?.revise(previous, label);
  }
}

/** The chain of labels that are no pairs. */
function oneChain(labelCount: number): Chain {
  const components = Int32Array.from({ length: labelCount }, (_, label) => label);
  return { components, labels: Array.from(components, (label) => [label]), offset: 0 };
}

/** One of the chains of pairs. */
function chainOf(structure: TransitionStructure, chain: 0 | 1): Chain {
  const { size, components } = structure[chain];
  const labels = Array.from({ length: size }, (): number[] => []);
  components.forEach((component, label) => labels[component]!.push(label));
  return { components, labels, offset: chain === 0 ? 0 : structure[0].size };
}
