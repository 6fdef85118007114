/**
 * The page of the study of forests.
 *
 * @module
 */

import { logTicks, SCHEMA } from "../picture.ts";
import { formatCount, formatNumber, formatRatio } from "../numbers/format.ts";
import { estimateMedian, medianRatio } from "../numbers/statistics.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import type { Cell } from "../columns.ts";
import { joined, type StudyPage } from "./_parts.ts";
import forestsCells from "./_forests_cells.ts";
import type { StudyChart, StudyTable } from "./contract.ts";
import { numberIn, textIn } from "../numbers/fields.ts";
import { significant } from "./_training_rows.ts";

/** What is done, as tables call it. */
const PARTS: Readonly<Record<string, string>> = {
  chart: "chart",
  forest: "chart, pruned and scored",
  viterbi: "Viterbi",
  sums: "inside and outside",
};
const EDGES_IN_MILLION = 1e6;

/** The page “Forests”. */
const page: StudyPage = {
  name: "forests",
  title: "Forests",
  order: 80,
  introduction: [
    "All parsers begin with the same packed forest: a chart is built bottom-up, what no derivation " +
    "uses is dropped, edges get their scores. Then a sweep finds the best derivation (Viterbi), or " +
    "two sweeps add all of them up (inside and outside). How fast is that by the size of the " +
    "chart, and how much of it is due to how it is stored?",
    "Beside our arrays stand plain loops that find the same: the chart by Cocke, Younger and Kasami " +
    "with maps, all pairs of items at all splits; items and edges as objects; sums with " +
    "logarithms. Scores of best derivations are compared with `===`, items and edges are counted, " +
    "sums are compared to 1e-7.",
    "A visit is an edge in one sweep: of the chart every edge that is built, of the others every " +
    "edge that a derivation uses; inside and outside are two visits an edge, and the sweep for the " +
    "best derivation, which scales them, is within their time and counts as none. One thread; each " +
    "round takes the ways in a random order.",
  ],
  charts: (lines) => lines.length === 0 ? [] : [speedChart(lines)],
  tables: (lines) => [speedTable(lines), sizeTable(lines)],
};

export default joined(page, forestsCells);

/** The lines of one part of one size, by way. */
function measurements(lines: readonly StudyRow[]) {
  return [...Map.groupBy(lines, (line) => `${textIn(line, "dataset")} ${numberIn(line, "size")}`)]
    .flatMap(([, ofSize]) =>
      Object.keys(PARTS).flatMap((part) => {
        const own = ofSize.filter((line) => textIn(line, "part") === part);
        const first = own[0];
        if (first === undefined) return [];
        const times = (way: string) => [
          own.filter((line) => textIn(line, "way") === way)
            .map((line) => numberIn(line, "pass_ms")),
        ];
        return [{ part, first, arrays: times("arrays"), plain: times("plain") }];
      })
    );
}

/** Edges of a chart, on average over the sentences. */
function meanEdges(line: StudyRow): number {
  return numberIn(line, "chart_edges") / numberIn(line, "sentences");
}

function speedTable(lines: readonly StudyRow[]): StudyTable {
  return {
    name: "forests-speed",
    title: "Speed by size",
    note:
      "Million visits a second, median of the rounds with its 95% interval; the plain loops; and " +
      "how many times as fast the arrays are, in the same rounds.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        { name: "edges of a chart", align: "right" },
        { name: "part", align: "left" },
        ...["million visits/s", "interval", "plain", "× plain"]
          .map((name) => ({ name, align: "right" as const })),
      ],
      rows: measurements(lines).map(({ part, first, arrays, plain }): Cell[] => {
        const visits = numberIn(first, "visits");
        const speed = (ms: number) => 1000 * visits / ms / EDGES_IN_MILLION;
        const { median, low, high } = estimateMedian(arrays);
        const ends = low === undefined || high === undefined
          ? ""
          : `[${formatNumber(speed(high))}, ${formatNumber(speed(low))}]`;
        const isAlone = plain[0]!.length === 0;
        return [
          { text: textIn(first, "dataset") },
          { text: formatCount(Math.round(meanEdges(first))), value: meanEdges(first) },
          { text: PARTS[part]! },
          { text: formatNumber(speed(median)), value: speed(median) },
          { text: ends },
          isAlone ? { text: "" } : number(speed(estimateMedian(plain).median)),
          isAlone ? { text: "" } : number(medianRatio(arrays, plain).median),
        ];
      }),
    },
  };
}

