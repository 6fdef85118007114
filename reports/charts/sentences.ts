/**
 * Times of single sentences, a panel per dataset: their tail, and how they grow with the length.
 *
 * @module
 */

import { ALONE } from "../../harness/store/side_tables.ts";
import { formatCount, formatNumber, formatTimes } from "../numbers/format.ts";
import { CLOCK_WORDS } from "../numbers/glance.ts";
import { orderDecoders } from "../numbers/variants.ts";
import type { SentenceSeries } from "../numbers/run_data.ts";
import {
  dots,
  type Heading,
  intervals,
  lines,
  log,
  logTicks,
  names,
  nominal,
  type Panels,
  picture,
} from "../picture.ts";
import { looksOf, panelTitle, span } from "./_cells.ts";
import type { Chart } from "./contract.ts";

/** Says which sentences are drawn, for a description. */
const SENTENCES_NOTE =
  `Each time is the median of three passes, of slow decoders that of one, over the first ` +
  `${ALONE} sentences of the dataset, which are spread over all lengths, after all rounds; ` +
  "decoders that were timed on fewer are left out.";

/** The percentiles that are drawn, with their marks. */
const PERCENTILES = [
  { name: "median", q: 0.5, shape: "circle" },
  { name: "90th percentile", q: 0.9, shape: "diamond" },
] as const;

/** Where the classes of lengths begin: a factor of about √2 apart. */
const LENGTHS = [1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256];
/** A class with fewer sentences is not drawn. */
const FEWEST_IN_CLASS = 3;

const charts: readonly Chart[] = [
  {
    name: "tail-latency",
    title: "Tail latency",
    order: 34,
    description:
      "Milliseconds for one sentence at k = 1: median and 90th percentile, and a thin line to the " +
      "slowest sentence. An exact decoder can be fast on nearly all sentences and " +
      "slow on one: whoever answers requests waits for the right end, and for the copying of the " +
      "scores, which is not in it. " + SENTENCES_NOTE,
    needs: "sentences timed one by one: real tasks at k = 1",
    spec({ summary, sentences }) {
      const panels = sentencePanels(sentences);
      if (panels.length === 0) return undefined;
      const cells = panels.flatMap(({ series }) => series.map(({ row }) => row));
      const { color } = looksOf(summary, cells);
      const decoders = orderDecoders(cells);
      const percentiles = nominal("percentile", {
        scale: {
          domain: PERCENTILES.map(({ name }) => name),
          range: PERCENTILES.map(({ shape }) => shape),
        },
        legend: { title: null, orient: "bottom", symbolFillColor: "#7d7d7d" },
      });
      const tooltip = {
        decoder: "decoder",
        dataset: "dataset",
        k: "k",
        percentile: "of the sentences",
        msText: "ms",
        times: "× median",
        most: "ms, slowest sentence",
        count: "sentences",
      };
      return picture(headingOf("Tail latency", panels, tail), {
        ...GRID,
        share: ["color", "shape"],
        panels: panels.map(({ title, dataset }) => ({
          heading: title,
          only: ["dataset", dataset],
          width: 280,
          height: { step: 24 },
          y: names("decoder", decoders),
          x: log("ms", "milliseconds a sentence", { over: ["slowest"] }),
          looks: { color: { ...color, legend: null }, shape: percentiles },
          layers: [
            intervals("x", "slowest", {
              mark: { strokeWidth: 1, opacity: 0.6 },
              where: "isValid(datum.slowest)",
            }),
            dots(tooltip),
          ],
        })),
      });
    },
  },
  {
    name: "time-by-length",
    title: "Time by sentence length",
    order: 33,
    description: "Milliseconds a sentence by its number of tokens at k = 1: medians over the " +
      "sentences of a class of lengths, on logarithmic axes. Dense Viterbi grows as the length; a " +
      "line that is steeper loses its lead on long sentences. Point at a mark for the slowest tenth. " +
      SENTENCES_NOTE,
    needs: "sentences of two or more lengths timed one by one: real tasks at k = 1",
    spec({ summary, sentences }) {
      const panels = sentencePanels(sentences);
      const drawn = panels.filter(({ series }) =>
        new Set(series.flatMap(classes).map(({ length }) => length)).size > 1
      );
      if (drawn.length === 0) return undefined;
      const looks = looksOf(summary, panels.flatMap(({ series }) => series.map(({ row }) => row)));
      const tooltip = {
        decoder: "decoder",
        dataset: "dataset",
        k: "k",
        tokens: "tokens",
        msText: "ms, median",
        slow: "ms, 90th percentile",
        count: "sentences",
      };
      const heading = headingOf("Time by sentence length", drawn, classes);
      return picture(heading, {
        ...GRID,
        share: ["color", "shape", "strokeDash"],
        panels: drawn.map(({ title, dataset, series }) => ({
          heading: title,
          only: ["dataset", dataset],
          width: 320,
          height: 270,
          x: log("length", "tokens", {
            // Tokens are whole.
            ticks: logTicks(series.flatMap(classes).map(({ length }) => length))
              .filter(Number.isInteger),
            axis: { grid: false },
          }),
          y: log("ms", "milliseconds a sentence"),
          looks,
          layers: [lines(), dots(tooltip, { mark: { size: 34 } })],
        })),
      });
    },
  },
];
export default charts;

