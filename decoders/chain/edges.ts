/**
 * The edges of a lattice, to be read from either end.
 *
 * @module
 */

/** Transitions in either layout: e(x, y) at index `x * fromStride + y * toStride`. */
export interface Edges {
  readonly labelCount: number;
  readonly transitions: Float64Array;
  readonly fromStride: number;
  readonly toStride: number;
}
