/**
 * Transitions by block of next labels.
 *
 * @module
 */

import type { Model } from "./lattice.ts";

/** Next labels that are looked at, or passed over, together. */
export const BLOCK = 8;

/** The transitions with next labels in whole blocks, and the largest of each block. Cost: O(L²). */
export class BlockTransitions {
  readonly #model: Model;
  /** Blocks of a row. */
  readonly blocks: number;
  /** Labels of a row, those after the last one included. */
  readonly stride: number;
  /** The label at each place of a row. */
  readonly labels: Int32Array;
  /** The place of each label. */
  readonly #places: Int32Array;
  /**
   * e(x, y) at x·stride + the place of y; +∞ after the last label, and in the whole column of a label into which
   * all transitions are forbidden: such labels are nothing to wait for.
   */
  readonly transitions: Float64Array;
  /** max e(x, y) over the labels of block b at x·blocks + b; −∞ if all are forbidden. */
  readonly blockMaxima: Float64Array;
  /** max e(x, y) over all y. */
  readonly maxima: Float64Array;

  /** Copies the transitions, next labels in the order given. */
  constructor(model: Model, labels: Int32Array) {
    const { labelCount } = model;
    this.labels = labels;
    this.#places = new Int32Array(labelCount);
    labels.forEach((label, place) => this.#places[label] = place);
    this.#model = model;
    this.blocks = Math.ceil(labelCount / BLOCK);
    this.stride = this.blocks * BLOCK;
    this.transitions = new Float64Array(labelCount * this.stride).fill(Infinity);
    this.blockMaxima = new Float64Array(labelCount * this.blocks);
    this.maxima = new Float64Array(labelCount);
    for (let y = 0; y < labelCount; y++) this.#copyColumn(y);
    for (let x = 0; x < labelCount; x++) {
      for (let block = 0; block < this.blocks; block++) this.#maximizeBlock(x, block);
      this.#maximize(x);
    }
  }

  /** See `Decode.revise`. Cost: O(L). */
  revise(previous: number, label: number): void {
    this.#copyColumn(label);
    this.#maximizeBlock(previous, Math.floor(this.#places[label]! / BLOCK));
    this.#maximize(previous);
  }

  #copyColumn(label: number): void {
    const { labelCount, transitions } = this.#model;
    let isReached = false;
    for (let at = label; at < transitions.length; at += labelCount) {
      if (transitions[at] !== -Infinity) isReached = true;
    }
    for (let x = 0; x < labelCount; x++) {
      const edge = isReached ? transitions[x * labelCount + label]! : Infinity;
      this.transitions[x * this.stride + this.#places[label]!] = edge;
    }
  }

  #maximizeBlock(source: number, block: number): void {
    const row = source * this.stride;
    let most = -Infinity;
    for (let place = block * BLOCK; place < (block + 1) * BLOCK; place++) {
      const edge = this.transitions[row + place]!;
      if (edge > most && edge !== Infinity) most = edge;
    }
    this.blockMaxima[source * this.blocks + block] = most;
  }

  #maximize(source: number): void {
    const row = source * this.blocks;
    let most = -Infinity;
    for (let at = row; at < row + this.blocks; at++) {
      if (this.blockMaxima[at]! > most) most = this.blockMaxima[at]!;
    }
    this.maxima[source] = most;
  }
}