const GRID: Pick<Panels, "columns" | "spacing"> = {
  columns: 2,
  spacing: { row: 28, column: 24 },
};

/** What stands over the panels. */
function headingOf(
  title: string,
  panels: readonly SentencePanel[],
  points: (series: SentenceSeries) => readonly object[],
): Heading {
  return {
    title,
    subtitle: [`k = 1, ${ALONE} sentences a dataset`, CLOCK_WORDS.decode],
    rows: panels.flatMap(({ series }) => series.flatMap(points)),
  };
}

/** The times of one dataset: every decoder on the same sentences. */
type SentencePanel = ReturnType<typeof sentencePanels>[number];

/** Of the datasets on which two decoders or more have all sentences, the times of these. */
function sentencePanels(all: readonly SentenceSeries[]) {
  const whole = all.filter(({ lengths }) => lengths.length === ALONE);
  return [...Map.groupBy(whole, ({ row }) => row.dataset).values()].flatMap((series) =>
    series.length < 2 ? [] : [{
      dataset: series[0]!.row.dataset,
      title: panelTitle(series[0]!.row),
      series,
    }]
  );
}

/** The q-quantile by nearest rank: a sentence, so that a tail is one that was measured. */
function nearestRank(sorted: readonly number[], q: number): number {
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)]!;
}

function tail({ row, elapsedMs }: SentenceSeries) {
  const times = elapsedMs.toSorted((a, b) => a - b);
  const [median, slowest] = [nearestRank(times, 0.5), times.at(-1)!];
  return PERCENTILES.map(({ name, q }) => {
    const ms = nearestRank(times, q);
    return {
      dataset: row.dataset,
      decoder: row.decoder,
      k: row.k,
      percentile: name,
      ms,
      slowest: q === 0.5 ? slowest : undefined,
      msText: formatNumber(ms),
      times: formatTimes(ms / median),
      most: formatNumber(slowest),
      count: formatCount(times.length),
    };
  });
}

/** The median of each class of lengths, at the mean length of its sentences. */
function classes({ row, lengths, elapsedMs }: SentenceSeries) {
  const classOf = (length: number) => LENGTHS.findLastIndex((from) => from <= length);
  const members = Map.groupBy(lengths.keys(), (sentence) => classOf(lengths[sentence]!));
  return [...members].sort(([a], [b]) => a - b)
    .filter(([, of]) => of.length >= FEWEST_IN_CLASS)
    .map(([, of]) => {
      const times = of.map((sentence) => elapsedMs[sentence]!).sort((a, b) => a - b);
      const tokens = of.map((sentence) => lengths[sentence]!);
      const mean = tokens.reduce((sum, length) => sum + length, 0) / of.length;
      const ms = nearestRank(times, 0.5);
      return {
        dataset: row.dataset,
        decoder: row.decoder,
        variant: row.decoder,
        k: row.k,
        length: Number(mean.toPrecision(4)),
        tokens: span(tokens),
        ms,
        msText: formatNumber(ms),
        slow: formatNumber(nearestRank(times, 0.9)),
        count: formatCount(of.length),
      };
    });
}
