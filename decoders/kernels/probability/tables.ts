/**
 * How the sums of kernels are put together. Kernels get the numbers from here: see `build.ts`.
 *
 * @module
 */

/** Terms that are added up before they go to a sum: rounding grows with these and their number. */
export const CHUNK = 32;
