/**
 * A few steps of an LSTM in both directions, and their derivatives, by the library.
 *
 * @module
 */

import type { Library, LibraryArray } from "./library.ts";

/** Steps of a block: every block is the same program, so that one is compiled for all lengths. */
export const STEPS = 8;

/** Sizes of an LSTM; the library is several times as fast where they are multiples of 16. */
export interface LstmSizes {
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
export type LstmWeights = readonly [LibraryArray, LibraryArray, LibraryArray];

/** Outputs of the steps [2, STEPS·B, H], then h and c at the end, [2, B, H]; or derivatives. */
export type LstmOutputs = readonly [LibraryArray, LibraryArray, LibraryArray];

/** Compiled programs. Arrays that are passed are given away. */
export interface LstmBlock {
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

/** h and c, each [2, B, H]. */
export type LstmState = readonly [LibraryArray, LibraryArray];

/** Functions of arrays in the library's view: `jit` and `grad` keep no more of their types. */
type Program = (...arrays: LibraryArray[]) => LibraryArray[];

/** The programs of a library: they are the same for all networks, and compiling takes a second. */
const blocks = new WeakMap<Library, LstmBlock>();

/**
 * The programs of an LSTM; the library compiles them at their first calls with each shape.
 *
 * Source: Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000.
 */
export function lstmBlock(library: Library): LstmBlock {
  const block = blocks.get(library) ?? makeBlock(library);
  blocks.set(library, block);
  return block;
}

function makeBlock(library: Library): LstmBlock {
  const { grad, jit, nn, numpy: np } = library;
  const steps: Program = (...[inputWeights, recurrent, biases, inputs, before, cell]) => {
    const fromInputs = np.matmul(inputs!, inputWeights!).add(biases!);
    const outputs: LibraryArray[] = [];
    let [h, c] = [before!, cell!];
    for (const given of np.split(fromInputs, STEPS, 1)) {
      const sums = np.matmul(h, recurrent!.ref).add(given);
      const [input, forget, candidate, output] = np.split(sums, 4, -1) as FourGates;
      c = nn.sigmoid(forget).mul(c).add(nn.sigmoid(input).mul(np.tanh(candidate)));
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
