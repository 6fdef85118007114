/**
 * Iterative Viterbi in each position's own order as plainly as it can be written, with faults to
 * choose from.
 *
 * @module
 */

import type { Decode } from "../../../decoders/contract.ts";
import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";
import { offsetsOf } from "../../../decoders/own_order/offsets.ts";

/** What goes wrong. */
export interface Faults {
  /** Members that the score of a rest passes over. */
  readonly missed?: number;
  /** Centres the last position as those before. */
  readonly centresEnd?: boolean;
  /** An edge to a rest counts nothing, though what leaves its label has r in common. */
  readonly dropsExit?: boolean;
  /** Ends as soon as no path with a rest is better, though sums may round. */
  readonly endsAtOnce?: boolean;
}

const REST = -1;

/** Decodes with one active label a position at first, without pruning; k = 1. */
export function ownOrder(model: Model, faults: Faults = {}): Decode {
  const { labelCount, transitions } = model;
  const { outgoing, incoming, entry } = offsetsOf(model);
  const edge = (x: number, y: number): number => {
    if (x === REST) return y === REST ? 0 : entry[y]!;
    return y < 0 ? (faults.dropsExit ? 0 : outgoing[x]!) : transitions[x * labelCount + y]!;
  };
  return (lattice, _k, work) => {
    const { length, emissions } = lattice;
    const centred = (t: number, y: number) => {
      const hasNext = t < length - 1 || (faults.centresEnd === true && length > 1);
      return emissions[t * labelCount + y]! + (t > 0 ? incoming[y]! : 0) +
        (hasNext ? outgoing[y]! : 0);
    };
    const orders = Array.from({ length }, (_, t) =>
      Array.from({ length: labelCount }, (_, y) => y)
        .sort((x, y) => centred(t, y) - centred(t, x) || x - y));
    const active = new Int32Array(length).fill(1);
    for (;;) {
      work.iterations++;
      const columns = orders.map((order, t) => {
        const nodes = order.slice(0, active[t])
          .map((node) => ({ node, own: emissions[t * labelCount + node]! }));
        const next = order[active[t]! + (faults.missed ?? 0)];
        return next === undefined ? nodes : [...nodes, { node: REST, own: centred(t, next) }];
      });
      const slack = model.exactSums || faults.endsAtOnce ? 0 : toleranceOf(model, lattice);
      const path = bestPath(columns, edge, slack);
      work.nodeExpansions += length;
      work.edgeEvaluations += length;
      if (!path.includes(REST)) {
        const labels = Int32Array.from(path);
        const score = scorePath(model, lattice, labels);
        return { paths: score > -Infinity ? [{ score, labels }] : [] };
      }
      path.forEach((node, t) => node === REST && (active[t]! *= 2));
    }
  };
}

/** Generous: 10^-9 of all that may be added up. */
function toleranceOf({ transitions }: Model, { length, emissions }: Lattice): number {
  const largest = Math.max(...[...transitions, ...emissions].filter(Number.isFinite).map(Math.abs));
  return 1e-9 * length * (1 + 8 * largest);
}

/** The best path, added from left to right; a path with a rest in it has the slack, too. */
function bestPath(
  columns: readonly { node: number; own: number }[][],
  edge: (x: number, y: number) => number,
  slack: number,
): number[] {
  const better = (one: Prefix, other: Prefix) => other.score > one.score ? other : one;
  let ends: Prefix[] = [];
  columns.forEach((column, t) => {
    ends = column.map(({ node, own }) => {
      const extended = ends.map((previous): Prefix => {
        const sum = previous.score + edge(previous.node, node) + own;
        const isFirst = node === REST && !previous.hasRest;
        const score = isFirst ? sum + slack : sum;
        return { node, score, hasRest: isFirst || previous.hasRest, previous };
      });
      const hasRest = node === REST;
      return t > 0
        ? extended.reduce(better)
        : { node, score: hasRest ? own + slack : own, hasRest, previous: undefined };
    });
  });
  const path: number[] = [];
  let at: Prefix | undefined = ends.reduce(better);
  for (; at !== undefined; at = at.previous) path.push(at.node);
  return path.reverse();
}

interface Prefix {
  readonly node: number;
  readonly score: number;
  readonly hasRest: boolean;
  readonly previous: Prefix | undefined;
}
