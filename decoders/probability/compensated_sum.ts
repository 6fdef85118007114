/**
 * Sums that hardly round.
 *
 * @module
 */

import { ROUNDOFF } from "./estimate.ts";

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

  /** Another sum that goes on from here. */
  copy(): CompensatedSum {
    const other = new CompensatedSum();
    other.#sum = this.#sum;
    other.#lost = this.#lost;
    other.#magnitude = this.#magnitude;
    other.#terms = this.#terms;
    return other;
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
