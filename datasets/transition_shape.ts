/**
 * What transitions look like: dense, on few diagonals, sparse, or a sum of two small matrices.
 *
 * @module
 */

import type { Model } from "../decoders/lattice.ts";
import { count, percent } from "./markdown.ts";

/** Diagonals are few where they are at most this share of the labels. */
const FEW_DIAGONALS = 1 / 3;
/** Classes of labels are few where they are at most this share of the labels. */
const FEW_CLASSES = 1 / 2;
/** Bits in a character of a key. */
const KEY_BITS = 16;

/** What one pass over L×L transitions counts. */
export interface TransitionCounts {
  /** Pairs that are not forbidden, and those of them whose score is not 0. */
  readonly finite: number;
  readonly nonZero: number;
  /** Diagonals y − x with a finite pair, and the first and the last of them; 0 if there is none. */
  readonly diagonals: number;
  readonly first: number;
  readonly last: number;
  /** Whether each diagonal holds one score: e(x, y) depends on y − x alone. */
  readonly isToeplitz: boolean;
  /** Different sets of labels that may come next: labels with the same set are a class. */
  readonly classes: number;
}

/** Counts what `describeTransitions` names. Cost: one pass over L². */
export function countTransitions({ labelCount: L, transitions }: Model): TransitionCounts {
  const isOn = new Uint8Array(2 * L - 1);
  const onDiagonal = new Float64Array(2 * L - 1);
  const keys = new Set<string>();
  const key = new Uint16Array(Math.ceil(L / KEY_BITS));
  let [finite, nonZero, isToeplitz] = [0, 0, true];
  for (let x = 0, edge = 0; x < L; x++) {
    key.fill(0);
    for (let y = 0; y < L; y++, edge++) {
      const [score, diagonal] = [transitions[edge]!, L - 1 + y - x];
      if (x === 0 || y === 0) onDiagonal[diagonal] = score;
      else if (onDiagonal[diagonal] !== score) isToeplitz = false;
      if (score === -Infinity) continue;
      finite++;
      if (score !== 0) nonZero++;
      isOn[diagonal] = 1;
      key[Math.floor(y / KEY_BITS)]! |= 1 << (y % KEY_BITS);
    }
    keys.add(Array.from(key, (bits) => String.fromCharCode(bits)).join(""));
  }
  const on = Array.from(isOn.keys()).filter((diagonal) => isOn[diagonal] === 1);
  return {
    finite,
    nonZero,
    diagonals: on.length,
    first: on.length === 0 ? 0 : on[0]! - (L - 1),
    last: on.length === 0 ? 0 : on.at(-1)! - (L - 1),
    isToeplitz,
    classes: keys.size,
  };
}

/**
 * Names the structure of a model's transitions, in a line: the sizes of the two matrices that they
 * are the sum of; then `dense`, or a band or its diagonals where these are at most a third of the
 * labels, or `sparse`, with the classes of labels that allow the same next ones where these are at
 * most half of the labels, as in chunks. Cost: one pass over L².
 *
 * @example
 * ```ts
 * import { describeTransitions } from "./transition_shape.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const dense = describeTransitions({ labelCount: 2, transitions: new Float64Array(4) });
 * assertEquals(dense, "dense: all 4 pairs are possible, 0.0% of these are not 0");
 * const stay = (_: unknown, edge: number) => edge % 7 === 0 ? 0 : -Infinity;
 * const transitions = Float64Array.from({ length: 36 }, stay);
 * const diagonal = describeTransitions({ labelCount: 6, transitions });
 * assertEquals(diagonal, "band of ±0, one score along each: 16.7% of 36 pairs are possible");
 * ```
 */
export function describeTransitions(model: Model): string {
  const { labelCount: L, structure, hasPairs } = model;
  if (hasPairs) return `${count(L * L)} pairs, with scores of their own at each position`;
  const sizes = structure?.map(({ size }) => `${size}×${size}`);
  const sum = sizes === undefined ? "" : `sum of a ${sizes.join(" and a ")} matrix; `;
  return sum + shapeOf(countTransitions(model), L);
}

function shapeOf(counts: TransitionCounts, L: number): string {
  const { finite, nonZero, diagonals, first, last, isToeplitz, classes } = counts;
  const pairs = L * L;
  if (finite === pairs) {
    return `dense: all ${count(pairs)} pairs are possible, ` +
      `${percent(nonZero / finite, 1)} of these are not 0`;
  }
  const possible = `${percent(finite / pairs, 1)} of ${count(pairs)} pairs are possible`;
  if (diagonals > 0 && diagonals <= FEW_DIAGONALS * L) {
    const isBand = last - first + 1 === diagonals;
    const name = !isBand
      ? `${diagonals} diagonals from ${first} to ${last}`
      : first === -last
      ? `band of ±${last}`
      : `band of diagonals ${first} to ${last}`;
    return `${name}${isToeplitz ? ", one score along each" : ""}: ${possible}`;
  }
  const areFew = classes > 1 && classes <= FEW_CLASSES * L;
  return `sparse: ${possible}${areFew ? `; ${classes} classes of the same next labels` : ""}`;
}
