/**
 * Where the kernel of block skipping finds what it needs of a model.
 *
 * @module
 */

/**
 * Fields of the tables, each four bytes. A row holds a score for every label and is padded to whole
 * blocks; a list of blocks is padded to whole vectors. All but numbers are addresses.
 */
export const BLOCK_TABLES = {
  labelCount: 0,
  blocks: 1,
  /** Vectors in a list with a score for each block. */
  groups: 2,
  /** Rows of the transitions, previous label by previous label, padded with −∞. */
  edges: 3,
  /** By previous label, the largest edge into each block; a list padded with −∞. */
  maxima: 4,
  /** Largest edge out of each label, padded with −∞. */
  outgoing: 5,
  /** +∞ for labels that no edge leads to and for the padding, −∞ for the others. */
  floors: 6,
  /** How many blocks have a floor of +∞, and which. */
  flooredCount: 7,
  floored: 8,
  /** Room for a row of scores: v. */
  values: 9,
  /** Room for a row of scores: the keys of the sources. */
  keys: 10,
  /** Room for a vector a block, the padding included; that is +∞. */
  tops: 11,
  /** Room for a list: the least v of each block. */
  least: 12,
  /** Room for a row of scores and for a row of labels: the sources that wait. */
  waitingKeys: 13,
  waitingLabels: 14,
  /** α, a row a position. */
  alpha: 15,
  /** The sources that were relaxed, position after position. */
  sources: 16,
  /** Where those of each position end; position 0 has none. */
  ends: 17,
  /** The best path: an integer a position. */
  path: 18,
  /** float64: what the sweep counted, and the score of the best path. */
  edgeEvaluations: 20,
  nodeExpansions: 22,
  score: 24,
  size: 26,
} as const;