function sizeTable(lines: readonly StudyRow[]): StudyTable {
  const sizes = [
    ...Map.groupBy(lines, (line) => `${textIn(line, "dataset")} ${numberIn(line, "size")}`)
      .values(),
  ].map(([first]) => first!);
  return {
    name: "forests-size",
    title: "Sentences and memory",
    note:
      "Means over the sentences; bytes are those held for the forest, its scores and its sums, " +
      "for each edge of the chart.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        ...["sentences", "words", "items", "edges of a chart", "edges in use", "bytes an edge"]
          .map((name) => ({ name, align: "right" as const })),
      ],
      rows: sizes.map((line): Cell[] => {
        const sentences = numberIn(line, "sentences");
        const mean = (field: string) => {
          const value = numberIn(line, field) / sentences;
          return { text: formatCount(Math.round(value)), value };
        };
        const bytes = numberIn(line, "bytes") / numberIn(line, "chart_edges");
        return [
          { text: textIn(line, "dataset") },
          { text: formatCount(sentences), value: sentences },
          ...["words", "items", "chart_edges", "forest_edges"].map(mean),
          { text: bytes.toFixed(1), value: bytes },
        ];
      }),
    },
  };
}

function number(value: number): Cell {
  return { text: formatRatio(value), value };
}

/** Hues and shapes of the parts, of Tol's "vibrant" scheme. */
const HUES = ["#0077bb", "#33bbee", "#ee7733", "#009988"];
const SHAPES = ["circle", "triangle-up", "diamond", "square"];

function speedChart(lines: readonly StudyRow[]): StudyChart {
  const values = measurements(lines).flatMap(({ part, first, arrays, plain }) =>
    Object.entries({ arrays, plain }).filter(([, times]) => times[0]!.length > 0)
      .map(([way, times]) => {
        const speed = 1000 * numberIn(first, "visits") / estimateMedian(times).median;
        return {
          part: PARTS[part]!,
          way: way === "arrays" ? "arrays" : "plain loops",
          edges: significant(meanEdges(first)),
          speed: significant(speed),
          speedText: `${formatNumber(speed / EDGES_IN_MILLION)} million visits/s`,
        };
      })
  );
  const title = "Speed of forests by size";
  const legend = { title: null, orient: "bottom" } as const;
  const domain = Object.values(PARTS);
  const log = (field: "edges" | "speed", name: string) => ({
    field,
    type: "quantitative" as const,
    title: name,
    scale: { type: "log" as const, nice: false, padding: 10 },
    axis: { values: logTicks(values.map((value) => value[field])), format: "~s" },
  });
  const part = { field: "part", type: "nominal", legend: { ...legend, columns: 2 } } as const;
  const x = log("edges", "edges of a chart");
  const y = log("speed", "visits a second");
  const color = { ...part, scale: { domain, range: HUES } };
  return {
    name: "forests-speed",
    title,
    description: "Visits of edges a second by the edges of a chart: full lines are our arrays, " +
      "dashed ones plain loops over objects.",
    spec: {
      $schema: SCHEMA,
      title: { text: title, subtitle: "full: arrays; dashed: plain loops over objects" },
      width: 460,
      height: 300,
      data: { values },
      encoding: { x, y, color },
      layer: [
        {
          mark: { type: "line" },
          encoding: {
            strokeDash: {
              field: "way",
              type: "nominal",
              scale: { domain: ["arrays", "plain loops"], range: [[1, 0], [5, 4]] },
              legend: null,
            },
          },
        },
        {
          mark: { type: "point" },
          encoding: {
            shape: { ...part, scale: { domain, range: SHAPES } },
            tooltip: [
              { field: "part", title: "part" },
              { field: "way", title: "way" },
              { field: "edges", title: "edges of a chart", format: "," },
              { field: "speedText", title: "speed" },
            ],
          },
        },
      ],
    },
  };
}
