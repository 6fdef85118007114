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
  /** Bytes of a list with a score for each block; it is padded with −∞ to whole quads of vectors. */
  listBytes: 2,
  /** 1: the row of the best source filters the blocks; 0: the block of the best bound does. */
  byRow: 3,
  /** Rows of the transitions, previous label by previous label. */
  edges: 4,
  /** The same as panels for `denseStep`; 0 if they have not been made. */
  panels: 5,
  /** Largest edge into each label. */
  incoming: 6,
  /** Largest edge into plus largest edge out of each label. */
  bounds: 7,
  /** Smallest edge out of each label. */
  least: 8,
  /** Zeros, padding included: the advantages and the smallest edges after the last position. */
  zeros: 9,
  /** By label, the address of its row of advantages and of their heights; 0 if it has not been made. */
  advantages: 10,
  /** `byRow`: by previous label, a list of the largest edges into each block. */
  maxima: 11,
  /** Room for a row of scores. */
  values: 12,
  /** Room for the heights of a row: for each 64 bytes their maxima, 16 bytes; padded with −∞ to 64 bytes. */
  heights: 13,
  /** Room for a row of scores. */
  prefixRow: 14,
  /** Room for 16 bytes for each score of a list; the padding is −∞. */
  tops: 15,
  /** Room for a list. */
  reaches: 16,
  /** Room for a bit a block, in units of eight bytes. */
  wantedBlocks: 17,
  /** Room for eight bytes a block for each 64 labels. */
  wantedSources: 18,
  /** Room for an integer a block, and one. */
  touched: 19,
  /** Room for 16 bytes a block, and 16. */
  needed: 20,
  /** Kept labels, position after position: the best first, the others in ascending order. */
  labels: 21,
  /** Their prefix scores. */
  prefixes: 22,
  /** Where the labels of each position end. */
  ends: 23,
  /** The best path: an integer a position. */
  path: 24,
  /** How many positions have been done, and where the labels of the last of them start and end. */
  position: 25,
  start: 26,
  end: 27,
  /** What is to be made before the sweep can go on; 0 if nothing. */
  missing: 28,
  // Then three fields of the kernel's own.
  /** float64: what the sweep counted, and the score of the best path. */
  edgeEvaluations: 32,
  nodeExpansions: 34,
  score: 36,
  size: 38,
} as const;
