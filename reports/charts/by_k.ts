/**
 * What is drawn by k, a panel per dataset and a line per decoder: speed and memory.
 *
 * Source: Huang et al. 2012, Figure 4.
 *
 * @module
 */

import { formatNumber, formatPlural, significant } from "../numbers/format.ts";
import { CLOCK_WORDS } from "../numbers/glance.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { isDefault } from "../numbers/variants.ts";
import { dots, type Heading, intervals, lines, log, picture, type View } from "../picture.ts";
import {
  CELL_TOOLTIP,
  datum,
  drawableGeneral,
  HOLLOW,
  hollowPrefixes,
  looksOf,
  panelTitle,
  spanOf,
  SPEED_TOOLTIP,
  timedSample,
  widestFamily,
} from "./_cells.ts";
import type { Chart } from "./contract.ts";

/** Fewer points are no curve. */
const FEW = 3;
/** Between panels. */
const SPACING = { row: 28, column: 24 };
/** Panels are small, and lines run close together. */
const SMALL = { size: 32 };
/** No line leads to points of short sentences alone, which are faster for being short. */
const LINES = lines({ channels: { detail: { field: "longest" } } });
/** Says so in the description of a chart. */
const APART = "Points of short sentences alone are not joined to the others.";

const charts: readonly Chart[] = [
  {
    name: "speed-by-k",
    title: "Speed by k",
    order: 30,
    description: "Sentences per second by the number of paths asked for, k, as in Figure 4 of " +
      "Huang et al. 2012, but on logarithmic axes, the same in all panels: on linear ones the fastest " +
      "decoder takes the height. Real datasets first, then synthetic ones. Decoders " +
      "that find one path only have no line. Points are medians over rounds, bars their " +
      `intervals. ${HOLLOW} ${APART}`,
    needs: `a decoder timed at ${FEW} or more values of k on one dataset`,
    spec({ summary }) {
      const drawn = kLines(summary, (row) => row.sentences_per_second !== undefined);
      const { cells } = drawn;
      if (cells.length === 0) return undefined;
      const looks = looksOf(summary, cells);
      return inPanels(drawn, {
        title: "Speed by k",
        subtitle: [
          `${datasetShare(summary, drawn)}; ${CLOCK_WORDS.decode}`,
          timedSample(cells) + shortNote(cells),
        ],
        rows: cells.map(pointOf),
      }, {
        y: log("speed", "sentences per second", {
          over: ["low", "high"],
          format: "~s",
          // Not 100m: a tenth of a sentence.
          axis: { labelExpr: "datum.value < 1 ? format(datum.value, '~g') : datum.label" },
        }),
        looks,
        layers: [
          intervals("y", ["low", "high"]),
          LINES,
          dots(SPEED_TOOLTIP, { mark: SMALL, channels: hollowPrefixes(looks) }),
        ],
      });
    },
  },
  {
    name: "memory-by-k",
    title: "Memory by k",
    order: 35,
    description:
      "The most memory that a decoder's process held, by the number of paths asked for, k; " +
      "both axes are logarithmic, and the same in all panels. A process holds the runtime, all " +
      "lattices of its dataset and all answers besides what the decoder needs: where the lines of a " +
      "panel run together, it is that. Garbage is collected when the runtime likes. Points are medians " +
      `over rounds. ${APART}`,
    needs: `the peak memory of a decoder at ${FEW} or more values of k on one dataset`,
    spec({ summary }) {
      const drawn = kLines(summary, (row) => row.peak_mb !== undefined);
      const { cells } = drawn;
      if (cells.length === 0) return undefined;
      const tooltip = { ...CELL_TOOLTIP, memoryText: "peak memory, MiB", answers: "answers" };
      return inPanels(drawn, {
        title: "Memory by k",
        subtitle: [
          datasetShare(summary, drawn),
          `${spanOf(cells.map((row) => row.sentences), "sentence")} decoded${shortNote(cells)}`,
        ],
        rows: cells.map((row) => ({
          ...pointOf(row),
          memory: significant(row.peak_mb!),
          memoryText: formatNumber(row.peak_mb!),
        })),
      }, {
        y: log("memory", "peak memory, MiB", { format: ",~f" }),
        looks: looksOf(summary, cells),
        layers: [LINES, dots(tooltip, { mark: SMALL })],
      });
    },
  },
];
export default charts;

