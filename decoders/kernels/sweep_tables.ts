/**
 * Where the kernels of forward dominance find what they need of a model.
 *
 * @module
 */

/** `missing`: the transitions as panels. */
export const PANELS_MISSING = -1;
/** `missing`, less m: the advantages over label m. */
export const ADVANTAGES_MISSING = -2;

/** What the sweep returns if it seems that nothing can be passed over. */
export const GIVEN_UP = -2;

/**
 * Fields of the tables, each four bytes. A row holds a score for every label and is padded with −∞
 * to whole blocks, if nothing else is said. All but numbers are addresses.
 */
export const TABLES = {
  labelCount: 0,
  blocks: 1,
  /** 1: the row of the best source filters the blocks; 0: the block of the best bound does. */
  byRow: 2,
  /** Rows of the transitions, previous label by previous label. */
  edges: 3,
  /** The same as panels for `denseStep`; 0 if they have not been made. */
  panels: 4,
  /** Largest edge into each label. */
  incoming: 5,
  /** Largest edge into plus largest edge out of each label. */
  bounds: 6,
  /** Smallest edge out of each label. */
  least: 7,
  /** Zeros, padding included: the advantages and the smallest edges after the last position. */
  zeros: 8,
  /** By label, the address of its row of advantages and of their heights; 0 if it has not been made. */
  advantages: 9,
  /** Room for a row of scores. */
  values: 10,
  /** Room for the heights of a row: for each 64 bytes their maxima, 16 bytes; padded with −∞ to 64 bytes. */
  heights: 11,
  /** Room for a row of scores. */
  prefixRow: 12,
  /** Room for 16 bytes a block; padded with −∞ to 64 bytes. */
  tops: 13,
  /** Room for an integer a block, and one. */
  touched: 14,
  /** Room for 16 bytes a block, and 16. */
  needed: 15,
  /** Kept labels, position after position: the best first, the others in ascending order. */
  labels: 16,
  /** Their prefix scores. */
  prefixes: 17,
  /** Where the labels of each position end. */
  ends: 18,
  /** The best path: an integer a position. */
  path: 19,
  /** How many positions have been done, and where the labels of the last of them start and end. */
  position: 20,
  start: 21,
  end: 22,
  /** What is to be made before the sweep can go on; 0 if nothing. */
  missing: 23,
  // Then two fields of the kernel's own.
  /** float64: what the sweep counted, and the score of the best path. */
  edgeEvaluations: 26,
  nodeExpansions: 28,
  score: 30,
  size: 32,
} as const;
