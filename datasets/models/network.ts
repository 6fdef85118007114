/**
 * The network of the tutorial as a model: embeddings of words, a bidirectional LSTM and a linear
 * layer make the scores of labels. No library: loops in float64, and `exp` of our own.
 *
 * @module
 */

import { exp } from "../../decoders/kernels/probability/exp.ts";
import { bytesOf, byteString, byteStringOf } from "./byte_strings.ts";

/** Scores are rounded to multiples of this: a score of a pack is exact in every sum. */
const UNIT = 2 ** -10;
/** Scores are no larger: all sums of a sentence stay far below what is exact in float64. */
const LARGEST = 2 ** 10;
/** Input gate, forget gate, candidate, output gate. */
const GATES = 4;

/** Strings one after another, as bytes. */
export interface Names {
  /** Where the bytes of each name begin, and the end of the last. */
  readonly offsets: Int32Array;
  /** The bytes of the names, in UTF-8. */
  readonly bytes: Uint8Array;
}

/** A column's strings, from 1 on, and the numbers of each, first those of `UNKNOWN`. */
export interface EmbeddingTable {
  /** Of its strings. */
  readonly names: Names;
  /** [strings + 1, width]. */
  readonly values: Float64Array;
}

/** The numbers of a network; D numbers a word go in, H a direction come out of the LSTM. */
export interface Network {
  /** By name: `word`, or all of `INPUTS.spelling`. */
  readonly columns: Readonly<Record<string, EmbeddingTable>>;
  /** Weights of both directions: [2, D, 4H], [2, H, 4H] and [2, 4H]. */
  readonly lstm: {
    readonly inputs: Float64Array;
    readonly recurrent: Float64Array;
    readonly biases: Float64Array;
  };
  /** Weights and biases of the layer, [2H, L] and [L]. */
  readonly linear: { readonly weights: Float64Array; readonly biases: Float64Array };
}

/** The bytes of byte strings. */
export function namesOf(texts: readonly string[]): Names {
  const offsets = new Int32Array(texts.length + 1);
  texts.forEach((text, i) => offsets[i + 1] = offsets[i]! + text.length);
  return { offsets, bytes: bytesOf(texts.join("")) };
}

/** Byte strings by number, that of the first is `first`; undefined if two are the same. */
export function numbered({ offsets, bytes }: Names, first = 0): Map<string, number> | undefined {
  const numbers = new Map<string, number>();
  for (let i = 0; i + 1 < offsets.length; i++) {
    numbers.set(byteStringOf(bytes, offsets[i]!, offsets[i + 1]!), first + i);
  }
  return numbers.size === offsets.length - 1 ? numbers : undefined;
}

/** The number of every string that is not known. */
export const UNKNOWN = 0;

/** What a network sees of a word, each with a table of its own. */
export interface WordColumn {
  /** As in checkpoints. */
  readonly name: string;
  /** Numbers that stand for one string. */
  readonly width: number;
  /** The strings of a word, the first that is known counts. */
  of(form: string): string[];
}

const word: WordColumn = {
  name: "word",
  width: 96,
  of: (form) => {
    const digits = form.replace(/\p{Nd}/gu, "0");
    return [digits, digits.toLowerCase()];
  },
};

const suffix = (length: number, width: number): WordColumn => ({
  name: `suffix${length}`,
  width,
  of: (form) => [[...form.toLowerCase()].slice(-length).join("")],
});

/** Runs of capitals, small letters, digits and others as a letter each: `Xx` for "Word". */
const shape: WordColumn = {
  name: "shape",
  width: 8,
  of: (form) => [
    form.replace(/\p{Lu}+/gu, "X").replace(/\p{Ll}+/gu, "x").replace(/\p{Nd}+/gu, "0"),
  ],
};

/** What a network may see of its words: the words alone, or how they are written as well. */
export const INPUTS: Readonly<Record<"words" | "spelling", readonly WordColumn[]>> = {
  words: [word],
  spelling: [word, suffix(3, 24), suffix(2, 16), shape],
};

/**
 * Scores in multiples of 2^−10.
 *
 * @throws RangeError naming the score if it is not finite or above 1,024
 */
export function inUnits<Scores extends Float32Array | Float64Array>(
  scores: Scores,
  what: string,
): Scores {
  return scores.map((score, i) => {
    if (!(Math.abs(score) <= LARGEST)) {
      throw new RangeError(`Cannot use ${what} ${i} of a network: ${score}`);
    }
    return Math.round(score / UNIT) * UNIT;
  }) as Scores;
}

/**
 * A network whose numbers are finite and as many as they have to be.
 *
 * @throws RangeError naming the part otherwise, for strings of a column that are the same, and for
 * no column that is known
 */
export function checkedNetwork(network: Network, labelCount: number, source: string): Network {
  const { columns, lstm, linear } = network;
  const H = lstm.biases.length / (2 * GATES);
  const seen = INPUTS.spelling.filter(({ name }) => columns?.[name] !== undefined);
  const D = seen.reduce((sum, { width }) => sum + width, 0);
  const parts: [string, Float64Array, number][] = [
    ...seen.map(({ name, width }): [string, Float64Array, number] => {
      const { names, values } = columns[name]!;
      return [`${name}_values`, values, names.offsets.length * width];
    }),
    ["lstm_inputs", lstm.inputs, 2 * D * GATES * H],
    ["lstm_recurrent", lstm.recurrent, 2 * H * GATES * H],
    ["lstm_biases", lstm.biases, 2 * GATES * Math.max(1, Math.floor(H))],
    ["linear_weights", linear.weights, 2 * H * labelCount],
    ["linear_biases", linear.biases, labelCount],
  ];
  for (const [name, numbers, size] of parts) {
    const at = numbers.findIndex((number) => !Number.isFinite(number));
    if (numbers.length === size && at < 0) continue;
    const defect = at < 0
      ? `it has ${numbers.length} numbers, not ${size}`
      : `index ${at} is ${numbers[at]}`;
    throw new RangeError(`Cannot use ${name} of ${source}: ${defect}`);
  }
  if (D === 0) throw new RangeError(`Cannot use the network of ${source}: it sees no words`);
  new NetworkEncoder(network);
  return network;
}

