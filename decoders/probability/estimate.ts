/**
 * What the functions of this folder have in common: numbers with their errors, options, sums that
 * hardly round, and what sums over all paths of a lattice can tell.
 *
 * @module
 */

import { checkKeys } from "../chain/known_keys.ts";
import type { KernelKind } from "../kernels/arena.ts";
import type { Work } from "../contract.ts";
import type { Lattice } from "../lattice.ts";

/** A number and how far it may be from the exact one: |value − exact| ≤ error. */
export interface Estimate {
  /** The number. */
  readonly value: number;
  /** A bound of |value − exact|; ∞ if nothing is known. */
  readonly error: number;
}

/**
 * How sums over paths are computed. `scaled` multiplies weights e^score, all L² of a position;
 * `exceptions` only those of transitions that are not 0; `log` adds scores and takes logarithms,
 * which is slow and never under- or overflows. `auto` multiplies those on the diagonals that have
 * finite transitions, where these are few, as in a band; it is `exceptions` where those that are
 * not 0, or those that are not forbidden, are few, otherwise `scaled`. All of these do a sentence
 * again in `log` if they might have lost something to underflow: if a result may be off by more
 * than 2⁻³⁰ and logarithms might do better.
 */
export type Arithmetic = "auto" | "scaled" | "exceptions" | "log";

const ARITHMETICS: readonly Arithmetic[] = ["auto", "scaled", "exceptions", "log"];
const KERNELS: readonly KernelKind[] = ["simd", "plain"];

/** Options of all sums over paths. */
export interface SumOptions {
  /** `auto` if it is not given. */
  readonly arithmetic?: Arithmetic;
  /** Loops in WebAssembly with SIMD, or in TypeScript: the same bits. `simd` if it is not given. */
  readonly kernel?: KernelKind;
  /**
   * By how much each score may be off what it stands for, as by snapping (`Grid.largestChange`).
   * Errors are then against any such scores. 0 if it is not given.
   */
  readonly scoreError?: number;
}

/**
 * Checks options.
 *
 * @throws TypeError for an option that there is not
 * @throws RangeError for an arithmetic, a kernel or a score error that is none
 */
export function checkSumOptions(options: SumOptions): void {
  checkKeys(options, ["arithmetic", "kernel", "scoreError"], "sums over paths");
  const { arithmetic, kernel, scoreError } = options;
  if (arithmetic !== undefined && !ARITHMETICS.includes(arithmetic)) {
    throw new RangeError(
      `Cannot sum over paths with an arithmetic other than ${
        ARITHMETICS.join(", ")
      }: ${arithmetic}`,
    );
  }
  if (kernel !== undefined) checkKernel(kernel);
  if (scoreError !== undefined && !(scoreError >= 0 && scoreError < Infinity)) {
    throw new RangeError(`Cannot bound how far scores are off by: ${scoreError}`);
  }
}

/** @throws RangeError for what is no kernel */
export function checkKernel(kernel: KernelKind): void {
  if (KERNELS.includes(kernel)) return;
  throw new RangeError(`Cannot compute with a kernel other than ${KERNELS.join(", ")}: ${kernel}`);
}

/** The largest and the smallest finite score; −∞ and ∞ if there is none. */
export function extremes(scores: Float64Array): [most: number, least: number] {
  let [most, least] = [-Infinity, Infinity];
  for (const score of scores) {
    if (score > most) most = score;
    if (score < least && score !== -Infinity) least = score;
  }
  return [most, least];
}

/** Unit roundoff of float64: a rounded result is off by at most this share of it. */
export const ROUNDOFF: number = 2 ** -53;

/**
 * Bound of |Π(1 + δ_i)^±1 − 1| where Σ|δ_i| ≤ `sum`: sum / (1 − sum), and ∞ from 1 on. A little
 * more, for the bounds themselves are computed with rounding.
 */
export function relativeBound(sum: number): number {
  return sum < 1 ? 1.001 * sum / (1 - sum) : Infinity;
}

/**
 * A running sum with what its additions lost, so that the whole is off by one rounding and by what
 * is of second order.
 *
 * Error of `value`: u·|sum| + (n·u)²·Σ|terms|, for n terms.
 *
 * Source: Neumaier 1974; Ogita, Rump and Oishi 2005, Proposition 4.5.
 */
export class CompensatedSum {
  #sum = 0;
  #lost = 0;
  #magnitude = 0;
  #terms = 0;

