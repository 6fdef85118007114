/**
 * A dataset: a model and the sentences to decode with it, wherever they came from.
 *
 * @module
 */

import type { Lattice, Model } from "../decoders/lattice.ts";

/** A set of lattices that share one model: a pack on disk or a synthetic family. */
export interface Dataset {
  /** As in `--dataset`; for a pack the name in its metadata. */
  readonly name: string;
  /** Content hash (SHA-256, hex) of the uncompressed tensors. */
  readonly hash: string;
  /** The shared part of the lattices. */
  readonly model: Model;
  /** T of each sentence. */
  readonly lengths: Int32Array;
  /** Makes the dense lattice of a sentence; may expand it on each call. */
  lattice(sentence: number): Lattice;
  /** The dyadic grid the scores were snapped to. */
  readonly grid: Grid;
  /** Name, label strings, licence, provenance, command: whatever the maker wrote. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Right labels of all sentences, concatenated, where they are known. */
  readonly gold?: Int32Array;
}

/** What snapping did to a dataset's scores. */
export interface Grid {
  /** g: scores are multiples of 2^−g; ∞ where a model of text was left as it was. */
  readonly exponent: number;
  /** The largest absolute change of a score, rounding included where it is a sum of others. */
  readonly largestChange: number;
}

/** Where each sentence starts: the prefix sums of the lengths, with the total at the end. */
export function sentenceStarts(lengths: ArrayLike<number>): Int32Array {
  const starts = new Int32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i]! + lengths[i]!;
  return starts;
}

/** The same of lists of rows, slots or edges: where each list starts among all of them. */
export function startsOf(lists: readonly { readonly length: number }[]): Int32Array {
  return sentenceStarts(lists.map(({ length }) => length));
}

/** The sentence that a position of the concatenated sentences belongs to. */
export function sentenceAt(starts: Int32Array, position: number): number {
  return starts.findLastIndex((start) => start <= position);
}

/** How often each item occurs. */
export function tally<T>(things: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}

/** The items by a key of theirs, in order: Node 20 and browsers of 2023 lack `Map.groupBy`. */
export function grouped<K, T>(things: Iterable<T>, keyOf: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) remembered(groups, keyOf(thing), () => []).push(thing);
  return groups;
}

/** What is known by a key; made and kept there if it is not. No value may be undefined. */
export function remembered<K, V>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => NoInfer<V>,
): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
