/**
 * Where the kernels of iterative Viterbi find what they need of a model and of a search.
 *
 * @module
 */

/**
 * Fields of the tables, each four bytes. A row holds a score for every label and is padded with −∞
 * to whole quads; a quad is 64 bytes of scores. Node L + m is the group of the labels ≥ 2^m; see
 * `degenerate/model.ts`. All but numbers are addresses.
 */
export const DEGENERATE_TABLES = {
  labelCount: 0,
  groupCount: 1,
  /** Quads in a row. */
  quads: 2,
  /** 1: label paths are tracked by a dynamic program of their own (`LabelPaths`, `active`). */
  isActive: 3,
  /** 1: no node is removed. */
  keepAll: 4,
  /** Edges from each node to the labels, a row a node. */
  outgoing: 5,
  /** Edges into each node from the labels, a row a node. */
  incoming: 6,
  /** Edges from group to group, G×G. */
  groupEdges: 7,
  /** Emissions of the groups, G a position. */
  groupOwn: 8,
  /** By position, the level of the group that is left, −1 if none is. */
  levels: 9,
  /** By position, how many nodes are left. */
  counts: 10,
  /** By position, how many quads hold all labels that were ever active. */
  used: 11,
  /** By position and quad, a bit for each label that is left. */
  masks: 12,
  /** Reach of the labels from the left and from the right, a row a position each. */
  before: 13,
  after: 14,
  /** The same for the group of each position. */
  groupBefore: 15,
  groupAfter: 16,
  /** Of the last pass: reach plus own emission, and that over labels; a row a position each. */
  sums: 17,
  labelSums: 18,
  /** The first of these for the group of each position. */
  groupSums: 19,
  /** Room for two pairs of lists of sources, each of `listBytes`. */
  lists: 20,
  listBytes: 21,
  /** The path that was followed last: a node a position. */
  path: 22,
  // Then a field that is not used: what follows is aligned to eight bytes.
  /** float64: nodes stay if their best path is > `above` and ≥ `least`. */
  above: 24,
  least: 26,
  /** float64: what the last pass found and counted. */
  upper: 28,
  labelScore: 30,
  edgeEvaluations: 32,
  nodeExpansions: 34,
  size: 36,
} as const;