/** More panels than this are a wall. */
const PANELS = 9;
/** The decoder whose variants are ablations: they have tables of their own. */
const ABLATED = "iterative-viterbi-a-star";

/** What a chart by k draws: cells in the order of the summary, datasets in that of the panels. */
type KLines = ReturnType<typeof kLines>;

/**
 * The cells of the datasets and decoders that were measured at the most values of k, or at half as
 * many: others would be stubs of lines, or all of a panel. Real datasets come first, then those of
 * the widest synthetic family, spread over its label counts.
 *
 * @param has whether a cell has what the chart draws
 */
function kLines(summary: readonly SummaryRow[], has: (row: SummaryRow) => boolean) {
  const lines = summary.filter((row) =>
    // A decoder that ran out of time at the larger values of k was meant to have a long line.
    row.status !== "skipped" && (isDefault(row) || row.decoder_base !== ABLATED)
  );
  const [ofDataset, ofLine] = [countKs(lines, dataset), countKs(lines, line)];
  const most = Math.max(0, ...ofDataset.values());
  const general = drawableGeneral(lines).filter((row) => {
    const all = ofDataset.get(dataset(row))!;
    return has(row) && all >= FEW && 2 * all >= most && 2 * ofLine.get(line(row))! >= all;
  });
  const withLine = countKs(general, dataset);
  const usable = general.filter((row) => withLine.get(dataset(row))! >= 2);
  const datasets = choose(usable);
  return { cells: usable.filter((row) => datasets.includes(row.dataset)), datasets };
}

/** The data of a mark in its panel. */
function pointOf(row: SummaryRow) {
  return { ...datum(row), panel: panelTitle(row), longest: row.dataset_settings.longest ?? 0 };
}

/** How long the sentences of the points are that stand apart; empty if there are none. */
function shortNote(cells: readonly SummaryRow[]): string {
  const longest = cells.flatMap(({ dataset_settings }) => dataset_settings.longest ?? []);
  return longest.length === 0 ? "" : `; apart, those of at most ${spanOf(longest, "word")}`;
}

const dataset = (row: SummaryRow): string => row.dataset;
const line = (row: SummaryRow): string => JSON.stringify([row.dataset, row.decoder]);

/** The distinct values of k, ascending. */
function ksOf(cells: readonly SummaryRow[]): number[] {
  return [...new Set(cells.map(({ k }) => k))].sort((a, b) => a - b);
}

/** "3 of 12 datasets", for a subtitle. */
function datasetShare(summary: readonly SummaryRow[], { datasets }: KLines): string {
  return `${datasets.length} of ${formatPlural(names(summary).length, "dataset")}`;
}

/** A grid of panels with common logarithmic axes; the data hold `panel`. */
function inPanels(
  { cells, datasets }: KLines,
  heading: Heading,
  view: Pick<View, "y" | "looks" | "layers">,
) {
  const titles = datasets.map((name) => panelTitle(cells.find((row) => row.dataset === name)!));
  return picture(heading, {
    by: "panel",
    columns: datasets.length === 4 ? 2 : 3,
    order: titles,
    spacing: SPACING,
    // Shared axes would be drawn under the missing panels of the last row, too.
    own: { axis: ["x"] },
    view: {
      width: 220,
      height: 190,
      x: log("k", "k (paths)", {
        padding: 14,
        ticks: kTicks(ksOf(cells)),
        format: ",d",
        axis: { grid: false, labelOverlap: "greedy" },
      }),
      ...view,
    },
  });
}

/** All values of k, or of many 1, 2, 5, 10, …, over more than two decades 5 and powers of ten. */
function kTicks(ks: readonly number[]): number[] {
  if (ks.length <= 5) return [...ks];
  const [first, last] = [ks[0]!, ks.at(-1)!];
  const round = last > 100 * first ? /^(5|10*)$/ : /^[125]0*$/;
  return ks.filter((k) => k === first || k === last || round.test(String(k)));
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
