/**
 * The tagger of the tutorial while it is trained: word embeddings, a bidirectional LSTM, a linear
 * layer, a CRF; the strings that it knows, and the lattices that it makes of sentences.
 *
 * @module
 */

import { remembered, sentenceStarts } from "../../dataset.ts";
import type { FeatureModel } from "../../models/contract.ts";
import { byteString } from "../../models/byte_strings.ts";
import { featureModel } from "../../models/feature_model.ts";
import {
  type EmbeddingTable,
  INPUTS,
  inUnits,
  namesOf,
  UNKNOWN,
  type WordColumn,
} from "../../models/network.ts";
import { NETWORK_TEMPLATES } from "../../models/words.ts";
import { tensor, type TensorFile } from "../../packs/tensors.ts";
import { Random } from "../../random.ts";
import { CrfLayer, dropOut, dropoutMask, LinearLayer } from "./layers.ts";
import type { Library } from "./library.ts";
import { Bilstm } from "./lstm.ts";
import { fillUniform, type Parameter, type Table } from "./optimiser.ts";
import type { BilstmSettings } from "../settings.ts";

/** Numbers for the strings of a column; `UNKNOWN` is for all others. */
export class Vocabulary {
  readonly #column: WordColumn;
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [0];

  /** Knows the strings of the given words. */
  constructor(column: WordColumn, forms: Iterable<string>) {
    this.#column = column;
    for (const form of forms) {
      const [string] = column.of(form);
      const number = remembered(this.#numbers, string!, () => this.#counts.length);
      this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    }
  }

  /** The known strings, from number 1 on. */
  get strings(): string[] {
    return [...this.#numbers.keys()];
  }

  /** Known strings, and one for the others. */
  get size(): number {
    return this.#counts.length;
  }

  /** The number of a word's string. */
  numberOf(form: string): number {
    for (const string of this.#column.of(form)) {
      const number = this.#numbers.get(string);
      if (number !== undefined) return number;
    }
    return UNKNOWN;
  }

  /**
   * The same number, or sometimes `UNKNOWN` for what was seen only once, so that training meets
   * unknown strings as testing does.
   *
   * Source: Dyer et al. 2015, Section 3.2.
   */
  blurred(number: number, probability: number, random: Random): number {
    if (this.#counts[number] !== 1) return number;
    return random.uniform() < probability ? UNKNOWN : number;
  }
}

/** Looks up words in one table a column, and spreads derivatives over the rows that were used. */
export class Embeddings {
  /** One a column. */
  readonly tables: readonly Table[];
  /** D: numbers of a word, those of all columns side by side. */
  readonly width: number;
  readonly #vocabularies: readonly Vocabulary[];

  /**
   * Draws the numbers, each with variance 1/D.
   *
   * @param forms all words of the training part, as often as they occur
   */
  constructor(columns: readonly WordColumn[], forms: readonly string[], random: Random) {
    this.#vocabularies = columns.map((column) => new Vocabulary(column, forms));
    this.width = columns.reduce((sum, { width }) => sum + width, 0);
    this.tables = columns.map(({ name, width }, i) => {
      const values = new Float32Array(this.#vocabularies[i]!.size * width);
      fillUniform(values, Math.sqrt(3 / this.width), random);
      return { name, width, values, gradients: new Map() };
    });
  }

  /** The known strings of each column. */
  get strings(): string[][] {
    return this.#vocabularies.map(({ strings }) => strings);
  }

  /** The rows of a word, one a column. */
  rowsOf(form: string): number[] {
    return this.#vocabularies.map((vocabulary) => vocabulary.numberOf(form));
  }

  /** The same rows as training should see them. */
  blurred(rows: readonly number[], probability: number, random: Random): number[] {
    return rows.map((row, i) => this.#vocabularies[i]!.blurred(row, probability, random));
  }

  /** N×D, from the rows of N words. */
  lookUp(words: readonly (readonly number[])[]): Float32Array<ArrayBuffer> {
    const found = new Float32Array(words.length * this.width);
    let at = 0;
    for (const rows of words) {
      for (const [i, { width, values }] of this.tables.entries()) {
        const from = rows[i]! * width;
        found.set(values.subarray(from, from + width), at);
        at += width;
      }
    }
    return found;
  }

  /** Sets the gradients of the rows of N words from derivatives N×D. */
  spread(words: readonly (readonly number[])[], derivatives: Float32Array): void {
    for (const { gradients } of this.tables) gradients.clear();
    let at = 0;
    for (const rows of words) {
      for (const [i, { width, gradients }] of this.tables.entries()) {
        const gradient = remembered(gradients, rows[i]!, () => new Float32Array(width));
        for (let j = 0; j < width; j++) gradient[j]! += derivatives[at + j]!;
        at += width;
      }
    }
  }
}

/** A sentence as numbers. */
export interface EncodedSentence {
  /** T rows, one a column of the inputs. */
  readonly words: readonly (readonly number[])[];
  /** T labels by rank. */
  readonly gold: Int32Array;
}

/** What a network is built for. */
export interface NetworkShape {
  /** L, the number of labels. */
  readonly labelCount: number;
  /** All words of the training part, as often as they occur. */
  readonly forms: readonly string[];
  /** Of the first weights. */
  readonly seed: number;
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
    this.embeddings = new Embeddings(INPUTS[settings.inputs], forms, random);
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

  /** The network as a model that tags words, in float64 and without the library. */
  toModel(labels: readonly string[]): FeatureModel {
    const [inputs, recurrent, biases] = this.#lstm.parameters.map(({ values }) => doubles(values));
    const { weights, biases: own } = this.#linear.unpadded();
    const columns = INPUTS[this.#settings.inputs].map(({ name }, i): [string, EmbeddingTable] => {
      const names = namesOf(this.embeddings.strings[i]!.map(byteString));
      return [name, { names, values: doubles(this.tables[i]!.values) }];
    });
    const [transitions, start, end] = this.crf.parameters;
    return featureModel({
      format: "trellis",
      labels,
      transitions: doubles(inUnits(transitions.values, "transition")),
      start: doubles(inUnits(start.values, "start score")),
      end: doubles(inUnits(end.values, "end score")),
      templates: NETWORK_TEMPLATES,
      network: {
        columns: Object.fromEntries(columns),
        lstm: { inputs: inputs!, recurrent: recurrent!, biases: biases! },
        linear: { weights: doubles(weights), biases: doubles(own) },
      },
    }, "the network that was trained");
  }

  /** Emissions of at most `batch` sentences, N×L, without dropout. */
  async emissions(sentences: readonly EncodedSentence[]): Promise<Float32Array<ArrayBuffer>> {
    const inputs = this.embeddings.lookUp(sentences.flatMap(({ words }) => words));
    const encoded = await this.#lstm.forward(inputs, lengthsOf(sentences), false);
    return await this.#linear.forward(encoded);
  }

  /**
   * Sets the gradients of the mean loss of at most `batch` sentences; gives the sum of their
   * losses, and the milliseconds of the CRF layer.
   *
   * @param random of unknown words and of dropout; without it there is neither
   */
  async learn(
    sentences: readonly EncodedSentence[],
    random?: Random,
  ): Promise<{ readonly loss: number; readonly crfMs: number }> {
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

function doubles(values: Float32Array): Float64Array {
  return Float64Array.from(values);
}

function lengthsOf(sentences: readonly EncodedSentence[]): Int32Array {
  return Int32Array.from(sentences, ({ words }) => words.length);
}

/**
 * A dense pack of sentences: emissions, transitions, start and end scores, all rounded to 2⁻¹⁰,
 * and the right labels.
 *
 * @param batch sentences that the network takes at once
 * @throws RangeError naming the score if it is not finite or above 1,024
 */
export async function taggedFile(
  network: Pick<BilstmNetwork, "crf" | "emissions">,
  sentences: readonly EncodedSentence[],
  batch: number,
): Promise<TensorFile> {
  const [transitions, start, end] = network.crf.parameters;
  const L = start.values.length;
  const lengths = lengthsOf(sentences);
  const starts = sentenceStarts(lengths);
  const emissions = new Float32Array(starts.at(-1)! * L);
  // Sentences of about the same length leave little padding.
  const order = Array.from(lengths, (_, i) => i).sort((a, b) => lengths[a]! - lengths[b]! || a - b);
  for (let first = 0; first < order.length; first += batch) {
    const indices = order.slice(first, first + batch);
    const found = await network.emissions(indices.map((i) => sentences[i]!));
    let at = 0;
    for (const i of indices) {
      const size = lengths[i]! * L;
      emissions.set(found.subarray(at, at + size), starts[i]! * L);
      at += size;
    }
  }
  const gold = new Int32Array(starts.at(-1)!);
  sentences.forEach((sentence, i) => gold.set(sentence.gold, starts[i]!));
  return {
    metadata: {},
    tensors: new Map([
      ["emissions", tensor(Float32Array.from(inUnits(emissions, "emission")), [gold.length, L])],
      ["lengths", tensor(lengths)],
      ["transitions", tensor(inUnits(transitions.values, "transition"), [L, L])],
      ["start_transitions", tensor(inUnits(start.values, "start score"))],
      ["end_transitions", tensor(inUnits(end.values, "end score"))],
      ["gold", tensor(gold)],
    ]),
  };
}
