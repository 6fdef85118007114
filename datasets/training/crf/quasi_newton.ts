/**
 * L-BFGS and, with ℓ1, OWL-QN: minimising a function of many weights by its gradients.
 *
 * @module
 */

/** A step has to gain this share of what the gradient promises. */
const SUFFICIENT = 1e-4;
/** A step that does not is shortened to a share of it within these. */
const [SHORTEST, LONGEST] = [0.1, 0.5];
/** After so many shorter ones only rounding is left. */
const MOST_TRIALS = 30;
/** The objective is compared with that of so many steps before. */
export const PERIOD = 10;
/** Gradients shorter than this, as a share of the weights (or of 1), are rounding. */
const NO_GRADIENT = 1e-10;

/** What is minimised and when it is good enough. */
export interface QuasiNewtonOptions {
  /** Pairs of a step and a change of the gradient that are remembered. */
  readonly history: number;
  /** ℓ1 ≥ 0: the objective is the function plus ℓ1·Σ|w|. */
  readonly l1: number;
  /** The sum is over the weights from this one on. */
  readonly from: number;
  /** Done once `PERIOD` steps have lowered the objective by less than this share of it. */
  readonly tolerance: number;
  /**
   * About how strongly the slope of each weight changes with it, above 0. The first step is then
   * −slope/curvature of each; otherwise it is along the slope and 1 long.
   */
  readonly curvatures?: Float64Array;
}

/**
 * Finds the least objective by turns: whoever uses it computes the function and its gradient at
 * `weights`, and `take` moves them.
 *
 * The direction is −H·g, where H is the approximation of the inverse Hessian by the last steps s
 * and changes y of the gradient; a step along it is halved or so until the objective is low enough.
 * With ℓ1 > 0, g is the pseudo-gradient, the direction keeps to where −g points, and a step stays
 * in the orthant that it starts in: weights that would change their sign become 0.
 *
 * Why it is right: the objective never rises, s·y > 0 is required of every pair, so H is positive
 * definite and −H·g descends. Only +, −, ×, ÷ and √ are used, in one order: the same numbers on
 * every machine. Cost: 4·history·P a step for P weights, memory (2·history + 5)·P.
 *
 * Source: Nocedal and Wright 2006, "Numerical Optimization", algorithms 3.1 and 7.4; Andrew and Gao
 * 2007, "Scalable Training of L1-Regularized Log-Linear Models". Steps are shortened to the minimum
 * of a parabola instead of by a fixed share.
 */
export class QuasiNewton {
  /** Where to compute the function next. */
  readonly weights: Float64Array;
  /** Whether no step would be of use; `weights` are the best then. */
  isDone = false;

  readonly #options: QuasiNewtonOptions;
  /** The best weights so far, with the gradient of the function there. */
  readonly #best: Float64Array;
  readonly #gradient: Float64Array;
  /** The pseudo-gradient of the objective there. */
  readonly #slope: Float64Array;
  readonly #direction: Float64Array;
  /** Objectives of all steps taken. */
  readonly #values: number[] = [];
  /** The last steps and changes of the gradient, and 1/(s·y) of each, oldest first. */
  readonly #steps: Float64Array[] = [];
  readonly #changes: Float64Array[] = [];
  readonly #inverses: number[] = [];
  #length = 0;
  #trials = 0;

  /** Starts at `weights`, which it moves in place. */
  constructor(weights: Float64Array, options: QuasiNewtonOptions) {
    this.weights = weights;
    this.#options = options;
    this.#best = weights.slice();
    this.#gradient = new Float64Array(weights.length);
    this.#slope = new Float64Array(weights.length);
    this.#direction = new Float64Array(weights.length);
  }

  /** The least objective so far. */
  get objective(): number {
    return this.#values.at(-1) ?? Infinity;
  }

