/**
 * What is drawn by k: the lines of the k-best decoders, and the datasets that get a panel.
 *
 * @module
 */

import { drawableGeneral, widestFamily } from "../drawing/encoding.ts";
import { isDefault } from "../numbers/variants.ts";
import { panelTitle } from "./_panels.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

/** More panels than this are a wall. */
const PANELS = 9;
/** The decoder whose variants are ablations: they have tables of their own. */
const ABLATED = "iterative-viterbi-a-star";

/** Panels are small, and lines run close together. */
export const SMALL_POINTS = { size: 32 } as const;

/** What a chart by k draws. */
export interface KLines {
  /** The cells, in the order of the summary. */
  readonly cells: readonly SummaryRow[];
  /** The datasets that have a panel, in its order. */
  readonly datasets: readonly string[];
}

/**
 * The cells of the datasets and decoders that were measured at the most values of k, or at half as
 * many: others would be stubs of lines, or all of a panel. Real datasets come first, then those of
 * the widest synthetic family, spread over its label counts.
 *
 * @param has whether a cell has what the chart draws
 * @param least how many values of k a dataset needs
 */
export function kLines(
  summary: readonly SummaryRow[],
  has: (row: SummaryRow) => boolean,
  least = 2,
): KLines {
  const lines = summary.filter((row) =>
    // A decoder that ran out of time at the larger values of k was meant to have a long line.
    row.status !== "skipped" && (isDefault(row) || row.decoder_base !== ABLATED)
  );
  const [ofDataset, ofLine] = [countKs(lines, dataset), countKs(lines, line)];
  const most = Math.max(0, ...ofDataset.values());
  const general = drawableGeneral(lines).filter((row) => {
    const all = ofDataset.get(dataset(row))!;
    return has(row) && all >= least && 2 * all >= most && 2 * ofLine.get(line(row))! >= all;
  });
  const withLine = countKs(general, dataset);
  const usable = general.filter((row) => withLine.get(dataset(row))! >= 2);
  const datasets = choose(usable);
  return { cells: usable.filter((row) => datasets.includes(row.dataset)), datasets };
}

/** The distinct values of k, ascending. */
export function ksOf(cells: readonly SummaryRow[]): number[] {
  return [...new Set(cells.map(({ k }) => k))].sort((a, b) => a - b);
}

/** "3 of 12 datasets", for a subtitle. */
export function datasetShare(summary: readonly SummaryRow[], { datasets }: KLines): string {
  return `${datasets.length} of ${names(summary).length} datasets`;
}

/**
 * A grid of panels with common logarithmic axes; the data hold `panel`.
 *
 * @param layer of each panel
 */
export function kPanels<Layer>({ cells, datasets }: KLines, layer: Layer[]) {
  return {
    columns: columnCount(datasets.length),
    // Shared axes would be drawn under the missing panels of the last row, too.
    resolve: { axis: { x: "independent" as const } },
    spacing: { row: 28, column: 24 },
    facet: {
      field: "panel",
      type: "nominal" as const,
      title: null,
      sort: datasets.map((name) => panelTitle(cells.find(({ dataset }) => dataset === name)!)),
    },
    spec: { width: 220, height: 190, encoding: { x: kAxis(cells) }, layer },
  };
}

/** The horizontal axis of a chart whose k is logarithmic. */
function kAxis(cells: readonly SummaryRow[]) {
  return {
    field: "k",
    type: "quantitative",
    title: "k (paths)",
    scale: { type: "log", nice: false, padding: 14 },
    axis: { values: kTicks(ksOf(cells)), format: ",d", grid: false, labelOverlap: "greedy" },
  } as const;
}

/** All values of k, or of many 1, 2, 5, 10, …, over more than two decades 5 and powers of ten. */
function kTicks(ks: readonly number[]): number[] {
  if (ks.length <= 5) return [...ks];
  const [first, last] = [ks[0]!, ks.at(-1)!];
  const round = last > 100 * first ? /^(5|10*)$/ : /^[125]0*$/;
  return ks.filter((k) => k === first || k === last || round.test(String(k)));
}

/** How many panels stand side by side. */
export function columnCount(panels: number): number {
  return panels === 4 ? 2 : 3;
}

function dataset(row: SummaryRow): string {
  return row.dataset;
}

function line(row: SummaryRow): string {
  return JSON.stringify([row.dataset, row.decoder]);
}

/** Distinct values of k by group. */
function countKs(
  cells: readonly SummaryRow[],
  group: (row: SummaryRow) => string,
): Map<string, number> {
  return new Map([...Map.groupBy(cells, group)].map(([key, rows]) => [key, ksOf(rows).length]));
}

function choose(cells: readonly SummaryRow[]): string[] {
  const real = names(cells.filter((row) => row.family === "real"));
  const family = names(widestFamily(cells));
  const room = Math.max(PANELS - real.length, 0);
  return [...new Set([...real, ...spread(family, room), ...names(cells)])].slice(0, PANELS);
}

function names(cells: readonly SummaryRow[]): string[] {
  return [...new Set(cells.map(dataset))];
}

/** `count` items of a list from its first to its last. */
function spread(items: readonly string[], count: number): string[] {
  if (items.length <= count) return [...items];
  const step = (items.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) => items[Math.round(i * step)]!);
}
