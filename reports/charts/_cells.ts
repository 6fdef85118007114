/**
 * What the charts have in common: which cells are drawn, what is said of one, and the layers of
 * speeds.
 *
 * @module
 */

import { decoderLooks } from "../drawing/decoder_looks.ts";
import {
  formatCount,
  formatInterval,
  formatNumber,
  formatPlural,
  formatShare,
  formatTimes,
  significant,
} from "../numbers/format.ts";
import { answersText, isPartial, sampleText } from "../numbers/marks.ts";
import type { RunData } from "../numbers/run_data.ts";
import { figuresOf, type SummaryRow } from "../numbers/summary_row.ts";
import { beamsOfRealTasks, generalCells } from "../numbers/variants.ts";
import type { Looks, Part, Tooltip } from "../picture.ts";

/**
 * The cells that a chart may draw: measured, and not wrong. The speed of a wrong answer is the
 * speed of nothing; wrong cells are in the tables. The control is in the table of speed-ups.
 */
export function drawable(summary: readonly SummaryRow[]): SummaryRow[] {
  return summary.filter((row) =>
    row.status === "ok" && row.verdict !== "wrong" && row.role !== "control"
  );
}

/** The drawable cells of general charts. */
export function drawableGeneral(summary: readonly SummaryRow[]): SummaryRow[] {
  return drawable(generalCells(summary));
}

/**
 * The cells of the synthetic family with the most label counts; of families with equally many,
 * the first by name. Empty if no family has two.
 */
export function widestFamily(cells: readonly SummaryRow[]): SummaryRow[] {
  const families = Map.groupBy(cells.filter((row) => row.family !== "real"), (row) => row.family);
  let widest: SummaryRow[] = [];
  for (const [, family] of [...families].sort(([a], [b]) => a < b ? -1 : 1)) {
    if (labelCounts(family).length > labelCounts(widest).length) widest = family;
  }
  return labelCounts(widest).length < 2 ? [] : widest;
}

/** The distinct label counts, ascending. */
export function labelCounts(cells: readonly SummaryRow[]): number[] {
  return [...new Set(cells.map((row) => row.labels))].sort((a, b) => a - b);
}

/** The data of a mark: numbers for the scales, texts for the tooltip. */
export function datum(row: SummaryRow): Record<string, string | number> {
  const { speed, ratio } = figuresOf(row);
  return {
    dataset: row.dataset,
    labels: row.labels,
    decoder: row.decoder,
    variant: row.decoder,
    k: row.k,
    ...(speed === undefined ? {} : {
      speed: significant(speed.median),
      // Without an interval the rule has no length.
      low: significant(speed.low ?? speed.median),
      high: significant(speed.high ?? speed.median),
      speedText: `${formatNumber(speed.median)} ${formatInterval(speed)}`.trim(),
      sample: sampleText(row),
      ...(isPartial(row) ? { prefix: 1 } : {}),
    }),
    ...(ratio === undefined ? {} : { ratioText: formatTimes(ratio.median) }),
    ...(row.edge_share === undefined ? {} : {
      share: significant(row.edge_share),
      shareText: formatShare(row.edge_share),
      counted: formatPlural(row.sentences, "sentence"),
    }),
    answers: answersText(row),
  };
}

/** Which cell it is. */
export const CELL_TOOLTIP: Tooltip = {
  decoder: "decoder",
  dataset: "dataset",
  labels: ["labels", ","],
  k: "k",
};

/** What was timed. */
export const SPEED_TOOLTIP: Tooltip = {
  ...CELL_TOOLTIP,
  speedText: "sentences/s [interval]",
  ratioText: "× Viterbi",
  answers: "answers",
  sample: "timed",
};

/** Adds an outline to the points of a chart, and hollows those of cells on fewer sentences. */
export function hollowPrefixes({ color }: Looks): Readonly<Record<string, Part>> {
  return {
    // Of the same field it would be merged into the legend and be drawn there, too.
    stroke: { ...color, field: "variant", legend: null },
    fillOpacity: { condition: { test: "datum.prefix", value: 0 }, value: 1 },
  };
}

/** Explains the hollow points, for the description of a chart. */
export const HOLLOW: string =
  "Hollow points were timed on a part of the sentences: compare them by ratios, which are on the " +
  "same sentences.";

/** Hue, shape and dash of the decoders among some cells. */
export function looksOf(
  summary: readonly SummaryRow[],
  cells: readonly SummaryRow[],
): Required<Looks> {
  const drawn = new Set(cells.map((row) => row.decoder));
  const special = beamsOfRealTasks(summary);
  // Variants that no chart draws would use up the shapes.
  const inCharts = summary.filter((row) => !special.has(row.decoder) && row.role !== "control");
  return decoderLooks(inCharts, (decoder) => drawn.has(decoder));
}

/** The hues of the decoders among some rows. */
export function huesOf(run: RunData, rows: readonly { readonly decoder: string }[]): Part {
  const drawn = new Set(rows.map(({ decoder }) => decoder));
  const cells = run.cells.map(({ row }) => row).filter(({ decoder }) => drawn.has(decoder));
  return looksOf(run.summary, cells).color;
}

/** "400", or "12–60": the sizes of the samples behind a picture. */
export function span(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? formatCount(least) : `${formatCount(least)}–${formatCount(most)}`;
}

/** The same with what is counted: "1 round", "12–60 sentences". */
export function spanOf(values: readonly number[], noun: string): string {
  return `${span(values)} ${noun}${Math.max(...values) === 1 ? "" : "s"}`;
}

/** The sample sizes behind the medians of some cells. */
export function timedSample(cells: readonly SummaryRow[]): string {
  const sentences = spanOf(cells.map((row) => row.timed_sentences), "sentence");
  return `${sentences} timed in ${spanOf(cells.map((row) => row.rounds), "round")}`;
}

/** The heading of a dataset's panel: its name and L. */
export function panelTitle({ dataset, labels }: Pick<SummaryRow, "dataset" | "labels">): string {
  return `${dataset} (L = ${formatCount(labels)})`;
}