  /** Adds a finite term. */
  add(term: number): void {
    const sum = this.#sum + term;
    this.#lost += Math.abs(this.#sum) >= Math.abs(term)
      ? (this.#sum - sum) + term
      : (term - sum) + this.#sum;
    this.#sum = sum;
    this.#magnitude += Math.abs(term);
    this.#terms++;
  }

  /** Takes another sum away, with what its additions lost. */
  subtract(other: CompensatedSum): void {
    this.add(-other.#sum);
    this.#lost -= other.#lost;
    this.#magnitude += other.#magnitude;
    this.#terms += other.#terms;
  }

  /** The sum. */
  get value(): number {
    return this.#sum + this.#lost;
  }

  /** How far `value` may be from the exact sum. */
  get error(): number {
    const second = (2 * this.#terms * ROUNDOFF) ** 2 * this.#magnitude;
    return ROUNDOFF * Math.abs(this.value) + second;
  }
}

/** ln Σ_y e^score(y) over all paths y. */
export interface PathSum {
  /** The logarithm, as a sum that scores of paths can be subtracted from. */
  readonly log: CompensatedSum;
  /** How far it may be off, but for the rounding of the sum itself; ∞ if nothing is known. */
  readonly error: number;
}

/** How far probabilities may be off: |computed − exact| ≤ relative·exact + absolute. */
export interface NodeError {
  readonly relative: number;
  readonly absolute: number;
  /** How far those of the edges between two positions, added up exactly, may be off 1. */
  readonly excess: number;
}

/**
 * Sums over all paths of one lattice at a time. After `forward` all other methods are about its
 * lattice; those about what follows a position need `backward` first.
 */
export interface PathSums {
  /**
   * From the left; undefined if there is no path. Adds the edges that it multiplies to `work`.
   *
   * @param sentence what errors call it
   * @throws as `ScoreCheck.check`
   */
  forward(lattice: Lattice, work: Work, sentence?: number): PathSum | undefined;
  /**
   * From the right: writes p(y_t = y) to index t·L + y of `nodes`; returns how far these may be
   * off, and those of edges.
   */
  backward(nodes: Float64Array, work: Work): NodeError;
  /**
   * Adds the expected number of uses of each transition to `counts`: all L², or those of the
   * entries that the sums were opened for.
   */
  addExpected(counts: Float64Array): void;
  /**
   * Weights of the labels of a position, all times the same, given what follows: nothing, or the
   * label of the next position. Over all prefixes.
   */
  sources(position: number, next: number | undefined, weights: Float64Array): void;
  /** p(y_{t−1} = x, y_t = y) at index x·L + y, for a position t from 1 on. */
  edgesInto(position: number): Float64Array;
  /** Follows changes of the model's transitions in place. @throws as `ScoreCheck.revise` */
  revise(): void;
}

/** Marginals of a lattice with p(y) = e^score(y) / Z. */
export interface Marginals {
  /** The logarithm of the partition function, ln Z. */
  readonly logPartition: Estimate;
  /** p(y_t = y) at index t·L + y; T×L. Each position's add up to 1, but for rounding. */
  readonly nodes: Float64Array;
  /** The error of each at most. */
  readonly error: number;
  /**
   * p(y_{t−1} = x, y_t = y) at index x·L + y, L×L, for a position t from 1 on. Computed when it is
   * asked for, from the model's transitions as they are then. As far off as the nodes at most.
   *
   * The function that found the marginals has the sums of its last lattice at hand. Those of an
   * earlier one are made again, out of its emissions, which must not have changed.
   *
   * @throws RangeError for another position
   * @throws TypeError if the sums must be made again and do not give the nodes that are here
   */
  edges(position: number): Float64Array;
}

/** @throws RangeError for what is no number of paths to draw */
export function checkDraws(count: number): void {
  if (Number.isInteger(count) && count >= 0) return;
  throw new RangeError(`Cannot draw so many paths: ${count}`);
}

/**
 * A label with a probability in proportion to its weight.
 *
 * @param random uniform in [0, 1)
 * @throws RangeError naming the position if it is not
 */
export function drawLabel(weights: Float64Array, random: () => number, position: number): number {
  const unit = random();
  if (!(unit >= 0 && unit < 1)) {
    throw new RangeError(
      `Cannot draw the label of position ${position} with a random number outside [0, 1): ${unit}`,
    );
  }
  let rest = unit * weights.reduce((sum, weight) => sum + weight, 0);
  let chosen = 0;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    chosen = i;
    rest -= weights[i]!;
    if (rest < 0) break;
  }
  return chosen;
}
