/**
 * The edges of the papers' search with labels by frequency and in each position's own order.
 *
 * @module
 */

import { dots, hues, log, type Look, picture, type Tooltip } from "../picture.ts";
import { orderPairs } from "../tables/own_order.ts";
import { spanOf } from "./_cells.ts";
import type { Chart } from "./contract.ts";

/** The colours of the two orders. */
const ORDERS: Readonly<Record<string, Look>> = {
  "by frequency": { color: "#bbbbbb", shape: "circle" },
  "own order": { color: "#0077bb", shape: "square" },
};

const TOOLTIP: Tooltip = {
  dataset: "dataset",
  labels: ["labels", ","],
  order: "order",
  edges: ["edges a sentence", ",.3~r"],
  passes: ["passes a sentence", ".2f"],
};

/** The chart “What one change of order does”. */
const ownOrder: Chart = {
  name: "own-order",
  title: "What one change of order does",
  order: 46,
  description:
    "Edge evaluations a sentence of iterative Viterbi on the real tasks at k = 1, by the number of " +
    "labels; both axes are logarithmic. Labels become active by frequency, as in the papers, or at " +
    "each position by their own centred emissions. Counts are the same on every machine.",
  needs: "iterative Viterbi counted with both orders on a real task with k = 1",
  spec({ summary }) {
    const pairs = orderPairs(summary).filter(({ rank }) => rank.k === 1 && rank.family === "real");
    if (pairs.length === 0) return undefined;
    const rows = pairs.flatMap(({ rank, own }) =>
      [rank, own].map((row) => ({
        dataset: row.dataset,
        labels: row.labels,
        order: row === own ? "own order" : "by frequency",
        edges: Math.max(1, row.edge_evaluations!),
        passes: row.iterations!,
      }))
    );
    const sentences = spanOf(pairs.map(({ own }) => own.sentences), "sentence");
    const subtitle = ["Real tasks, k = 1", `counted on ${sentences}`];
    return picture({ title: "What one change of order does", subtitle, rows }, {
      width: 620,
      height: 320,
      x: log("labels", "labels", { format: ",~g" }),
      y: log("edges", "edge evaluations a sentence", { format: ",~g" }),
      looks: hues("order", ORDERS),
      // No lines: neighbours are different tasks, not one that grows.
      layers: [dots(TOOLTIP)],
    });
  },
};

export default ownOrder;
