/**
 * Speed against the share of exact answers: a panel per real task.
 *
 * Source: Aumüller, Bernhardsson and Faithfull, ANN-Benchmarks, 2020; their share is the recall.
 *
 * @module
 */

import { answersText, CELL_TOOLTIP, timedSample } from "../drawing/encoding.ts";
import { logTicks, SCHEMA } from "../picture.ts";
import { drawable } from "../drawing/encoding.ts";
import type { Chart, Spec } from "./contract.ts";
import { formatInterval, formatRatio } from "../numbers/format.ts";
import { sampleMark, sampleText } from "../numbers/marks.ts";
import { panelFrame, panelTitle } from "./_panels.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { anyBeamWidth, isSimd } from "../numbers/variants.ts";
import type { RunData } from "../numbers/run_data.ts";

/** Kinds of decoders, by colour; inexact ones are hollow. */
const KINDS = {
  "exact": "#0077bb",
  "exact, SIMD": "#33bbee",
  "beam": "#ee3377",
  "beam, SIMD": "#9955ff",
} as const;

/** The chart “Speed and share of exact answers”. */
const exactnessFrontier: Chart = {
  name: "exactness-frontier",
  title: "Speed and share of exact answers",
  order: 2,
  description:
    "Every decoder on the real tasks at k = 1: how many times as fast as dense Viterbi " +
    "(a logarithmic axis) against the share of the sentences whose answer is the best one. Up and to " +
    "the right is better. The line joins those that no other beats in both; they are named, beams by " +
    "their width; *16 says that one was timed on 16 of the sentences. Point at a mark for the others.",
  needs: "exact decoders and beams timed on a real task with k = 1",
  spec,
};

export default exactnessFrontier;

function spec({ summary }: RunData): Spec | undefined {
  const cells = drawable(summary).filter((row) =>
    row.k === 1 && row.family === "real" && row.ratio_to_viterbi !== undefined &&
    row.exact_share !== undefined
  );
  const tasks = [...Map.groupBy(cells, ({ dataset }) => dataset).values()]
    .filter((task) => task.some(isExact) && task.some((row) => !isExact(row)));
  if (tasks.length === 0) return undefined;
  const drawn = tasks.flat();
  const best = new Set(tasks.flatMap(frontier));
  return {
    $schema: SCHEMA,
    title: {
      text: exactnessFrontier.title,
      subtitle: [
        "k = 1, decoding alone; no other decoder beats the named ones in both",
        timedSample(drawn),
      ],
    },
    data: { values: drawn.map((row) => pointOf(row, best.has(row))) },
    columns: tasks.length === 4 ? 2 : 3,
    spacing: { row: 34, column: 30 },
    resolve: { scale: { y: "independent" } },
    concat: tasks.map(panel),
  };
}

function panel(task: readonly SummaryRow[]) {
  const ratios = task.map((row) => row.ratio_to_viterbi!);
  const x = {
    field: "share",
    type: "quantitative" as const,
    title: "share of exact answers",
    scale: {
      domain: [Math.min(...task.map((row) => row.exact_share!)), 1],
      padding: 16,
      nice: false,
    },
    axis: { format: "~%", tickCount: 5, grid: false },
  };
  const y = {
    field: "ratio",
    type: "quantitative" as const,
    title: "times as fast as Viterbi",
    // Written out: what is picked on the page may leave a layer without any.
    scale: {
      type: "log" as const,
      nice: false,
      padding: 18,
      domain: [Math.min(...ratios), Math.max(...ratios)],
    },
    axis: { values: logTicks(ratios), format: ",~g" },
  };
  const domain = Object.keys(KINDS);
  const scale = { domain, range: Object.values(KINDS) };
  const label = (test: string, mark: object) => ({
    transform: [{ filter: test }],
    mark: { type: "text" as const, fontSize: 11, baseline: "middle" as const, ...mark },
    encoding: { x, y, text: { field: "name" } },
  });
  return {
    ...panelFrame(panelTitle(task[0]!), task[0]!.dataset),
    width: 250,
    height: 210,
    layer: [
      {
        transform: [{ filter: "datum.best" }],
        mark: { type: "line" as const, color: "#9aa4af", strokeWidth: 1.5 },
        encoding: { x, y, order: { field: "share" } },
      },
      {
        mark: { type: "point" as const, strokeWidth: 1.8 },
        encoding: {
          x,
          y,
          color: {
            field: "kind",
            type: "nominal" as const,
            scale,
            legend: { title: null, orient: "bottom" as const },
          },
          stroke: { field: "outline", type: "nominal" as const, scale, legend: null },
          fillOpacity: { condition: { test: "datum.share < 1", value: 0 }, value: 1 },
          size: { condition: { test: "datum.best", value: 75 }, value: 26 },
          tooltip: TOOLTIP,
        },
      },
      label("datum.best && datum.share === 1", { align: "right", dy: 15 }),
      label("datum.best && datum.share < 1", { dy: -13 }),
    ],
  };
}

const TOOLTIP = [
  ...CELL_TOOLTIP,
  { field: "ratioText", title: "× Viterbi [95%]" },
  { field: "answers", title: "answers" },
  { field: "sample", title: "timed" },
].map((field) => ({ ...field, type: "nominal" as const }));

function isExact(row: SummaryRow): boolean {
  return row.exact;
}

/** Those that no other beats in speed at no loss of answers, or in answers at no loss of speed. */
function frontier(task: readonly SummaryRow[]): SummaryRow[] {
  return task.filter((row) =>
    !task.some((other) =>
      other.exact_share! >= row.exact_share! && other.ratio_to_viterbi! >= row.ratio_to_viterbi! &&
      (other.exact_share! > row.exact_share! || other.ratio_to_viterbi! > row.ratio_to_viterbi!)
    )
  );
}

function pointOf(row: SummaryRow, isBest: boolean): Record<string, string | number | boolean> {
  const { dataset, labels, decoder, k, ratio_to_viterbi: ratio, ratio_low: low, ratio_high: high } =
    row;
  const width = anyBeamWidth(row);
  const kind = `${width === undefined ? "exact" : "beam"}${isSimd(row) ? ", SIMD" : ""}`;
  return {
    dataset,
    labels,
    decoder,
    k,
    kind,
    outline: kind,
    name: (width === undefined ? decoder.replace(/\{kernel=simd\}$/, "") : `beam ${width}`) +
      sampleMark(row, row.ratio_sentences),
    best: isBest,
    share: Number(row.exact_share!.toPrecision(5)),
    ratio: Number(ratio!.toPrecision(7)),
    ratioText: `${formatRatio(ratio!)}× ${formatInterval({ median: ratio!, low, high })}`.trim(),
    answers: answersText(row),
    sample: sampleText(row),
  };
}
