/**
 * The page of the study of kept labels.
 *
 * @module
 */

import { formatCount, formatNumber, formatShare } from "../numbers/format.ts";
import type { StudyPage, StudyTable } from "./contract.ts";
import type { Cell } from "../tables/content.ts";
import { strengthChart, taskChart } from "./_kept_charts.ts";
import { type KeptLabels, keptLabels } from "./_kept_rows.ts";

/** The page “Labels kept a position”. */
const page: StudyPage = {
  name: "kept",
  title: "Labels kept a position",
  order: 30,
  introduction: [
    "Forward dominance drops a label at a position once another one is better whatever follows. " +
    "The labels that it keeps are the sources of the next step: their number decides what a " +
    "sentence costs, and its tail what the slowest sentence costs.",
    "Counted are all positions but the last of a sentence, where one label is the answer, on all " +
    "sentences of the real tasks and on synthetic families from transitions that hardly matter to " +
    "transitions that decide: `structureless` has normal emissions, in `weak` one label a position " +
    "stands out. Percentiles are nearest ranks. There are no times: counts are the same on every " +
    "machine.",
  ],
  charts: (lines) => {
    const datasets = keptLabels(lines);
    return [taskChart(datasets), strengthChart(datasets)].filter((chart) => chart !== undefined);
  },
  tables: (lines) => [keptTable(keptLabels(lines))],
};

export default page;

function keptTable(datasets: readonly KeptLabels[]): StudyTable {
  return {
    name: "kept-labels",
    title: "Labels kept, dataset by dataset",
    note:
      "Labels kept at a position: mean, percentiles and the most; share of the labels that the " +
      "mean is; share of the positions at which a single label is kept.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        ...["labels", "positions", "mean", "p50", "p90", "p99", "most", "of all", "single label"]
          .map((name) => ({ name, align: "right" as const })),
      ],
      rows: datasets.map((own) => [
        { text: own.dataset },
        count(own.labels),
        count(own.positions),
        { text: formatNumber(own.mean), value: own.mean },
        ...own.percentiles.map(count),
        count(own.most),
        share(own.mean / own.labels),
        share(own.single),
      ]),
    },
  };
}

function count(value: number): Cell {
  return { text: formatCount(value), value };
}

function share(value: number): Cell {
  return { text: formatShare(value), value };
}
