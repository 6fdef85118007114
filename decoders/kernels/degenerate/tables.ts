/**
 * Where the kernels of iterative Viterbi find what they need of a model and of a search.
 *
 * @module
 */

import { type FieldPlaces, placesOf } from "../rows.ts";

/**
 * Fields of the tables. A row holds a score for every label and is padded with −∞
 * to whole quads; a quad is 64 bytes of scores. Node L + m is the group of the labels ≥ 2^m; see
 * `degenerate/model.ts`. All but numbers are addresses.
 */
export const FIELDS = {
  labelCount: "i32",
  groupCount: "i32",
  /** Quads in a row. */
  quads: "i32",
  /** 1: label paths are tracked by a dynamic program of their own (`LabelPaths`, `active`). */
  isActive: "i32",
  /** 1: no node is removed. */
  keepAll: "i32",
  /** Edges from each node to the labels, a row a node. */
  outgoing: "usize",
  /** Edges into each node from the labels, a row a node. */
  incoming: "usize",
  /** Edges from group to group, G×G. */
  groupEdges: "usize",
  /** Emissions of the groups, G a position. */
  groupOwn: "usize",
  /** By position, the level of the group that is left, −1 if none is. */
  levels: "usize",
  /** By position, how many nodes are left. */
  counts: "usize",
  /** By position, how many quads hold all labels that were ever active. */
  used: "usize",
  /** By position and quad, a bit for each label that is left. */
  masks: "usize",
  /** Reach of the labels from the left and from the right, a row a position each. */
  before: "usize",
  after: "usize",
  /** The same for the group of each position. */
  groupBefore: "usize",
  groupAfter: "usize",
  /** Of the last pass: reach plus own emission, and that over labels; a row a position each. */
  sums: "usize",
  labelSums: "usize",
  /** The first of these for the group of each position. */
  groupSums: "usize",
  /** Room for two pairs of lists of sources, each of `listBytes`. */
  lists: "usize",
  listBytes: "usize",
  /** The path that was followed last: a node a position. */
  path: "usize",
  /** float64: nodes stay if their best path is > `above` and ≥ `least`. */
  above: "f64",
  least: "f64",
  /** float64: what the last pass found and counted. */
  upper: "f64",
  labelScore: "f64",
  edgeEvaluations: "f64",
  nodeExpansions: "f64",
} as const;

/** Where each of the fields is, in units of four bytes. */
export const TABLES: FieldPlaces<typeof FIELDS> = /* @__PURE__ */ placesOf(FIELDS);
