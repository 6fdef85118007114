/**
 * The study of kept labels: how many labels forward dominance keeps a position.
 *
 * @module
 */

import { keptCounts } from "../../decoders/dominance.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { listRealDatasets, resolveDataset } from "../../harness/problems/sequence/discover.ts";
import { type LineOf, number, settings, text } from "../../harness/store/table.ts";
import { STRENGTHS } from "../../harness/suites/sweeps.ts";
import { formatCount, formatNumber, formatShare } from "../numbers/format.ts";
import { dots, hues, intervals, lines, log, names, type Tooltip } from "../picture.ts";
import { tableOf } from "../columns.ts";
import { total } from "./_resampled.ts";
import { chartOf, study } from "./contract.ts";

/**
 * Families whose dial is the strength of the transitions: without and with labels that stand out.
 */
const FAMILIES = ["structureless", "weak"];

/** The percentiles that are shown, with their looks. */
const PERCENTILES = {
  "median": { q: 0.5, color: "#0077bb", shape: "circle" },
  "90th percentile": { q: 0.9, color: "#ee7733", shape: "diamond" },
  "99th percentile": { q: 0.99, color: "#cc3311", shape: "triangle-right" },
};

/** At how many positions of a dataset so many labels are kept. */
const COLUMNS = {
  dataset: text,
  dataset_settings: settings,
  family: text,
  pack: text,
  labels: number,
  sentences: number,
  kept: number,
  positions: number,
};

const TOOLTIP: Tooltip = {
  dataset: "dataset",
  labels: ["labels", ","],
  percentile: "of the positions",
  kept: ["labels kept", ","],
  meanText: "mean",
  most: ["most", ","],
  singleText: "a single label",
  counted: "counted",
};

export default study({
  name: "kept",
  meaning: "labels that forward dominance keeps a position, by task and strength of transitions",
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
  columns: COLUMNS,

  /**
   * Counts, for each dataset and number of labels, the positions at which so many are kept. The
   * last position of a sentence is left out: there one label is the answer. No times, so that the
   * lines are the same on every machine.
   */
  async *cells({ datasets, sentences, seed }) {
    const { labels, dials, sentences: synthetic } = STRENGTHS;
    const sweep = FAMILIES.flatMap((family) =>
      dials.map((dial) => `synthetic-${family}-${labels}{dial=${dial}}`)
    );
    for (const asked of datasets ?? [...await listRealDatasets(), ...sweep]) {
      const { name, open } = await resolveDataset(asked);
      const make = () => open(sentences ?? synthetic, seed);
      const { hash: pack, lengths } = (await make()).dataset;
      const count = Math.min(lengths.length, sentences ?? Infinity);
      yield {
        identity: [name, pack, count],
        title: `${name}: ${count} sentences`,
        run: async () => {
          const { family, settings, dataset } = await make();
          return histogram(dataset, count).map(([kept, positions]) => ({
            dataset: name,
            dataset_settings: settings,
            family,
            pack,
            labels: dataset.model.labelCount,
            sentences: count,
            kept,
            positions,
          }));
        },
      };
    }
  },

  summarise,

  tables: (datasets) => [{
    name: "kept-labels",
    title: "Labels kept, dataset by dataset",
    note:
      "Labels kept at a position: mean, percentiles and the most; share of the labels that the " +
      "mean is; share of the positions at which a single label is kept.",
    content: tableOf([
      { name: "dataset", of: (own) => own.dataset },
      { name: "labels", of: (own) => own.labels, as: formatCount },
      { name: "positions", of: (own) => own.positions, as: formatCount },
      { name: "mean", of: (own) => own.mean, as: formatNumber },
      ...["p50", "p90", "p99"].map((name, i) => ({
        name,
        of: (own: Kept) => own.percentiles[i],
        as: formatCount,
      })),
      { name: "most", of: (own) => own.most, as: formatCount },
      { name: "of all", of: (own) => own.mean / own.labels, as: formatShare },
      { name: "single label", of: (own) => own.single, as: formatShare },
    ], datasets),
  }],

  charts: (datasets) => {
    const looks = hues("percentile", PERCENTILES);
    const tasks = datasets.filter(({ family }) => family === "real")
      .sort((a, b) => a.labels - b.labels);
    const sweep = datasets.filter(({ dial }) => dial !== undefined && dial > 0)
      .sort((a, b) => a.dial! - b.dial!);
    const families = [...Map.groupBy(sweep, titleOfFamily)].filter(([, own]) => own.length > 1);
    return [
      chartOf({
        name: "kept-labels",
        title: "Labels kept a position",
        subtitle: "forward dominance, all positions but the last of a sentence",
        description:
          "Labels that forward dominance keeps at a position, of all that the task has: the " +
          "median, the 90th and the 99th percentile of the positions, and a thin line to the most.",
        rows: tasks.flatMap(points),
      }, {
        width: 620,
        height: { step: 30 },
        y: names("title", tasks.map(titleOf)),
        x: log("kept", "labels kept", { over: ["most"], format: "~s" }),
        looks: { shape: looks.shape },
        layers: [
          intervals("x", "most", {
            mark: { strokeWidth: 1, color: "#7d7d7d" },
            where: "datum.percentile === '99th percentile'",
          }),
          dots(TOOLTIP, { channels: { color: looks.color } }),
        ],
      }),
      chartOf({
        name: "kept-labels-by-strength",
        title: "Where the bound loosens",
        subtitle: "labels kept by forward dominance, of all L",
        description:
          "Labels that forward dominance keeps at a position by the strength of the transitions, a " +
          "panel for each synthetic family. What other decoders evaluate then is in the chart “Work " +
          "by strength of transitions” of the sweeps.",
      }, {
        columns: 2,
        share: ["y"],
        panels: families.map(([title, own]) => ({
          heading: { bold: title },
          rows: own.flatMap(points),
          width: 330,
          height: 240,
          x: log("dial", "standard deviation of the transitions over that of the emissions", {
            padding: 14,
            ticks: own.map(({ dial }) => dial!),
            format: undefined,
            axis: { grid: false },
          }),
          y: log("kept", "labels kept", { format: "~s" }),
          looks,
          layers: [lines(), dots({ dial: "strength", ...TOOLTIP })],
        })),
      }),
    ];
  },
});

