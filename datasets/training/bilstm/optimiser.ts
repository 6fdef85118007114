/**
 * What a network learns, numbers with their gradients, and steps down the gradients.
 *
 * @module
 */

import type { Random } from "../../random.ts";
import type { StepSettings } from "../settings.ts";

/** A block of numbers that all change in each step. */
export interface Parameter {
  /** As in checkpoints. */
  readonly name: string;
  /** Sizes of the dimensions, row-major. */
  readonly shape: readonly number[];
  /** The numbers. */
  readonly values: Float32Array<ArrayBuffer>;
  /** Derivatives of the loss of a step. */
  readonly gradient: Float32Array<ArrayBuffer>;
}

/** Rows of which a step changes few: one for each known string. */
export interface Table {
  /** As in checkpoints. */
  readonly name: string;
  /** Numbers a row. */
  readonly width: number;
  /** All rows. */
  readonly values: Float32Array<ArrayBuffer>;
  /** Derivatives by row, of the rows that the step has looked up. */
  readonly gradients: Map<number, Float32Array>;
}

/** A parameter of zeros. */
export function zeroParameter(name: string, shape: readonly number[]): Parameter {
  const size = shape.reduce((product, n) => product * n, 1);
  return { name, shape, values: new Float32Array(size), gradient: new Float32Array(size) };
}

/** Fills with numbers that are uniform between −bound and bound. */
export function fillUniform(values: Float32Array, bound: number, random: Random): void {
  for (let i = 0; i < values.length; i++) values[i] = bound * (2 * random.uniform() - 1);
}

/**
 * The bound of uniform numbers that keeps the variance of what passes, √(6/(inputs + outputs)).
 *
 * Source: Glorot and Bengio 2010, equation 16.
 */
export function glorotBound(inputs: number, outputs: number): number {
  return Math.sqrt(6 / (inputs + outputs));
}

const FIRST_DECAY = 0.9;
const SECOND_DECAY = 0.999;
const EPSILON = 1e-8;

/** Running means of the gradients and of their squares. */
interface Moments {
  readonly first: Float32Array<ArrayBuffer>;
  readonly second: Float32Array<ArrayBuffer>;
}

/**
 * Changes parameters by their gradients.
 *
 * Rows of a table that a step has not looked up do not change in it, nor do their moments: their
 * means forget by uses of the row, not by steps, as is usual for sparse gradients.
 *
 * Source: Kingma and Ba 2015, Algorithm 1; Pascanu et al. 2013, Algorithm 1, for the clipping.
 */
export class Optimiser {
  /** One a parameter or table, by name; none for `sgd`. */
  readonly moments: ReadonlyMap<string, Moments>;
  /** β₁ⁿ and β₂ⁿ after n steps. */
  readonly powers: [number, number] = [1, 1];
  readonly #settings: StepSettings;
  readonly #parameters: readonly Parameter[];
  readonly #tables: readonly Table[];

  /** All moments of the gradient are 0 at first. */
  constructor(
    settings: StepSettings,
    parameters: readonly Parameter[],
    tables: readonly Table[],
  ) {
    this.#settings = settings;
    this.#parameters = parameters;
    this.#tables = tables;
    const all = settings.optimiser === "adam" ? [...parameters, ...tables] : [];
    this.moments = new Map(all.map(({ name, values: { length } }) => [
      name,
      { first: new Float32Array(length), second: new Float32Array(length) },
    ]));
  }

  /** Takes a step. The length of the whole gradient before it was clipped is returned. */
  step(rate: number): number {
    const norm = this.#norm();
    const scale = norm > this.#settings.clip ? this.#settings.clip / norm : 1;
    this.powers[0] *= FIRST_DECAY;
    this.powers[1] *= SECOND_DECAY;
    for (const { name, values, gradient } of this.#parameters) {
      this.#change(name, values, gradient, 0, scale, rate);
    }
    for (const { name, values, width, gradients } of this.#tables) {
      for (const [row, gradient] of gradients) {
        this.#change(name, values, gradient, row * width, scale, rate);
      }
    }
    return norm;
  }

  #norm(): number {
    let squares = 0;
    const add = (gradient: Float32Array) => {
      for (let i = 0; i < gradient.length; i++) squares += gradient[i]! * gradient[i]!;
    };
    for (const { gradient } of this.#parameters) add(gradient);
    for (const { gradients } of this.#tables) gradients.forEach(add);
    return Math.sqrt(squares);
  }

  #change(
    name: string,
    values: Float32Array,
    gradient: Float32Array,
    from: number,
    scale: number,
    rate: number,
  ): void {
    const moments = this.moments.get(name);
    if (moments === undefined) {
      for (let i = 0; i < gradient.length; i++) values[from + i]! -= rate * scale * gradient[i]!;
      return;
    }
    const { first, second } = moments;
    const [length, spread] = [rate / (1 - this.powers[0]), 1 / (1 - this.powers[1])];
    for (let i = 0, j = from; i < gradient.length; i++, j++) {
      const g = scale * gradient[i]!;
      const m = first[j] = FIRST_DECAY * first[j]! + (1 - FIRST_DECAY) * g;
      const v = second[j] = SECOND_DECAY * second[j]! + (1 - SECOND_DECAY) * g * g;
      values[j]! -= length * m / (Math.sqrt(v * spread) + EPSILON);
    }
  }
}
