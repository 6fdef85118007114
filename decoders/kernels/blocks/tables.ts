/**
 * Where the kernel of block skipping finds what it needs of a model.
 *
 * @module
 */

import { type FieldPlaces, placesOf } from "../rows.ts";

/**
 * Fields of the tables. A row holds a score for every label and is padded to whole
 * blocks; a list of blocks is padded to whole vectors. All but numbers are addresses.
 */
export const FIELDS = {
  labelCount: "i32",
  blocks: "i32",
  /** Vectors in a list with a score for each block. */
  groups: "i32",
  /** Rows of the transitions, previous label by previous label, padded with −∞. */
  edges: "usize",
  /** By previous label, the largest edge into each block; a list padded with −∞. */
  maxima: "usize",
  /** Largest edge out of each label, padded with −∞. */
  outgoing: "usize",
  /** +∞ for labels that no edge leads to and for the padding, −∞ for the others. */
  floors: "usize",
  /** How many blocks have a floor of +∞, and which. */
  flooredCount: "i32",
  floored: "usize",
  /** Room for a row of scores: v. */
  values: "usize",
  /** Room for a row of scores: the keys of the sources. */
  keys: "usize",
  /** Room for a vector a block, the padding included; that is +∞. */
  laneMinima: "usize",
  /** Room for a list: the least v of each block. */
  least: "usize",
  /** Room for a row of scores and for a row of labels: the sources that wait. */
  waitingKeys: "usize",
  waitingLabels: "usize",
  /** α, a row a position. */
  alpha: "usize",
  /** The sources that were relaxed, position after position. */
  sources: "usize",
  /** Where those of each position end; position 0 has none. */
  ends: "usize",
  /** The best path: an integer a position. */
  path: "usize",
  /** float64: what the sweep counted, and the score of the best path. */
  edgeEvaluations: "f64",
  nodeExpansions: "f64",
  score: "f64",
} as const;

/** Where each of the fields is, in units of four bytes. */
export const TABLES: FieldPlaces<typeof FIELDS> = /* @__PURE__ */ placesOf(FIELDS);
