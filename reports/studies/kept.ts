/**
 * The study of kept labels: how many labels forward dominance keeps a position.
 *
 * @module
 */

import { keptCounts } from "../../decoders/dominance.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { listRealDatasets } from "../../harness/problems/sequence/discover.ts";
import type { SequenceSample } from "../../harness/problems/sequence/sample.ts";
import { type LineOf, number, settings, text } from "../../harness/store/table.ts";
import { STRENGTHS } from "../../harness/suites/sweeps.ts";
import { formatCount, formatNumber, formatShare } from "../numbers/format.ts";
import { dots, hues, lines, log } from "../picture.ts";
import { tableOf } from "../columns.ts";
import { total } from "../numbers/statistics.ts";
import { OF_DATASET, ofDataset, perDataset } from "./_corpora.ts";
import { chartOf, counts, groupsOf, study, texts, titleOf } from "./contract.ts";

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
  ...OF_DATASET,
  dataset_settings: settings,
  family: text,
  kept: number,
  positions: number,
};
type Line = LineOf<typeof COLUMNS>;

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

  /** Lines are the same on every machine. The last position of a sentence is left out. */
  async *cells(asked) {
    const { labels, dials, sentences } = STRENGTHS;
    const sweep = FAMILIES.flatMap((family) =>
      dials.map((dial) => `synthetic-${family}-${labels}{dial=${dial}}`)
    );
    const all = [...await listRealDatasets(), ...sweep];
    const whole = ({ lengths }: Dataset) => lengths.length;
    yield* perDataset(asked, all, sentences, whole, histogram);
  },

  summarise,

  tables: (datasets) => [{
    name: "kept-labels",
    title: "Labels kept, dataset by dataset",
    note:
      "Labels kept at a position: mean, percentiles and the most; share of the labels that the " +
      "mean is; share of the positions at which a single label is kept.",
    content: tableOf([
      ...texts("dataset"),
      ...counts("labels", "positions"),
      { name: "mean", of: (own) => own.mean, as: formatNumber },
      ...["p50", "p90", "p99"].map((name, i) => ({
        name,
        of: (own: Kept) => own.percentiles[i],
        as: formatCount,
      })),
      ...counts("most"),
      { name: "of all", of: (own) => own.mean / own.labels, as: formatShare },
      { name: "single label", of: (own) => own.single, as: formatShare },
    ], datasets),
  }],

  charts: (datasets) => {
    const sweep = datasets.filter(({ dial }) => dial !== undefined && dial > 0)
      .sort((a, b) => a.dial! - b.dial!);
    const families = groupsOf(sweep, "family", "labels").filter((own) => own.length > 1);
    return [chartOf({
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
      panels: families.map((own) => ({
        heading: { bold: titleOf(own[0].family, own[0].labels) },
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
        looks: hues("percentile", PERCENTILES),
        layers: [
          lines(),
          dots({
            dial: "strength",
            percentile: "of the positions",
            kept: ["labels kept", ","],
            most: ["most", ","],
            meanText: "mean",
            singleText: "a single label",
          }),
        ],
      })),
    })];
  },
});

/** Numbers of kept labels, ascending, each with the positions that it occurs at. */
function histogram(sample: SequenceSample): Line[] {
  const count = keptCounts(sample.model);
  const positions = new Map<number, number>();
  for (const lattice of sample.lattices) {
    for (const labels of count(lattice).subarray(0, -1)) {
      positions.set(labels, (positions.get(labels) ?? 0) + 1);
    }
  }
  const facts = { ...ofDataset(sample), dataset_settings: sample.settings, family: sample.family };
  return [...positions].sort(([a], [b]) => a - b)
    .map(([kept, positions]) => ({ ...facts, kept, positions }));
}

type Kept = ReturnType<typeof summarise>[number];

/** The labels that are kept at the positions of each dataset, in the order of the lines. */
function summarise(lines: readonly Line[]) {
  return groupsOf(lines, "dataset").map((own) => {
    const histogram = own.toSorted((a, b) => a.kept - b.kept);
    const positions = total(histogram, (bar) => bar.positions);
    const { dial } = own[0].dataset_settings;
    return {
      ...own[0],
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
function nearestRank(histogram: readonly Line[], rank: number): number {
  let seen = 0;
  return histogram.find(({ positions }) => (seen += positions) >= rank)!.kept;
}

/** A point for each percentile. */
function points({ dial, most, mean, single, percentiles }: Kept) {
  return Object.keys(PERCENTILES).map((percentile, index) => ({
    dial,
    percentile,
    kept: percentiles[index]!,
    most,
    meanText: formatNumber(mean),
    singleText: formatShare(single),
  }));
}
