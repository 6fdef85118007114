// The tables of iterative Viterbi; see `degenerate_tables.ts`, which describes the fields.

import { at } from "./quads";

/** As `DegenerateKernel` in TypeScript writes it. */
@unmanaged
export class Tables {
  labelCount: i32;
  groupCount: i32;
  quads: i32;
  isActive: i32;
  keepAll: i32;
  outgoing: usize;
  incoming: usize;
  groupEdges: usize;
  groupOwn: usize;
  levels: usize;
  counts: usize;
  used: usize;
  masks: usize;
  before: usize;
  after: usize;
  groupBefore: usize;
  groupAfter: usize;
  sums: usize;
  labelSums: usize;
  groupSums: usize;
  lists: usize;
  listBytes: usize;
  path: usize;
  /** Nothing: what follows is aligned to eight bytes. */
  padding: i32;
  above: f64;
  least: f64;
  upper: f64;
  labelScore: f64;
  edgeEvaluations: f64;
  nodeExpansions: f64;
}

/** The edge between two groups, from the one nearer to where the pass starts. */
// @ts-ignore: decorator
@inline
export function groupEdge<T>(tables: Tables, isForward: i32, from: i32, to: i32): T {
  const first = isForward ? from : to;
  const second = isForward ? to : from;
  return load<T>(at<T>(tables.groupEdges, first * tables.groupCount + second));
}
