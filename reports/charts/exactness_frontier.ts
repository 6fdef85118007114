/**
 * Speed against the share of exact answers: a panel per real task.
 *
 * Source: Aumüller, Bernhardsson and Faithfull, ANN-Benchmarks, 2020; their share is the recall.
 *
 * @module
 */

import { formatInterval, formatRatio } from "../numbers/format.ts";
import { answersText, sampleMark, sampleText } from "../numbers/marks.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { anyBeamWidth, isSimd } from "../numbers/variants.ts";
import type { RunData } from "../numbers/run_data.ts";
import {
  dots,
  hues,
  linear,
  log,
  mark,
  type Part,
  picture,
  type Spec,
  type Tooltip,
  type View,
} from "../picture.ts";
import { CELL_TOOLTIP, drawable, panelTitle, timedSample } from "./_cells.ts";
import type { Chart } from "./contract.ts";

/** Kinds of decoders, by colour; inexact ones are hollow. */
const KINDS = {
  "exact": { color: "#0077bb", shape: "circle" },
  "exact, SIMD": { color: "#33bbee", shape: "circle" },
  "beam": { color: "#ee3377", shape: "circle" },
  "beam, SIMD": { color: "#9955ff", shape: "circle" },
};

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
  return picture({
    title: exactnessFrontier.title,
    subtitle: [
      "k = 1, decoding alone; no other decoder beats the named ones in both",
      timedSample(drawn),
    ],
    rows: drawn.map((row) => pointOf(row, best.has(row))),
  }, {
    columns: tasks.length === 4 ? 2 : 3,
    spacing: { row: 34, column: 30 },
    own: ["y"],
    panels: tasks.map(panel),
  });
}

function panel(task: readonly SummaryRow[]): View {
  const ratios = task.map((row) => row.ratio_to_viterbi!);
  const kind = hues("kind", KINDS).color;
  const named = (where: string, place: Part) =>
    mark("text", { text: { field: "name" } }, {
      where,
      mark: { fontSize: 11, baseline: "middle", ...place },
    });
  return {
    heading: panelTitle(task[0]!),
    only: ["dataset", task[0]!.dataset],
    width: 250,
    height: 210,
    x: linear("share", "share of exact answers", {
      domain: [Math.min(...task.map((row) => row.exact_share!)), 1],
      padding: 16,
      format: "~%",
      scale: { nice: false },
      axis: { tickCount: 5, grid: false },
    }),
    y: log("ratio", "times as fast as Viterbi", {
      padding: 18,
      // Written out: what is picked on the page may leave a layer without any.
      domain: [Math.min(...ratios), Math.max(...ratios)],
      format: ",~g",
    }),
    layers: [
      mark("line", { order: { field: "share" } }, {
        where: "datum.best",
        mark: { color: "#9aa4af", strokeWidth: 1.5 },
      }),
      dots(TOOLTIP, {
        mark: { strokeWidth: 1.8 },
        channels: {
          color: kind,
          stroke: { ...kind, field: "outline", legend: null },
          fillOpacity: { condition: { test: "datum.share < 1", value: 0 }, value: 1 },
          size: { condition: { test: "datum.best", value: 75 }, value: 26 },
        },
      }),
      named("datum.best && datum.share === 1", { align: "right", dy: 15 }),
      named("datum.best && datum.share < 1", { dy: -13 }),
    ],
  };
}

const TOOLTIP: Tooltip = {
  ...CELL_TOOLTIP,
  ratioText: "× Viterbi [95%]",
  answers: "answers",
  sample: "timed",
};

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
