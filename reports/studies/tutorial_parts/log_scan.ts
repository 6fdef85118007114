/**
 * The log-partition as a product of matrices, in any order of time.
 *
 * @module
 */

import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { exp } from "../../../decoders/probability/exp.ts";
import { log } from "../../../decoders/probability/log.ts";
import { largerMagnitude, logSumError } from "./log_sum_bound.ts";

/** In which order the steps of a sentence are joined. */
export type ScanOrder = "left" | "ends" | "tree";

/** What a scan found and what it took. */
export interface ScannedSum {
  /** ln Z. */
  readonly value: number;
  /** |value − ln Z| is at most that. */
  readonly error: number;
  /** Products on the longest way from a step to the end: the time with enough processors. */
  readonly depth: number;
  /** Terms of all sums: (T−1)·L² from the left. */
  readonly products: number;
}

/** A product of steps in logarithms: rows × columns. */
interface Product {
  readonly rows: number;
  readonly columns: number;
  readonly scores: Float64Array;
  readonly error: number;
  readonly depth: number;
  readonly products: number;
}

/**
 * ln Z of a sentence. A step is the matrix M_t(x, y) = e(x, y) + n_t(y) over (ln Σ exp, +), an
 * associative product: Z = Σ_y ( n_0 ⊗ M_1 ⊗ … ⊗ M_{T−1} )(y). From the left it is the forward
 * pass; from both ends a row and a column meet in the middle; in a tree any two neighbours are
 * joined. Depth and products are counted where they are taken.
 *
 * Cost: (T−1)·L² terms from the left or the ends, about T·L³ in a tree.
 *
 * Source: Blelloch 1990, Section 1.4; Särkkä and García-Fernández 2021.
 */
export function logScan(model: Model, lattice: Lattice, order: ScanOrder): ScannedSum {
  const { length } = lattice;
  const steps = Array.from({ length }, (_, t) => () => stepOf(model, lattice, t));
  const middle = (length - 1) >> 1;
  let whole: Product;
  if (order === "tree") whole = joined(steps, 0, length);
  else if (order === "left") whole = fold(steps);
  else {
    const rest = steps.slice(middle + 1)
      .reduceRight((suffix, step) => multiply(step(), suffix), ones(model.labelCount));
    whole = { ...multiply(fold(steps.slice(0, middle + 1)), rest) };
    // To join the two sums is the last sum over labels, which is not counted elsewhere either.
    const { depth, products } = whole;
    return {
      ...{ value: whole.scores[0]!, error: whole.error },
      depth: depth - 1,
      products: products - model.labelCount,
    };
  }
  const { scores, error } = multiply(whole, ones(model.labelCount));
  return { value: scores[0]!, error, depth: whole.depth, products: whole.products };
}

/** The first position is a row of emissions, each other one a matrix. */
function stepOf({ labelCount, transitions }: Model, { emissions }: Lattice, t: number): Product {
  const own = emissions.subarray(t * labelCount, (t + 1) * labelCount);
  const scores = t === 0 ? own : transitions.map((score, edge) => score + own[edge % labelCount]!);
  const magnitude = scores.reduce(largerMagnitude, 0);
  const rows = t === 0 ? 1 : labelCount;
  return { rows, columns: labelCount, scores, error: magnitude * 2 ** -52, depth: 0, products: 0 };
}

function ones(rows: number): Product {
  const scores = new Float64Array(rows);
  return { rows, columns: 1, scores, error: 0, depth: 0, products: 0 };
}

function fold([first, ...rest]: readonly (() => Product)[]): Product {
  return rest.reduce((prefix, step) => multiply(prefix, step()), first!());
}

/** The steps from one on and before another, halves first. */
function joined(steps: readonly (() => Product)[], from: number, to: number): Product {
  if (to - from === 1) return steps[from]!();
  const middle = (from + to) >> 1;
  return multiply(joined(steps, from, middle), joined(steps, middle, to));
}

function multiply(one: Product, other: Product): Product {
  const { rows, columns: inner } = one;
  const { columns } = other;
  const scores = new Float64Array(rows * columns);
  const terms = new Float64Array(inner);
  let magnitude = 0;
  for (let x = 0; x < rows; x++) {
    for (let y = 0; y < columns; y++) {
      let most = -Infinity;
      for (let z = 0; z < inner; z++) {
        const term = one.scores[x * inner + z]! + other.scores[z * columns + y]!;
        terms[z] = term;
        if (term > most) most = term;
        magnitude = largerMagnitude(magnitude, term);
      }
      let sum = 0;
      // Where nothing is left there is nothing to sum: −∞ − (−∞) is not a number.
      if (most !== -Infinity) { for (const term of terms) sum += exp(term - most); }
      scores[x * columns + y] = most === -Infinity ? most : most + log(sum);
    }
  }
  return {
    ...{ rows, columns, scores },
    error: one.error + other.error + logSumError(magnitude, inner),
    depth: Math.max(one.depth, other.depth) + 1,
    products: one.products + other.products + rows * inner * columns,
  };
}
