/**
 * The search spaces of a run.
 *
 * @module
 */

import { formatCount, formatNumber } from "../numbers/format.ts";
import type { Cell } from "../columns.ts";
import type { ParsedCell } from "../numbers/parsed_cells.ts";
import type { Table } from "./contract.ts";
import { byDataset } from "../numbers/parsed_cells.ts";

/** The table “Search spaces”. */
const spaces: Table = {
  problem: "parsing",
  name: "search-spaces",
  title: "Search spaces",
  order: 20,
  note:
    "What all decoders search: the step of the search space that sentences end with (from 0), " +
    "tags a word and items and edges a sentence of the forests there, without what no derivation " +
    "uses. A sentence without a parse has none.",
  build: ({ cells }) => ({
    columns: [
      { name: "dataset", align: "left" },
      { name: "sentences by step", align: "left" },
      ...["without a parse", "tags a word", "items", "edges", "most edges"]
        .map((name) => ({ name, align: "right" as const })),
    ],
    rows: byDataset(cells).map(([first]) => lineOf(first!)),
  }),
};
export default spaces;

function lineOf({ row, answers }: ParsedCell): Cell[] {
  const searched = answers.filter(({ edges, items }) => edges > 0 || items > 0);
  const steps = [...Map.groupBy(answers, ({ beam }) => beam)].sort(([a], [b]) => a - b)
    .map(([step, own]) => `${step}: ${formatCount(own.length)}`).join(", ");
  const sum = (name: "slots" | "items" | "edges" | "words") =>
    searched.reduce((total, answer) => total + answer[name], 0);
  const per = (total: number, whole: number): Cell =>
    whole === 0
      ? { text: "", tone: "muted" }
      : { text: formatNumber(total / whole), value: total / whole };
  const most = Math.max(0, ...searched.map(({ edges }) => edges));
  const without = answers.length - searched.length;
  return [
    { text: row.dataset },
    { text: steps },
    { text: formatCount(without), value: without },
    per(sum("slots"), sum("words")),
    per(sum("items"), searched.length),
    per(sum("edges"), searched.length),
    { text: formatCount(most), value: most },
  ];
}
