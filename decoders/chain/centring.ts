/**
 * Centring: another model and other emissions with the same path scores.
 *
 * @module
 */

import type { Decode } from "../contract.ts";
import { FLOAT64_BITS, isOnGrid, naturalExponent } from "./grid.ts";
import { largestMagnitude, type Lattice, type Model } from "../lattice.ts";
import { incomingMaxima, outgoingMaxima } from "./dense_viterbi.ts";

/**
 * Makes a decoder that decodes centred lattices of a centred model, where that is exact.
 *
 * What all transitions out of a label, or into it, have in common can as well be had by the label:
 * with row offsets r and column offsets c,
 *
 *     e'(x, y) = e(x, y) − r(x) − c(y),  n'_t(y) = n_t(y) + r(y) + c(y),
 *
 * without c at the first position and without r at the last. All paths keep their scores. Here r
 * and c are the row maxima of e, the column maxima of what is left, and the row maxima of what is
 * left then, so that 0 is the largest transition out of each label. Bounds that take the largest of
 * many transitions become tighter where labels differ in frequency, for log p(y | x) is low into a
 * rare y.
 *
 * Exact: a lattice is centred only if the model's sums are exact, and those of the centred scores
 * are exact too (`PROOFS.md` in this folder). Other lattices, and all of models whose sums round,
 * are decoded as they are.
 *
 * Cost: O(L²) a model, O(TL) a lattice, and the decoder is prepared twice if it must be. Lattices
 * cannot be placed and transitions not revised.
 *
 * Source: our own.
 *
 * @param prepare prepares the decoder for a model
 */
export function centred(model: Model, prepare: (model: Model) => Decode): Decode {
  if (!model.exactSums) return prepare(model);
  const centring = new Centring(model);
  const decodeCentred = prepare(centring.model);
  let decodeAsIs: Decode | undefined;
  return (lattice, k, work) => {
    const other = centring.lattice(lattice);
    return other === undefined
      ? (decodeAsIs ??= prepare(model))(lattice, k, work)
      : decodeCentred(other, k, work);
  };
}

/** A centred model and how its lattices become centred. */
export class Centring {
  /** With centred transitions; without structure. */
  readonly model: Model;
  /** What is added to the emissions of the first, a middle and the last position, L each. */
  readonly #first: Float64Array;
  readonly #middle: Float64Array;
  readonly #last: Float64Array;
  /** max|e'|, and how large numbers get on the way there at most. */
  readonly #largest: number;
  readonly #reach: number;
  /** All transitions are multiples of 2 to minus this, unless it is 53. */
  readonly #gridExponent: number;
  #emissions = new Float64Array(0);

  /** Centres a model whose sums are exact. */
  constructor(model: Model) {
    const { labelCount } = model;
    const transitions = model.transitions.slice();
    const other = { labelCount, transitions, exactSums: true, float32Exact: false };
    const rows = new Float64Array(labelCount);
    const columns = new Float64Array(labelCount);
    const moveRows = () => {
      const maxima = offsets(outgoingMaxima(other));
      for (let at = 0; at < transitions.length; at++) {
        transitions[at]! -= maxima[Math.floor(at / labelCount)]!;
      }
      maxima.forEach((offset, x) => rows[x]! += offset);
    };
    moveRows();
    const maxima = offsets(incomingMaxima(other));
    for (let at = 0; at < transitions.length; at++) transitions[at]! -= maxima[at % labelCount]!;
    columns.set(maxima);
    moveRows();
    this.model = other;
    this.#first = rows;
    this.#middle = rows.map((offset, y) => offset + columns[y]!);
    this.#last = columns;
    this.#largest = largestMagnitude(transitions);
    this.#reach = 8 * largestMagnitude(model.transitions);
    this.#gridExponent = naturalExponent(model.transitions, 0, FLOAT64_BITS);
  }

  /** The centred lattice, undefined if its sums might round. It is valid until the next call. */
  lattice({ length, emissions }: Lattice): Lattice | undefined {
    const { labelCount } = this.model;
    const size = length * labelCount;
    if (this.#emissions.length < size) this.#emissions = new Float64Array(size);
    const centred = this.#emissions.subarray(0, size);
    centred.set(emissions);
    let largest = 0;
    for (let t = 0; t < length; t++) {
      const row = centred.subarray(t * labelCount, (t + 1) * labelCount);
      if (length > 1) {
        add(row, t === 0 ? this.#first : t === length - 1 ? this.#last : this.#middle);
      }
      largest = Math.max(largest, largestMagnitude(row));
    }
    const magnitude = length * (largest + this.#largest) + this.#reach;
    const bits = FLOAT64_BITS - 1 - Math.ceil(Math.log2(Math.max(magnitude, 1)));
    return this.#gridExponent <= bits && isOnGrid(emissions, bits)
      ? { length, emissions: centred }
      : undefined;
  }
}

function add(row: Float64Array, offsets: Float64Array): void {
  for (let y = 0; y < row.length; y++) row[y]! += offsets[y]!;
}

/** Maxima, 0 where everything is forbidden. */
function offsets(maxima: Float64Array): Float64Array {
  return maxima.map((score) => score === -Infinity ? 0 : score);
}
