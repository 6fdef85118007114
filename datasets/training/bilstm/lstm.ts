/**
 * A bidirectional LSTM over sentences of different lengths, by the library.
 *
 * @module
 */

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
import { fillUniform, glorotBound, type Parameter, zeroParameter } from "./optimiser.ts";

/** Steps of a block: every block is the same program, so that one is compiled for all lengths. */
const STEPS = 8;

/** Sizes of an LSTM; the library is several times as fast where they are multiples of 16. */
interface LstmSizes {
  /** B: sentences side by side. */
  readonly batch: number;
  /** D: numbers a position that go in. */
  readonly inputs: number;
  /** H: numbers a position and direction that come out. */
  readonly hidden: number;
}

/**
 * Input weights [2, D, 4H], recurrent weights [2, H, 4H] and biases [2, 1, 4H]: of both directions,
 * for input gate, forget gate, candidate and output gate.
 */
type LstmWeights = readonly [LibraryArray, LibraryArray, LibraryArray];

/** Outputs of the steps [2, STEPS·B, H], then h and c at the end, [2, B, H]; or derivatives. */
type LstmOutputs = readonly [LibraryArray, LibraryArray, LibraryArray];

/** Compiled programs. Arrays that are passed are given away. */
interface LstmBlock {
  /**
   * h_t and c_t of the steps, from inputs [2, STEPS·B, D] and the h and c before them.
   *
   * With z = x·W + h_{t−1}·U + b in four parts: c_t = σ(z₂)·c_{t−1} + σ(z₁)·tanh(z₃) and
   * h_t = σ(z₄)·tanh(c_t).
   */
  forward(weights: LstmWeights, inputs: LibraryArray, before: LstmState): LstmOutputs;
  /**
   * Adds the derivatives of the weights to what later blocks gave, and gives those of the inputs
   * and of the h and c before the block. The forward pass is done again: nothing else is kept.
   */
  backward(
    sums: LstmWeights,
    weights: LstmWeights,
    inputs: LibraryArray,
    before: LstmState,
    derivatives: LstmOutputs,
  ): { readonly sums: LstmWeights; readonly inputs: LibraryArray; readonly before: LstmState };
}

/** The states h and c, each [2, B, H]. */
type LstmState = readonly [LibraryArray, LibraryArray];

/**
 * The programs of an LSTM; the library compiles them at their first calls with each shape.
 *
 * Source: Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000.
 */
const lstmBlock = perLibrary(makeBlock);

function makeBlock(library: Library): LstmBlock {
  const { grad, jit, nn, numpy: np } = library;
  const steps: Program = (...[inputWeights, recurrent, biases, inputs, before, cell]) => {
    const fromInputs = np.matmul(inputs!, inputWeights!).add(biases!);
    const outputs: LibraryArray[] = [];
    let [h, c] = [before!, cell!];
    for (const input of np.split(fromInputs, STEPS, 1)) {
      const sums = np.matmul(h, recurrent!.ref).add(input);
      const [inputGate, forget, candidate, output] = np.split(sums, 4, -1) as FourGates;
      c = nn.sigmoid(forget).mul(c).add(nn.sigmoid(inputGate).mul(np.tanh(candidate)));
      h = nn.sigmoid(output).mul(np.tanh(c.ref));
      outputs.push(h.ref);
    }
    recurrent!.dispose();
    return [np.concatenate(outputs, 1), h, c];
  };
  // Its derivatives are those of the outputs, weighted: one backward pass.
  const weighted = (...arrays: LibraryArray[]): LibraryArray => {
    const [outputs, h, c] = steps(...arrays.slice(0, 6)) as [...LstmOutputs];
    const [dOutputs, dh, dc] = arrays.slice(6) as [...LstmOutputs];
    return outputs.mul(dOutputs).sum().add(h.mul(dh).sum()).add(c.mul(dc).sum());
  };
  const derive = grad(weighted, { argnums: [0, 1, 2, 3, 4, 5] }) as unknown as Program;
  const forward = jit(steps) as unknown as Program;
  const backward = jit((...arrays: LibraryArray[]) => {
    const [sums, rest] = [arrays.slice(0, 3), arrays.slice(3)];
    const derivatives = derive(...rest);
    return derivatives.map((derivative, i) => sums[i]?.add(derivative) ?? derivative);
  }) as unknown as Program;
  return {
    forward: (weights, inputs, before) =>
      forward(...weights, inputs, ...before) as unknown as LstmOutputs,
    backward: (sums, weights, inputs, before, derivatives) => {
      const [w, u, b, x, h, c] = backward(
        ...[...sums, ...weights, inputs, ...before, ...derivatives],
      ) as [...LstmWeights, LibraryArray, ...LstmState];
      return { sums: [w, u, b], inputs: x, before: [h, c] };
    },
  };
}