/**
 * Makes the scores of sentences: with z = x·W + h_{t−1}·U + b in four parts, c_t = σ(z₂)·c_{t−1} +
 * σ(z₁)·tanh(z₃) and h_t = σ(z₄)·tanh(c_t), once from either end; then h·V + a.
 *
 * Sums are in one order, so that a network says the same on every machine and in every program.
 * Cost: 8H·(D + H) + 2HL products a word.
 *
 * Source: Hochreiter and Schmidhuber 1997; Huang, Xu and Yu 2015, Section 2.5.
 */
export class NetworkEncoder {
  readonly #network: Network;
  readonly #columns: readonly WordColumn[];
  readonly #numbers: readonly ReadonlyMap<string, number>[];
  /** Hidden units H and labels L. */
  readonly #hidden: number;
  readonly #labelCount: number;

  /** @throws RangeError for strings of a column that are the same */
  constructor(network: Network) {
    const { columns, lstm: { biases }, linear } = network;
    this.#network = network;
    this.#columns = INPUTS.spelling.filter(({ name }) => columns[name] !== undefined);
    this.#numbers = this.#columns.map(({ name }) => numbersOf(name, columns[name]!.names));
    this.#hidden = biases.length / (2 * GATES);
    this.#labelCount = linear.biases.length;
  }

  /** The emissions of a sentence, T×L, in multiples of 2^−10. @throws RangeError as `inUnits` */
  emissions(forms: readonly string[]): Float64Array {
    return inUnits(this.emissionsOfRows(forms.map((form) => this.#rowsOf(form))), "emission");
  }

  /** The same, not rounded, of words as numbers of their strings. */
  emissionsOfRows(words: readonly (readonly number[])[]): Float64Array {
    const [H, L] = [this.#hidden, this.#labelCount];
    const inputs = words.map((rows) => this.#embed(rows));
    const states = new Float64Array(words.length * 2 * H);
    for (const direction of [0, 1]) this.#run(inputs, direction, states);
    const { weights, biases } = this.#network.linear;
    const scores = new Float64Array(words.length * L);
    for (let t = 0; t < words.length; t++) {
      const row = scores.subarray(t * L, (t + 1) * L);
      row.set(biases);
      addProduct(states.subarray(2 * H * t, 2 * H * (t + 1)), weights, 0, row);
    }
    return scores;
  }

  #rowsOf(form: string): number[] {
    return this.#columns.map((column, i) => {
      const numbers = this.#numbers[i]!;
      const known = column.of(form).find((string) => numbers.has(byteString(string)));
      return known === undefined ? UNKNOWN : numbers.get(byteString(known))!;
    });
  }

  /** D numbers of a word. */
  #embed(rows: readonly number[]): Float64Array {
    const parts = this.#columns.map(({ name, width }, i) => {
      const from = rows[i]! * width;
      return this.#network.columns[name]!.values.subarray(from, from + width);
    });
    const found = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      found.set(part, at);
      at += part.length;
    }
    return found;
  }

  /** Puts the h_t of a direction into the states, beside those of the other. */
  #run(inputs: readonly Float64Array[], direction: number, states: Float64Array): void {
    const H = this.#hidden;
    const { inputs: weights, recurrent, biases } = this.#network.lstm;
    const T = inputs.length;
    let h: Float64Array = new Float64Array(H);
    const c = new Float64Array(H);
    const z = new Float64Array(GATES * H);
    for (let step = 0; step < T; step++) {
      const t = direction === 0 ? step : T - 1 - step;
      z.set(biases.subarray(direction * GATES * H, (direction + 1) * GATES * H));
      addProduct(inputs[t]!, weights, direction * weights.length / 2, z);
      addProduct(h, recurrent, direction * recurrent.length / 2, z);
      h = states.subarray((2 * t + direction) * H, (2 * t + direction + 1) * H);
      for (let i = 0; i < H; i++) {
        c[i] = sigmoid(z[H + i]!) * c[i]! + sigmoid(z[i]!) * tanh(z[2 * H + i]!);
        h[i] = sigmoid(z[3 * H + i]!) * tanh(c[i]!);
      }
    }
  }
}

/** Adds a row times the matrix from an index on. */
function addProduct(
  row: Float64Array,
  matrix: Float64Array,
  from: number,
  sums: Float64Array,
): void {
  for (let i = 0, at = from; i < row.length; i++) {
    const factor = row[i]!;
    for (let j = 0; j < sums.length; j++, at++) sums[j]! += factor * matrix[at]!;
  }
}

function sigmoid(x: number): number {
  return 1 / (1 + exp(-x));
}

function tanh(x: number): number {
  return 1 - 2 / (1 + exp(2 * x));
}

function numbersOf(column: string, names: Names): ReadonlyMap<string, number> {
  const numbers = numbered(names, 1);
  if (numbers !== undefined) return numbers;
  throw new RangeError(`Cannot use column ${column} of a network: two strings are the same`);
}
