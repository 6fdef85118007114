/**
 * What the functions of this folder have in common: numbers with their errors, and options.
 *
 * @module
 */

import { checkKeys } from "../chain/known_keys.ts";
import type { KernelKind } from "../kernels/arena.ts";

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
 * which is slow and never under- or overflows. `auto` is `exceptions` where these are few,
 * otherwise `scaled`. All three do a sentence again in `log` if they might have lost something to
 * underflow: if a result may be off by more than 2⁻³⁰ and logarithms might do better.
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
  checkKeys(options, ["arithmetic", "kernel", "scoreError", "entries"], "sums over paths");
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

/** Unit roundoff of float64: a rounded result is off by at most this share of it. */
export const ROUNDOFF: number = 2 ** -53;

/**
 * Bound of |Π(1 + δ_i)^±1 − 1| where Σ|δ_i| ≤ `sum`: sum / (1 − sum), and ∞ from 1 on. A little
 * more, for the bounds themselves are computed with rounding.
 */
export function relativeBound(sum: number): number {
  return sum < 1 ? 1.001 * sum / (1 - sum) : Infinity;
}