/** Of input gate, forget gate, candidate, output gate. */
type FourGates = [LibraryArray, LibraryArray, LibraryArray, LibraryArray];

/** What the last forward pass leaves for the backward pass. */
interface Pass {
  readonly lengths: Int32Array;
  readonly weights: LstmWeights;
  /** Of each block: what went in, and h and c before it. */
  readonly blocks: readonly { readonly inputs: LibraryArray; readonly before: LstmState }[];
}

/**
 * h_t of both directions at each position, side by side.
 *
 * The second direction reads each sentence from its own end, so that padding comes last in both: no
 * mask is needed, because what follows a sentence is never read and gets no derivative.
 *
 * Positions of the sentences are one after another, without padding: N of them.
 */
export class Bilstm {
  /** Input weights, recurrent weights and biases, see `LstmWeights`. */
  readonly parameters: readonly [Parameter, Parameter, Parameter];
  readonly #library: Library;
  readonly #block: LstmBlock;
  readonly #sizes: LstmSizes;
  #pass: Pass | undefined;

  /** Draws the weights; the biases of the forget gates are 1, all others 0. */
  constructor(library: Library, sizes: LstmSizes, random: Random) {
    const { inputs, hidden } = sizes;
    this.#library = library;
    this.#block = lstmBlock(library);
    this.#sizes = sizes;
    this.parameters = [
      zeroParameter("lstm_inputs", [2, inputs, 4 * hidden]),
      zeroParameter("lstm_recurrent", [2, hidden, 4 * hidden]),
      zeroParameter("lstm_biases", [2, 1, 4 * hidden]),
    ];
    const [inputWeights, recurrent, biases] = this.parameters;
    fillUniform(inputWeights.values, glorotBound(inputs, hidden), random);
    fillUniform(recurrent.values, glorotBound(hidden, hidden), random);
    for (const gates of [0, 4 * hidden]) {
      biases.values.fill(1, gates + hidden, gates + 2 * hidden);
    }
  }

