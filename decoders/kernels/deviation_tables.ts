/**
 * Where the kernel that searches for deviations finds what it needs.
 *
 * @module
 */

/** Results of a search that needs more room; called again, it starts anew. */
export const ELEMENTS_MISSING = -1;
export const POOL_MISSING = -2;
export const PATHS_MISSING = -3;

/**
 * Fields of the tables, each four bytes. A row holds a score for every label and is padded with −∞
 * to whole blocks. All but numbers are addresses.
 */
export const DEVIATION_TABLES = {
  labelCount: 0,
  blocks: 1,
  /** 1: see `Model.exactSums`. */
  exactSums: 2,
  /** Rows of the transitions into each label, and a row of zeros. */
  incoming: 3,
  /** α, a row a position. */
  alpha: 4,
  /** For each node, and the end, the search in which its predecessors were ranked, and where. */
  rankings: 5,
  rankingsBytes: 6,
  /** How many searches there have been. */
  epoch: 7,
  /** Room for rankings. */
  pool: 8,
  poolEnd: 9,
  /** Room for elements, which are described at `DeviationSearch`. */
  elementCapacity: 10,
  positions: 11,
  labels: 12,
  ranks: 13,
  origins: 14,
  scores: 15,
  /** Score of what comes after each element. */
  rests: 16,
  agenda: 17,
  best: 18,
  /** Room for the paths that are popped, T integers each, and their scores in float64. */
  pathCapacity: 19,
  paths: 20,
  pathScores: 21,
  // The length of the sentence, its emissions, the limit and the bar are the search's own.
  /** float64: what the search counted. */
  edgeEvaluations: 28,
  nodeExpansions: 30,
  size: 38,
} as const;
