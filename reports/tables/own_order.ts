/**
 * What the order of the labels costs: the papers' search by frequency and by each position's own.
 *
 * Source: our own; the search is that of Kaji et al. 2010 and Huang et al. 2012.
 *
 * @module
 */

import { tableOf } from "../columns.ts";
import { formatCount, formatRatio, formatTimes } from "../numbers/format.ts";
import { isRight } from "../numbers/marks.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { Table } from "./contract.ts";

/** The searches that have the option. */
const SEARCHES = ["iterative-viterbi", "iterative-viterbi-a-star"];

/** Searches that were counted with both orders on the same sentences, by k and labels. */
export function orderPairs(summary: readonly SummaryRow[]) {
  const right = summary.filter(isRight);
  return right.filter(({ decoder }) => SEARCHES.includes(decoder)).flatMap((rank) => {
    const own = right.find(({ decoder, dataset, k, sentences }) =>
      decoder === `${rank.decoder}{order=emission}` && dataset === rank.dataset &&
      k === rank.k && sentences === rank.sentences
    );
    return own?.edge_evaluations === undefined || rank.edge_evaluations === undefined
      ? []
      : [{ rank, own }];
  }).sort((one, other) => one.rank.k - other.rank.k || one.rank.labels - other.rank.labels);
}

/** The table “What one change of order does”. */
const ownOrder: Table = {
  name: "own-order",
  title: "What one change of order does",
  order: 57,
  note:
    "Edge evaluations and passes a sentence of the papers' searches, iterative Viterbi at k = 1 and " +
    "iterative Viterbi A* above, with labels that become active by frequency, as in the papers " +
    "(`order=rank`), and at each position by their own centred emissions (`order=emission`), which is " +
    "ours. Counts are the same on every machine. Speeds are relative to dense Viterbi, in plain loops.",
  build: ({ summary }) =>
    tableOf([
      { name: "dataset", of: ({ rank }) => rank.dataset },
      { name: "labels", of: ({ rank }) => rank.labels, as: formatCount },
      { name: "paths", of: ({ rank }) => rank.k, as: String },
      { name: "edges, rank", of: ({ rank }) => rank.edge_evaluations, as: formatCount },
      { name: "edges, own", of: ({ own }) => own.edge_evaluations, as: formatCount },
      {
        name: "fewer",
        of: ({ rank, own }) => rank.edge_evaluations! / Math.max(1, own.edge_evaluations!),
        as: formatTimes,
      },
      { name: "passes, rank", of: ({ rank }) => rank.iterations, as: formatRatio },
      { name: "passes, own", of: ({ own }) => own.iterations, as: formatRatio },
      { name: "speed, rank", of: ({ rank }) => rank.ratio_to_viterbi, as: formatTimes },
      { name: "speed, own", of: ({ own }) => own.ratio_to_viterbi, as: formatTimes },
    ], orderPairs(summary)),
};

export default ownOrder;
