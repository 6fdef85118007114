/**
 * The tagger of the tutorial: word embeddings, a bidirectional LSTM, a linear layer, a CRF; and the
 * lattices that it makes of sentences.
 *
 * @module
 */

import { tensor, type TensorFile } from "../../packs/tensors.ts";
import { sentenceStarts } from "../../dataset.ts";
import { Random } from "../../random.ts";
import { Embeddings, INPUTS } from "./embeddings.ts";
import { CrfLayer, dropOut, dropoutMask, LinearLayer } from "./layers.ts";
import type { Library } from "./library.ts";
import { Bilstm } from "./lstm.ts";
import type { Parameter, Table } from "./optimiser.ts";
import type { BilstmSettings } from "./settings.ts";

/** A sentence as numbers. */
export interface EncodedSentence {
  /** T rows, one a column of the inputs. */
  readonly words: readonly (readonly number[])[];
  /** T labels by rank. */
  readonly gold: Int32Array;
}

/** What a network is built for. */
export interface NetworkShape {
  /** L. */
  readonly labelCount: number;
  /** All words of the training part, as often as they occur. */
  readonly forms: readonly string[];
  /** Of the first weights. */
  readonly seed: number;
}

/** What one batch gives. */
export interface BatchLoss {
  /** Sum over the sentences. */
  readonly loss: number;
  /** Milliseconds of the CRF layer. */
  readonly crfMs: number;
}

/**
 * Emissions of sentences, and gradients of the mean loss of a batch.
 *
 * Source: Huang, Xu and Yu 2015, "Bidirectional LSTM-CRF Models for Sequence Tagging", Section 2.5.
 */
export class BilstmNetwork {
  /** All that changes in each step. */
  readonly parameters: readonly Parameter[];
  /** Embeddings. */
  readonly tables: readonly Table[];
  /** The last layer. */
  readonly crf: CrfLayer;
  readonly embeddings: Embeddings;
  readonly #settings: BilstmSettings;
  readonly #lstm: Bilstm;
  readonly #linear: LinearLayer;

  /** Draws all weights: the same seed, the same network. */
  constructor(
    library: Library,
    settings: BilstmSettings,
    { labelCount, forms, seed }: NetworkShape,
  ) {
    const random = new Random(seed);
    const { batch, hidden } = settings;
    this.#settings = settings;
    this.embeddings = new Embeddings(INPUTS[settings.inputs]!, forms, random);
    const sizes = { batch, inputs: this.embeddings.width, hidden };
    this.#lstm = new Bilstm(library, sizes, random);
    this.#linear = new LinearLayer(library, 2 * hidden, labelCount, random);
    this.crf = new CrfLayer(labelCount, settings.output === "crf");
    this.tables = this.embeddings.tables;
    this.parameters = [
      ...this.#lstm.parameters,
      ...this.#linear.parameters,
      ...this.crf.parameters,
    ];
  }

  /** Emissions of at most `batch` sentences, N×L, without dropout. */
  async emissions(sentences: readonly EncodedSentence[]): Promise<Float32Array<ArrayBuffer>> {
    const inputs = this.embeddings.lookUp(sentences.flatMap(({ words }) => words));
    const encoded = await this.#lstm.forward(inputs, lengthsOf(sentences), false);
    return await this.#linear.forward(encoded);
  }

  /**
   * Sets the gradients of the mean loss of at most `batch` sentences.
   *
   * @param random of unknown words and of dropout; without it there is neither
   */
  async learn(sentences: readonly EncodedSentence[], random?: Random): Promise<BatchLoss> {
    const { dropout, unknown } = this.#settings;
    const lengths = lengthsOf(sentences);
    let words = sentences.flatMap((sentence) => sentence.words);
    if (random !== undefined) {
      words = words.map((rows) => this.embeddings.blurred(rows, unknown, random));
    }
    const inputs = this.embeddings.lookUp(words);
    const inputMask = dropoutMask(inputs.length, dropout, random);
    dropOut(inputs, inputMask);
    const encoded = await this.#lstm.forward(inputs, lengths, true);
    const mask = dropoutMask(encoded.length, dropout, random);
    dropOut(encoded, mask);
    const emissions = await this.#linear.forward(encoded);

    const start = performance.now();
    const derivatives = new Float32Array(emissions.length);
    const gold = Int32Array.from(sentences.flatMap((sentence) => [...sentence.gold]));
    const loss = this.crf.learn(emissions, lengths, gold, derivatives, sentences.length);
    const crfMs = performance.now() - start;

    const ofEncoded = await this.#linear.backward(encoded, derivatives);
    dropOut(ofEncoded, mask);
    const ofInputs = await this.#lstm.backward(ofEncoded);
    dropOut(ofInputs, inputMask);
    this.embeddings.spread(words, ofInputs);
    return { loss, crfMs };
  }
}

function lengthsOf(sentences: readonly EncodedSentence[]): Int32Array {
  return Int32Array.from(sentences, ({ words }) => words.length);
}

/** Scores are rounded to multiples of this: a score of a pack is exact in every sum. */
const UNIT = 2 ** -10;
/** Scores are no larger: all sums of a sentence stay far below what is exact in float64. */
const LARGEST = 2 ** 10;

/**
 * A dense pack of sentences: emissions, transitions, start and end scores, all rounded to 2⁻¹⁰,
 * and the right labels.
 *
 * @param batch sentences that the network takes at once
 * @throws RangeError naming the score if it is not finite or above 1,024
 */
export async function taggedFile(
  network: BilstmNetwork,
  sentences: readonly EncodedSentence[],
  batch: number,
  metadata: Readonly<Record<string, string>> = {},
): Promise<TensorFile> {
  const [transitions, start, end] = network.crf.parameters;
  const L = start.values.length;
  const lengths = Int32Array.from(sentences, ({ words }) => words.length);
  const starts = sentenceStarts(lengths);
  const emissions = new Float32Array(starts.at(-1)! * L);
  // Sentences of about the same length leave little padding.
  const order = Array.from(lengths, (_, i) => i).sort((a, b) => lengths[a]! - lengths[b]! || a - b);
  for (let first = 0; first < order.length; first += batch) {
    const own = order.slice(first, first + batch);
    const found = await network.emissions(own.map((i) => sentences[i]!));
    let at = 0;
    for (const i of own) {
      const size = lengths[i]! * L;
      emissions.set(found.subarray(at, at + size), starts[i]! * L);
      at += size;
    }
  }
  const gold = new Int32Array(starts.at(-1)!);
  sentences.forEach((sentence, i) => gold.set(sentence.gold, starts[i]!));
  return {
    metadata,
    tensors: new Map([
      ["emissions", tensor(rounded(emissions, "emission"), [gold.length, L])],
      ["lengths", tensor(lengths)],
      ["transitions", tensor(rounded(transitions.values, "transition"), [L, L])],
      ["start_transitions", tensor(rounded(start.values, "start score"))],
      ["end_transitions", tensor(rounded(end.values, "end score"))],
      ["gold", tensor(gold)],
    ]),
  };
}

function rounded(values: Float32Array, what: string): Float32Array<ArrayBuffer> {
  return Float32Array.from(values, (value, i) => {
    if (!(Math.abs(value) <= LARGEST)) {
      throw new RangeError(`Cannot pack ${what} ${i} of a network: ${value}`);
    }
    return Math.round(value / UNIT) * UNIT;
  });
}
