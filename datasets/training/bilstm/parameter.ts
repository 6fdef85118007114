/**
 * What a network learns: numbers with their gradients.
 *
 * @module
 */

import type { Random } from "../../random.ts";

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