  /** Moves `weights`, given the function and its gradient there. */
  take(value: number, gradient: Float64Array): void {
    const objective = value + this.norm();
    if (this.#values.length > 0 && !this.#isLowEnough(objective)) return;
    if (this.#values.length > 0) this.#remember(gradient);
    this.#values.push(objective);
    this.#best.set(this.weights);
    this.#gradient.set(gradient);
    this.#findSlope();
    if (this.#hasConverged()) return this.end();
    this.#findDirection();
    this.#trials = 0;
    const isFirst = this.#steps.length === 0 && this.#options.curvatures === undefined;
    this.#length = isFirst ? 1 / Math.sqrt(dot(this.#slope, this.#slope)) : 1;
    this.#move();
  }

  /** Goes back to the best weights, for good. */
  end(): void {
    this.weights.set(this.#best);
    this.isDone = true;
  }

  /** Whether the objective has fallen enough; if not, tries a shorter step, or ends. */
  #isLowEnough(objective: number): boolean {
    let promised = 0;
    for (let i = 0; i < this.weights.length; i++) {
      promised += this.#slope[i]! * (this.weights[i]! - this.#best[i]!);
    }
    const gain = objective - this.objective;
    if (gain <= SUFFICIENT * promised && promised < 0) return true;
    if (++this.#trials > MOST_TRIALS || !(promised < 0)) {
      this.end();
      return false;
    }
    // The parabola through the value and the slope at the best weights and the value here.
    const share = -promised / (2 * (gain - promised));
    this.#length *= share > SHORTEST ? Math.min(share, LONGEST) : SHORTEST;
    this.#move();
    return false;
  }

  /** Keeps the step from the best weights to these. */
  #remember(gradient: Float64Array): void {
    const isFull = this.#steps.length === this.#options.history;
    const step = isFull ? this.#steps.shift()! : new Float64Array(this.weights.length);
    const change = isFull ? this.#changes.shift()! : new Float64Array(this.weights.length);
    if (isFull) this.#inverses.shift();
    for (let i = 0; i < step.length; i++) {
      step[i] = this.weights[i]! - this.#best[i]!;
      change[i] = gradient[i]! - this.#gradient[i]!;
    }
    const curvature = dot(step, change);
    // Rounding may leave none where the function is flat.
    if (!(curvature > 0)) return;
    this.#steps.push(step);
    this.#changes.push(change);
    this.#inverses.push(1 / curvature);
  }

  #hasConverged(): boolean {
    const size = Math.sqrt(dot(this.#best, this.#best));
    if (Math.sqrt(dot(this.#slope, this.#slope)) <= NO_GRADIENT * Math.max(1, size)) return true;
    const before = this.#values.at(-1 - PERIOD) ?? Infinity;
    return before - this.objective < this.#options.tolerance * Math.abs(this.objective);
  }

  /** ℓ1·Σ|w| at `weights`. */
  norm(): number {
    const { l1, from } = this.#options;
    if (l1 === 0) return 0;
    let sum = 0;
    for (let i = from; i < this.weights.length; i++) sum += Math.abs(this.weights[i]!);
    return l1 * sum;
  }

  /** Of the objective's one-sided slopes the one that descends; 0 between two that do not. */
  #findSlope(): void {
    const { l1, from } = this.#options;
    const slope = this.#slope;
    slope.set(this.#gradient);
    if (l1 === 0) return;
    for (let i = from; i < slope.length; i++) {
      const weight = this.#best[i]!;
      const plain = slope[i]!;
      if (weight !== 0) slope[i] = plain + (weight > 0 ? l1 : -l1);
      else slope[i] = plain + l1 < 0 ? plain + l1 : plain - l1 > 0 ? plain - l1 : 0;
    }
  }

  /** −H·g by the two loops of L-BFGS. */
  #findDirection(): void {
    const direction = this.#direction;
    const { l1, from, curvatures } = this.#options;
    for (let i = 0; i < direction.length; i++) direction[i] = -this.#slope[i]!;
    const shares: number[] = [];
    for (let j = this.#steps.length - 1; j >= 0; j--) {
      const share = this.#inverses[j]! * dot(this.#steps[j]!, direction);
      shares[j] = share;
      addTo(direction, -share, this.#changes[j]!);
    }
    const last = this.#changes.at(-1);
    if (last !== undefined) {
      const scale = 1 / (this.#inverses.at(-1)! * dot(last, last));
      for (let i = 0; i < direction.length; i++) direction[i]! *= scale;
    } else if (curvatures !== undefined) {
      for (let i = 0; i < direction.length; i++) direction[i]! /= curvatures[i]!;
    }
    this.#steps.forEach((step, j) => {
      const share = this.#inverses[j]! * dot(this.#changes[j]!, direction);
      addTo(direction, shares[j]! - share, step);
    });
    if (l1 === 0) return;
    for (let i = from; i < direction.length; i++) {
      if (direction[i]! * this.#slope[i]! >= 0) direction[i] = 0;
    }
    // Nothing may be left of it; the steepest descent always is.
    if (dot(direction, this.#slope) < 0) return;
    for (let i = 0; i < direction.length; i++) direction[i] = -this.#slope[i]!;
  }

  /** A step from the best weights, within their orthant if there is ℓ1. */
  #move(): void {
    const { l1, from } = this.#options;
    const first = l1 === 0 ? this.weights.length : from;
    for (let i = 0; i < this.weights.length; i++) {
      const old = this.#best[i]!;
      const moved = old + this.#length * this.#direction[i]!;
      const side = old !== 0 ? old : -this.#slope[i]!;
      this.weights[i] = i >= first && moved * side <= 0 ? 0 : moved;
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function addTo(target: Float64Array, factor: number, source: Float64Array): void {
  for (let i = 0; i < target.length; i++) target[i]! += factor * source[i]!;
}