/** Numbers of kept labels, ascending, each with the positions that it occurs at. */
function histogram({ model, lattice }: Dataset, sentences: number): [number, number][] {
  const count = keptCounts(model);
  const positions = new Map<number, number>();
  for (let sentence = 0; sentence < sentences; sentence++) {
    for (const labels of count(lattice(sentence)).subarray(0, -1)) {
      positions.set(labels, (positions.get(labels) ?? 0) + 1);
    }
  }
  return [...positions].sort(([a], [b]) => a - b);
}

type Kept = ReturnType<typeof summarise>[number];

/** The labels that are kept at the positions of each dataset, in the order of the lines. */
function summarise(lines: readonly LineOf<typeof COLUMNS>[]) {
  return [...Map.groupBy(lines, ({ dataset }) => dataset).values()].map((own) => {
    const histogram = own.toSorted((a, b) => a.kept - b.kept);
    const positions = total(histogram, (bar) => bar.positions);
    const { dial } = own[0]!.dataset_settings;
    return {
      ...own[0]!,
      /** Strength of the transitions, where it is set. */
      dial: dial === undefined ? undefined : Number(dial),
      positions,
      mean: total(histogram, (bar) => bar.kept * bar.positions) / positions,
      percentiles: Object.values(PERCENTILES).map(({ q }) => nearestRank(histogram, q * positions)),
      most: histogram.at(-1)!.kept,
      /** Share of the positions at which a single label is kept. */
      single: (histogram.find(({ kept }) => kept === 1)?.positions ?? 0) / positions,
    };
  });
}

/** The smallest number that at least so many positions do not exceed. */
function nearestRank(
  histogram: readonly { readonly kept: number; readonly positions: number }[],
  rank: number,
): number {
  let seen = 0;
  return histogram.find(({ positions }) => (seen += positions) >= rank)!.kept;
}

/** A point for each percentile. */
function points(own: Kept) {
  return Object.keys(PERCENTILES).map((percentile, index) => ({
    title: titleOf(own),
    dataset: own.dataset,
    family: own.family,
    dial: own.dial,
    labels: own.labels,
    percentile,
    kept: own.percentiles[index]!,
    most: own.most,
    meanText: formatNumber(own.mean),
    singleText: formatShare(own.single),
    counted: `${formatCount(own.positions)} positions of ${formatCount(own.sentences)} sentences`,
  }));
}

function titleOf({ dataset, labels }: Kept): string {
  return `${dataset} (L = ${formatCount(labels)})`;
}

function titleOfFamily({ family, labels }: Kept): string {
  return `${family} (L = ${formatCount(labels)})`;
}
