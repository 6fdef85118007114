// The edges between groups.

import { at } from "../shared/quads";
import { Tables } from "./tables";

/** The edge between two groups, from the one nearer to where the pass starts. */
// @ts-ignore: decorator
@inline
export function groupEdge<T>(tables: Tables, isForward: i32, from: i32, to: i32): T {
  const first = isForward ? from : to;
  const second = isForward ? to : from;
  return load<T>(at<T>(tables.groupEdges, first * tables.groupCount + second));
}