  /**
   * Outputs N×2H of at most B sentences.
   *
   * @param inputs N×D
   * @param isKept whether `backward` follows
   */
  async forward(
    inputs: Float32Array,
    lengths: Int32Array,
    isKept: boolean,
  ): Promise<Float32Array<ArrayBuffer>> {
    this.#release();
    const { batch, inputs: width, hidden } = this.#sizes;
    const weights: LstmWeights = upload(this.#library, this.parameters, "values");
    let state = this.#zeroState();
    const blocks: { inputs: LibraryArray; before: LstmState }[] = [];
    const found: LibraryArray[] = [];
    for (const block of this.#split(inputs, lengths, width)) {
      const steps = toLibrary(this.#library, block, [2, STEPS * batch, width]);
      const [outputs, h, c] = this.#block.forward(shared(weights), steps.ref, shared(state));
      blocks.push({ inputs: steps, before: state });
      found.push(outputs);
      state = [h, c];
    }
    dispose(state);
    this.#pass = { lengths, weights, blocks };
    if (!isKept) this.#release();
    return this.#join(await Promise.all(found.map(download)), lengths, hidden);
  }

  /**
   * Derivatives N×D of the inputs of the last forward pass; the parameters get their gradients.
   *
   * @param derivatives of the outputs, N×2H
   * @throws TypeError if no forward pass has kept what is needed
   */
  async backward(derivatives: Float32Array): Promise<Float32Array<ArrayBuffer>> {
    const pass = this.#pass;
    if (pass === undefined) throw new TypeError("Cannot go backward: no forward pass was kept");
    this.#pass = undefined;
    const { batch, inputs: width, hidden } = this.#sizes;
    let sums: LstmWeights = upload(this.#library, this.parameters, "zeros");
    let after = this.#zeroState();
    const found: LibraryArray[] = [];
    const parts = this.#split(derivatives, pass.lengths, hidden);
    for (let i = parts.length - 1; i >= 0; i--) {
      const { inputs, before } = pass.blocks[i]!;
      const part = toLibrary(this.#library, parts[i]!, [2, STEPS * batch, hidden]);
      const made = this.#block.backward(
        sums,
        shared(pass.weights),
        inputs,
        before,
        [part, ...after],
      );
      sums = made.sums;
      after = made.before;
      found.unshift(made.inputs);
    }
    dispose(after);
    dispose(pass.weights);
    const gradients = await Promise.all(sums.map(download));
    gradients.forEach((gradient, i) => this.parameters[i]!.gradient.set(gradient));
    // Both directions have read each position.
    const both = this.#join(await Promise.all(found.map(download)), pass.lengths, width);
    const sum = new Float32Array(both.length / 2);
    for (let i = 0; i < sum.length; i++) {
      const at = 2 * width * Math.floor(i / width) + i % width;
      sum[i] = both[at]! + both[at + width]!;
    }
    return sum;
  }

  #release(): void {
    if (this.#pass === undefined) return;
    const { weights, blocks } = this.#pass;
    dispose(weights);
    for (const { inputs, before } of blocks) dispose([inputs, ...before]);
    this.#pass = undefined;
  }

  #zeroState(): LstmState {
    const { batch, hidden } = this.#sizes;
    const zeros = () => this.#library.numpy.zeros([2, batch, hidden]);
    return [zeros(), zeros()];
  }

  /**
   * Blocks [2, STEPS, B, width] of the positions, those of the second direction from the ends of
   * the sentences. If rows are twice as wide each direction has its own half.
   */
  #split(rows: Float32Array, lengths: Int32Array, width: number): Float32Array<ArrayBuffer>[] {
    const blocks = Array.from(
      { length: blockCount(lengths) },
      () => new Float32Array(2 * STEPS * this.#sizes.batch * width),
    );
    const tokens = lengths.reduce((sum, length) => sum + length, 0);
    const halves = rows.length / (tokens * width);
    this.#visit(lengths, (direction, position, block, at) => {
      const from = (halves * position + (halves - 1) * direction) * width;
      blocks[block]!.set(rows.subarray(from, from + width), at * width);
    });
    return blocks;
  }

  /** The inverse: N rows with the numbers of both directions side by side. */
  #join(
    blocks: readonly Float32Array[],
    lengths: Int32Array,
    width: number,
  ): Float32Array<ArrayBuffer> {
    const tokens = lengths.reduce((sum, length) => sum + length, 0);
    const rows = new Float32Array(2 * tokens * width);
    this.#visit(lengths, (direction, position, block, at) => {
      const row = blocks[block]!.subarray(at * width, (at + 1) * width);
      rows.set(row, (2 * position + direction) * width);
    });
    return rows;
  }

  /** Calls back with the row `at` of a block for each direction and position. */
  #visit(
    lengths: Int32Array,
    visit: (direction: number, position: number, block: number, at: number) => void,
  ): void {
    const { batch } = this.#sizes;
    let start = 0;
    lengths.forEach((length, sentence) => {
      for (let t = 0; t < length; t++) {
        const [block, step] = [Math.floor(t / STEPS), t % STEPS];
        visit(0, start + t, block, step * batch + sentence);
        visit(1, start + length - 1 - t, block, (STEPS + step) * batch + sentence);
      }
      start += length;
    });
  }
}

function blockCount(lengths: Int32Array): number {
  return Math.ceil(lengths.reduce((longest, length) => Math.max(longest, length), 0) / STEPS);
}

/** The same arrays for another user. */
function shared<Arrays extends readonly LibraryArray[]>(arrays: Arrays): Arrays {
  return arrays.map((array) => array.ref) as readonly LibraryArray[] as Arrays;
}

function dispose(arrays: readonly LibraryArray[]): void {
  for (const array of arrays) array.dispose();
}
