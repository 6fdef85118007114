/**
 * Why a label is not on the best path.
 *
 * @module
 */

import type { ShownLattice, Trace } from "../trace.ts";
import { score, shortLabel } from "./words.ts";

/** Says why a label is not on the best path, with its neighbours as they are there. */
export function swapText(lattice: ShownLattice, trace: Trace, t: number, y: number): string {
  const path = trace.paths[0]?.labels;
  if (path === undefined) return "There is no path.";
  if (path[t] === y) return "It is on the best path.";
  const { best, own, into, outOf, sum } = swapOf(lattice, path, t, y);
  const signed = (value: number) => `${value > 0 ? "+" : ""}${score(value)}`;
  return `In place of ${shortLabel(lattice.labels[best]!)} on the best path: own score ${
    signed(own)
  }, transition into it ${signed(into)}, out of it ${signed(outOf)}; together ${signed(sum)}.`;
}

/** What the best path loses with another label in one place: three differences, and no more. */
function swapOf(
  { labels: names, emissions, transitions }: ShownLattice,
  path: readonly number[],
  t: number,
  y: number,
) {
  const labelCount = names.length;
  const [x, best, z] = [path[t - 1], path[t]!, path[t + 1]];
  const own = emissions[t * labelCount + y]! - emissions[t * labelCount + best]!;
  const edge = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? 0 : transitions[from * labelCount + to]!;
  const into = edge(x, y) - edge(x, best);
  const outOf = edge(y, z) - edge(best, z);
  return { best, own, into, outOf, sum: own + into + outOf };
}
