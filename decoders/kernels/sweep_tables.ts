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
  /** 1: the rows of the two best sources filter the blocks; 0: the block of the best bound does. */
  byRow: 2,
  /** Rows of the transitions, previous label by previous label. */
  edges: 3,
  /** The same as panels for `denseStep`; 0 if they have not been made. */
  panels: 4,
  /** Largest edge into each label. */
  incoming: 5,
  /** Largest edge out of each label. */
  outgoing: 6,
  /** Largest edge into plus largest edge out of each label. */
  bounds: 7,
  /** Smallest edge out of each label. */
  least: 8,
  /** Zeros, padding included: the smallest edges after the last position. */
  zeros: 9,
  /**
   * By label, the address of its row of advantages, behind it their heights, and behind those, if `byRow`, the row of
   * their sums with `incoming`; 0 if they have not been made. The label itself has −∞ there: it is kept before others
   * are looked at, but 0 goes into the sums.
   */
  advantages: 10,
  /** Room for a row of scores. */
  values: 11,
  /** Room for the heights of a row: for each 64 bytes their maxima, 16 bytes; padded with −∞ to 64 bytes. */
  heights: 12,
  /** Room for a row of scores. */
  prefixRow: 13,
  /** Room for 16 bytes a block; padded with −∞ to 64 bytes. */
  tops: 14,
  /** Room for an integer a block, and one. */
  touched: 15,
  /** Room for 16 bytes a block, and 16. */
  needed: 16,
  /** Kept labels, position after position: the best first, and of many the second best second. */
  labels: 17,
  /** Their prefix scores. */
  prefixes: 18,
  /** Where the labels of each position end. */
  ends: 19,
  /** The best path: an integer a position. */
  path: 20,
  /** For each position two scores that bound the suffixes after its labels: see `SuffixBounds`. */
  suffixes: 21,
  /** How many positions have been done, and where the labels of the last of them start and end. */
  position: 22,
  start: 23,
  end: 24,
  /** 1 if the labels of the last position are so many that all but the best have only been counted. */
  isCounted: 25,
  /** 1 if `suffixes` and `lowerBound` are there. */
  isBounded: 26,
  /** What is to be made before the sweep can go on; 0 if nothing. */
  missing: 27,
  // Then two fields of the kernel's own.
  /** float64: what the sweep counted, the score of the best path, and what that is at least. */
  edgeEvaluations: 30,
  nodeExpansions: 32,
  score: 34,
  lowerBound: 36,
  size: 38,
} as const;
