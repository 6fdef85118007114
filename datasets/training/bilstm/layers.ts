/**
 * The layers around the LSTM: dropout, the linear layer that makes emissions, and the CRF layer,
 * which scores label pairs, first and last labels.
 *
 * @module
 */

import {
  type Loss,
  negativeLogLikelihood,
} from "../../../decoders/probability/negative_log_likelihood.ts";
import type { Random } from "../../random.ts";
import {
  download,
  type Library,
  type LibraryArray,
  perLibrary,
  type Program,
  toLibrary,
  upload,
} from "./library.ts";
import { glorotBound, type Parameter, zeroParameter } from "./optimiser.ts";

/** Rows of a call: every call is the same program, so that one is compiled. */
const ROWS = 256;
/** Columns are padded to a multiple of this, which the library is faster with. */
const COLUMNS = 16;

/** Compiled once for all layers of a library. */
const programsOf = perLibrary(makePrograms);

/** Rows·W + b, for N rows of any number, with its derivatives. */
export class LinearLayer {
  /** W [D, L] and b [L], both with padded columns, which stay 0. */
  readonly parameters: readonly [Parameter, Parameter];
  readonly #library: Library;
  readonly #inputs: number;
  readonly #outputs: number;
  readonly #padded: number;
  readonly #programs: ReturnType<typeof makePrograms>;

