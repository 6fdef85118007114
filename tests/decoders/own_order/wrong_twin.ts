/**
 * Iterative Viterbi in each position's own order as plainly as it can be written, with faults to
 * choose from.
 *
 * @module
 */

import type { Decode } from "../../../decoders/contract.ts";
import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";
import { offsetsOf } from "../../../decoders/own_order/offsets.ts";
import { best, type Hypothesis, labelsOf, search } from "../../wrong/plain.ts";

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

/** Decodes with one active label a position at first, without pruning; k = 1. */
export function ownOrder(model: Model, faults: Faults): Decode {
  const { labelCount, transitions } = model;
  const { outgoing, incoming, entry } = offsetsOf(model);
  /** The node behind the labels. */
  const rest = labelCount;
  const nodeCount = labelCount + 1;
  const edges = Float64Array.from({ length: nodeCount ** 2 }, (_, edge) => {
    const [x, y] = [Math.floor(edge / nodeCount), edge % nodeCount];
    if (x === rest) return y === rest ? 0 : entry[y]!;
    if (y === rest) return faults.dropsExit ? 0 : outgoing[x]!;
    return transitions[x * labelCount + y]!;
  });
  const grown = { ...model, labelCount: nodeCount, transitions: edges };
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
    const slack = model.exactSums || faults.endsAtOnce ? 0 : toleranceOf(model, lattice);
    const hasRest = (one: Hypothesis | undefined): boolean =>
      one !== undefined && (one.label === rest || hasRest(one.previous));
    /** A path has the slack from its first rest on. */
    const slackened = (one: Hypothesis): Hypothesis =>
      one.label === rest && !hasRest(one.previous) ? { ...one, score: one.score + slack } : one;
    const active = new Int32Array(length).fill(1);
    for (;;) {
      const own = new Float64Array(length * nodeCount).fill(-Infinity);
      orders.forEach((order, t) => {
        for (const y of order.slice(0, active[t])) {
          own[t * nodeCount + y] = emissions[t * labelCount + y]!;
        }
        const next = order[active[t]! + (faults.missed ?? 0)];
        if (next !== undefined) own[t * nodeCount + rest] = centred(t, next);
      });
      const last = search(grown, { length, emissions: own }, (candidates) => {
        return candidates.map((hypotheses) => best(hypotheses.map(slackened), 1));
      }, work);
      const [path] = best(last, 1);
      if (path === undefined) return { paths: [] };
      const labels = labelsOf(path, length);
      if (!labels.includes(rest)) {
        return { paths: [{ score: scorePath(model, lattice, labels), labels }] };
      }
      labels.forEach((node, t) => {
        if (node === rest) active[t]! *= 2;
      });
    }
  };
}

/** Generous: 10^-9 of all that may be added up. */
function toleranceOf({ transitions }: Model, { length, emissions }: Lattice): number {
  const largest = Math.max(...[...transitions, ...emissions].filter(Number.isFinite).map(Math.abs));
  return 1e-9 * length * (1 + 8 * largest);
}
