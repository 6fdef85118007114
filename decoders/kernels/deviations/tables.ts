/**
 * Where the kernel that searches for deviations finds what it needs.
 *
 * @module
 */

import { type FieldPlaces, placesOf } from "../rows.ts";

/** Results of a search that needs more room; called again, it starts anew. */
export const ELEMENTS_MISSING = -1;
export const POOL_MISSING = -2;
export const PATHS_MISSING = -3;

/**
 * Fields of the tables. A row holds a score for every label and is padded with −∞
 * to whole blocks. All but numbers are addresses.
 */
export const FIELDS = {
  labelCount: "i32",
  blocks: "i32",
  /** By how much sums in another order may differ; 0 if none does. */
  tolerance: "f64",
  /** Rows of the transitions into each label, and a row of zeros. */
  incoming: "usize",
  /** α, a row a position. */
  alpha: "usize",
  /** For each node, and the end, the search in which its predecessors were ranked, and where. */
  rankings: "usize",
  rankingsBytes: "usize",
  /** How many searches there have been. */
  epoch: "i32",
  /** Memory for rankings of predecessors. */
  pool: "usize",
  poolEnd: "usize",
  /** Room for elements, which are described at `DeviationSearch`. */
  elementCapacity: "i32",
  positions: "usize",
  labels: "usize",
  ranks: "usize",
  origins: "usize",
  scores: "usize",
  /** Score of what comes after each element. */
  rests: "usize",
  agenda: "usize",
  best: "usize",
  /** Room for the paths that are popped, T integers each, and their scores in float64. */
  pathCapacity: "i32",
  paths: "usize",
  pathScores: "usize",
  /**
   * The search's own: the sentence's length and emissions, how many paths are wanted, what they
   * must exceed.
   */
  length: "i32",
  own: "usize",
  limit: "i32",
  bar: "f64",
  /** float64: what the search counted. */
  edgeEvaluations: "f64",
  nodeExpansions: "f64",
  /** The search's own: the end of what is used of the pool, and how many there are of each kind. */
  poolTop: "usize",
  elementCount: "i32",
  agendaCount: "i32",
  bestCount: "i32",
  pathCount: "i32",
} as const;

/** Where each of the fields is, in units of four bytes. */
export const TABLES: FieldPlaces<typeof FIELDS> = /* @__PURE__ */ placesOf(FIELDS);
