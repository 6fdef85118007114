/**
 * The layer that makes emissions of what an encoder says.
 *
 * @module
 */

import type { Random } from "../../random.ts";
import { type Library, type LibraryArray, toLibrary } from "./library.ts";
import { glorotBound, type Parameter, zeroParameter } from "./parameter.ts";

/** Rows of a call: every call is the same program, so that one is compiled. */
const ROWS = 256;
/** Columns are padded to a multiple of this, which the library is faster with. */
const COLUMNS = 16;

/** Functions of arrays in the library's view: `jit` keeps no more of their types. */
type Program = (...arrays: LibraryArray[]) => LibraryArray[];

/** Compiled once for all layers of a library. */
interface Programs {
  readonly forward: Program;
  readonly backward: Program;
}

const programs = new WeakMap<Library, Programs>();

/** Rows·W + b, for N rows of any number, with its derivatives. */
export class LinearLayer {
  /** W [D, L] and b [L], both with padded columns, which stay 0. */
  readonly parameters: readonly [Parameter, Parameter];
  readonly #library: Library;
  readonly #inputs: number;
  readonly #outputs: number;
  readonly #padded: number;
  readonly #programs: Programs;

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

  /** N×L, from N×D. */
  async forward(rows: Float32Array): Promise<Float32Array<ArrayBuffer>> {
    const [weights, biases] = this.#upload("values");
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
    const [weights, biases] = this.#upload("values");
    biases.dispose();
    let [sum, biasSum] = this.#upload("zeros");
    const given = this.#split(derivatives, this.#outputs, this.#padded);
    const found = this.#split(rows, this.#inputs, this.#inputs).map((chunk, i) => {
      const [w, b, x] = this.#programs.backward(sum, biasSum, chunk, weights.ref, given[i]!);
      [sum, biasSum] = [w!, b!];
      return x!;
    });
    weights.dispose();
    this.parameters[0].gradient.set(await sum.data() as Float32Array);
    this.parameters[1].gradient.set(await biasSum.data() as Float32Array);
    return await join(found, this.#inputs, this.#inputs, rows.length / this.#inputs);
  }

  #upload(what: "values" | "zeros"): [LibraryArray, LibraryArray] {
    const { numpy } = this.#library;
    const [weights, biases] = this.parameters.map(({ values, shape }) =>
      what === "zeros" ? numpy.zeros([...shape]) : toLibrary(this.#library, values, shape)
    );
    return [weights!, biases!];
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

function programsOf(library: Library): Programs {
  const known = programs.get(library) ?? makePrograms(library);
  programs.set(library, known);
  return known;
}

function makePrograms({ jit, numpy: np }: Library): Programs {
  const forward = jit((rows: LibraryArray, weights: LibraryArray, biases: LibraryArray) => [
    np.matmul(rows, weights).add(biases),
  ]) as unknown as Program;
  // ∂/∂W = rowsᵀ·d, ∂/∂b = Σ d, ∂/∂rows = d·Wᵀ, for derivatives d of the results.
  const backward = jit((...[sum, biasSum, rows, weights, given]: FiveArrays) => [
    sum.add(np.matmul(np.transpose(rows), given.ref)),
    biasSum.add(np.sum(given.ref, 0)),
    np.matmul(given, np.transpose(weights)),
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
    const values = await array.data() as Float32Array;
    const first = chunk * ROWS;
    for (let row = first; row < Math.min(count, first + ROWS); row++) {
      const at = (row - first) * padded;
      rows.set(values.subarray(at, at + width), row * width);
    }
  }
  return rows;
}