  /**
   * Draws the weights; all biases are 0.
   *
   * @param inputs D
   * @param outputs L
   */
  constructor(library: Library, inputs: number, outputs: number, random: Random) {
    this.#library = library;
    this.#inputs = inputs;
    this.#outputs = outputs;
    this.#padded = Math.ceil(outputs / COLUMNS) * COLUMNS;
    this.parameters = [
      zeroParameter("linear_weights", [inputs, this.#padded]),
      zeroParameter("linear_biases", [this.#padded]),
    ];
    const bound = glorotBound(inputs, outputs);
    this.parameters[0].values.forEach((_, i, weights) => {
      if (i % this.#padded < outputs) weights[i] = bound * (2 * random.uniform() - 1);
    });
    this.#programs = programsOf(library);
  }

  /** W [D, L] and b [L] without the padding. */
  unpadded(): { weights: Float32Array; biases: Float32Array } {
    const [weights, biases] = this.parameters;
    const [L, padded] = [this.#outputs, this.#padded];
    return {
      weights: weights.values.filter((_, i) => i % padded < L),
      biases: biases.values.slice(0, L),
    };
  }

  /** Scores N×L of hidden states N×D. */
  async forward(rows: Float32Array): Promise<Float32Array<ArrayBuffer>> {
    const [weights, biases] = upload(this.#library, this.parameters, "values");
    const found: LibraryArray[] = [];
    for (const chunk of this.#split(rows, this.#inputs, this.#inputs)) {
      found.push(...this.#programs.forward(chunk, weights.ref, biases.ref));
    }
    weights.dispose();
    biases.dispose();
    return await join(found, this.#padded, this.#outputs, rows.length / this.#inputs);
  }

  /**
   * Derivatives N×D of the rows; the parameters get their gradients.
   *
   * @param rows those of the forward pass
   * @param derivatives of its result, N×L
   */
  async backward(
    rows: Float32Array,
    derivatives: Float32Array,
  ): Promise<Float32Array<ArrayBuffer>> {
    const [weights, biases] = upload(this.#library, this.parameters, "values");
    biases.dispose();
    let [sum, biasSum] = upload(this.#library, this.parameters, "zeros");
    const chunks = this.#split(derivatives, this.#outputs, this.#padded);
    const found = this.#split(rows, this.#inputs, this.#inputs).map((chunk, i) => {
      const [w, b, x] = this.#programs.backward(sum, biasSum, chunk, weights.ref, chunks[i]!);
      [sum, biasSum] = [w!, b!];
      return x!;
    });
    weights.dispose();
    this.parameters[0].gradient.set(await download(sum));
    this.parameters[1].gradient.set(await download(biasSum));
    return await join(found, this.#inputs, this.#inputs, rows.length / this.#inputs);
  }

  /** Chunks [ROWS, padded]. */
  #split(rows: Float32Array, width: number, padded: number): LibraryArray[] {
    const count = rows.length / width;
    return Array.from({ length: Math.ceil(count / ROWS) }, (_, chunk) => {
      const values = new Float32Array(ROWS * padded);
      const first = chunk * ROWS;
      for (let row = first; row < Math.min(count, first + ROWS); row++) {
        values.set(rows.subarray(row * width, (row + 1) * width), (row - first) * padded);
      }
      return toLibrary(this.#library, values, [ROWS, padded]);
    });
  }
}

function makePrograms({ jit, numpy: np }: Library): Record<"forward" | "backward", Program> {
  const forward = jit((rows: LibraryArray, weights: LibraryArray, biases: LibraryArray) => [
    np.matmul(rows, weights).add(biases),
  ]) as unknown as Program;
  // ∂/∂W = rowsᵀ·d, ∂/∂b = Σ d, ∂/∂rows = d·Wᵀ, for derivatives d of the results.
  const backward = jit((...[sum, biasSum, rows, weights, derivatives]: FiveArrays) => [
    sum.add(np.matmul(np.transpose(rows), derivatives.ref)),
    biasSum.add(np.sum(derivatives.ref, 0)),
    np.matmul(derivatives, np.transpose(weights)),
  ]) as unknown as Program;
  return { forward, backward };
}

type FiveArrays = [LibraryArray, LibraryArray, LibraryArray, LibraryArray, LibraryArray];

/** The first columns of the first rows of all chunks. */
async function join(
  chunks: readonly LibraryArray[],
  padded: number,
  width: number,
  count: number,
): Promise<Float32Array<ArrayBuffer>> {
  const rows = new Float32Array(count * width);
  for (const [chunk, array] of chunks.entries()) {
    const values = await download(array);
    const first = chunk * ROWS;
    for (let row = first; row < Math.min(count, first + ROWS); row++) {
      const at = (row - first) * padded;
      rows.set(values.subarray(at, at + width), row * width);
    }
  }
  return rows;
}

/** −ln p(gold) of sentences, and its derivatives. */
export class CrfLayer {
  /** Transitions [L, L], row = previous label, start and end scores [L]; all 0 at first. */
  readonly parameters: readonly [Parameter, Parameter, Parameter];
  readonly #labelCount: number;
  readonly #isLearned: boolean;
  readonly #transitions: Float64Array;
  readonly #counts: Float64Array;
  readonly #loss: Loss;

  /**
   * Without `isLearned` the scores stay 0: positions are independent, and the loss is that of a
   * softmax at each of them.
   */
  constructor(labelCount: number, isLearned: boolean) {
    this.#labelCount = labelCount;
    this.#isLearned = isLearned;
    this.parameters = [
      zeroParameter("transitions", [labelCount, labelCount]),
      zeroParameter("start_transitions", [labelCount]),
      zeroParameter("end_transitions", [labelCount]),
    ];
    this.#transitions = new Float64Array(labelCount * labelCount);
    this.#counts = new Float64Array(isLearned ? this.#transitions.length : 0);
    this.#loss = negativeLogLikelihood(
      { labelCount, transitions: this.#transitions, exactSums: false, float32Exact: false },
      isLearned ? {} : { entries: new Int32Array(0) },
    );
  }

  /**
   * The sum of the losses of some sentences. Derivatives, divided by `share`, go to `derivatives`
   * and, where they are learned, to the parameters.
   *
   * Start and end scores are added to the first and last row, so that their derivatives are those
   * of these rows.
   *
   * @param emissions N×L, sentences one after another
   * @param gold N labels
   * @param derivatives N×L, overwritten
   * @throws RangeError naming the sentence and position if a label is none of the L, or if a score
   * is not a number
   */
  learn(
    emissions: Float32Array,
    lengths: Int32Array,
    gold: Int32Array,
    derivatives: Float32Array,
    share: number,
  ): number {
    const L = this.#labelCount;
    const [transitions, start, end] = this.parameters;
    this.#transitions.set(transitions.values);
    this.#loss.revise();
    this.#counts.fill(0);
    start.gradient.fill(0);
    end.gradient.fill(0);
    let [sum, position] = [0, 0];
    lengths.forEach((length, sentence) => {
      const from = position * L;
      const scores = Float64Array.from(emissions.subarray(from, from + length * L));
      const last = (length - 1) * L;
      for (let y = 0; y < L; y++) {
        scores[y]! += start.values[y]!;
        scores[last + y]! += end.values[y]!;
      }
      const nodes = new Float64Array(length * L);
      const { value } = this.#loss(
        { length, emissions: scores },
        gold.subarray(position, position + length),
        { emissions: nodes, transitions: this.#counts },
        sentence,
      );
      sum += value;
      for (let i = 0; i < nodes.length; i++) derivatives[from + i] = nodes[i]! / share;
      if (this.#isLearned) {
        for (let y = 0; y < L; y++) {
          start.gradient[y]! += nodes[y]! / share;
          end.gradient[y]! += nodes[last + y]! / share;
        }
      }
      position += length;
    });
    this.#counts.forEach((count, i) => transitions.gradient[i] = count / share);
    return sum;
  }
}

/**
 * Factors that are 0 with the given probability and otherwise 1/(1 − probability), so that the mean
 * of what they multiply stays. Undefined, which leaves all numbers, without a source of chance.
 *
 * Source: Srivastava et al. 2014, Section 10.
 */
export function dropoutMask(
  size: number,
  probability: number,
  random: Random | undefined,
): Float32Array | undefined {
  if (random === undefined || probability === 0) return undefined;
  const kept = 1 / (1 - probability);
  const mask = new Float32Array(size);
  for (let i = 0; i < size; i++) mask[i] = random.uniform() < probability ? 0 : kept;
  return mask;
}

/** Multiplies numbers, or derivatives of what was multiplied, in place. */
export function dropOut(values: Float32Array, mask: Float32Array | undefined): void {
  if (mask === undefined) return;
  for (let i = 0; i < values.length; i++) values[i]! *= mask[i]!;
}
