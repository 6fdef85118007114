/**
 * Which products a sum over the edges into a label takes, where most transitions are 0.
 *
 * @module
 */

import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Model } from "../lattice.ts";
import { exp } from "../kernels/probability/exp.ts";

/** Transitions below this are not what is taken from a sum, for too much would cancel. */
export const LOW = -3;
/** So much above 0 the largest transition leaves too little of the weight of a 0. */
const HIGH = 100;

/** The products of one label. */
export interface EdgeList {
  readonly label: number;
  /** Whether the products are all; otherwise they come to b·Σ, what transitions of 0 would give. */
  readonly isWhole: boolean;
  /** Labels, and after a row of them the sums of its blocks. */
  readonly sources: readonly number[];
  /** What each is multiplied by. */
  readonly weights: readonly number[];
}

/**
 * Lists of the edges into each label, or out of each. A label without a low transition has a list
 * of those that are not 0, with what they weigh more than a 0. Others have a whole list. It takes
 * blocks of sources in which nothing is low by their sums, with the weight of a 0, and what is not
 * 0 in there as before; in blocks with something low all finite edges have a weight of their own.
 * Or it has all finite edges, if these are fewer.
 *
 * @param entries ascending indices of the transitions that may differ from 0
 * @param shift what weights are relative to
 * @param base the weight of a transition of 0
 */
export function edgeLists(
  model: Model,
  isInto: boolean,
  entries: Int32Array,
  shift: number,
  base: number,
): EdgeList[] {
  const { labelCount, transitions } = model;
  const found = Array.from({ length: labelCount }, (): number[] => []);
  const isLow = new Uint8Array(labelCount);
  for (const edge of entries) {
    const previous = Math.floor(edge / labelCount);
    const next = edge - previous * labelCount;
    const label = isInto ? next : previous;
    found[label]!.push(isInto ? previous : next);
    if (transitions[edge]! < LOW) isLow[label] = 1;
  }
  const scoreOf = (label: number, source: number) =>
    transitions[isInto ? source * labelCount + label : label * labelCount + source]!;
  return found.map((sources, label) => {
    const weightOf = (source: number) => exp(scoreOf(label, source) - shift);
    const isWhole = isLow[label] === 1 || shift > HIGH || sources.length === labelCount;
    if (!isWhole) {
      return { label, isWhole, sources, weights: sources.map((x) => weightOf(x) - base) };
    }
    const isFinite = (source: number) => scoreOf(label, source) !== -Infinity;
    const all = Array.from({ length: labelCount }, (_, source) => source).filter(isFinite);
    if (shift <= HIGH && sources.length < labelCount) {
      const low = sources.filter((source) => scoreOf(label, source) < LOW);
      const mixed = mixedList(labelCount, label, sources, low, isFinite, weightOf, base);
      if (mixed.sources.length < all.length) return mixed;
    }
    return { label, isWhole, sources: all, weights: all.map(weightOf) };
  });
}

function mixedList(
  labelCount: number,
  label: number,
  listed: readonly number[],
  low: readonly number[],
  isFinite: (source: number) => boolean,
  weightOf: (source: number) => number,
  base: number,
): EdgeList {
  const blocks = blocksOf(labelCount);
  const isSplit = new Uint8Array(blocks);
  for (const source of low) isSplit[Math.floor(source / BLOCK)] = 1;
  const sources: number[] = [];
  const weights: number[] = [];
  const add = (source: number, weight: number) => {
    sources.push(source);
    weights.push(weight);
  };
  isSplit.forEach((isOne, b) => {
    if (isOne === 0) add(blocks * BLOCK + b, base);
    else {
      const end = Math.min(labelCount, (b + 1) * BLOCK);
      for (let x = b * BLOCK; x < end; x++) if (isFinite(x)) add(x, weightOf(x));
    }
  });
  for (const source of listed) {
    if (isSplit[Math.floor(source / BLOCK)] === 0) add(source, weightOf(source) - base);
  }
  return { label, isWhole: true, sources, weights };
}

/** How many products such lists into all labels take, or a few less than this. Cost: O(entries). */
export function productCount({ labelCount, transitions }: Model, entries: Int32Array): number {
  const blocks = blocksOf(labelCount);
  const listed = new Int32Array(labelCount);
  const isSplit = new Uint8Array(labelCount * blocks);
  for (const edge of entries) {
    const source = Math.floor(edge / labelCount);
    const label = edge - source * labelCount;
    listed[label]!++;
    if (transitions[edge]! < LOW) isSplit[label * blocks + Math.floor(source / BLOCK)] = 1;
  }
  return listed.reduce((sum, count, label) => {
    let split = 0;
    for (let b = label * blocks; b < (label + 1) * blocks; b++) split += isSplit[b]!;
    const mixed = blocks + split * (BLOCK - 1) + count;
    return sum + (split === 0 ? count : Math.min(labelCount, mixed));
  }, 0);
}
