/**
 * Iterations beside those that the papers print.
 *
 * Source: Huang et al. 2012, Table 3; Kaji et al. 2010, Table 2.
 *
 * @module
 */

import { formatCount, formatRatio } from "../numbers/format.ts";
import { type IterationPair, iterationPairs } from "../published/iteration_pairs.ts";
import { paperTitle } from "../published/published.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The table “Iterations, beside the papers'”. */
const publishedIterations: Table = {
  name: "published-iterations",
  title: "Iterations, beside the papers'",
  order: 56,
  note:
    "Mean passes of the outer loop a sentence, on the tasks that stand for those of the papers. " +
    "Corpora and features are others: the counts are not expected to be equal.",
  build: ({ summary }) => ({
    columns: [
      { name: "dataset", align: "left" },
      { name: "labels", align: "right" },
      { name: "decoder", align: "left" },
      { name: "iterations", align: "right" },
      { name: "published", align: "right" },
      { name: "difference", align: "right" },
      { name: "published for", align: "left" },
    ],
    rows: iterationPairs(summary).map(line),
  }),
};

export default publishedIterations;

function line({ row, published, ratio }: IterationPair): Cell[] {
  const printed = Number(published.value);
  const percent = 100 * (ratio - 1);
  return [
    { text: row.dataset },
    { text: formatCount(row.labels), value: row.labels },
    { text: row.decoder },
    { text: formatRatio(row.iterations!), value: row.iterations! },
    { text: formatRatio(printed), value: printed },
    { text: `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(0)}%`, value: ratio - 1 },
    {
      text: `${published.dataset}, ${paperTitle(published.paper)}, ${
        published.table.replace(/(\d)/, " $1")
      }`,
    },
  ];
}
