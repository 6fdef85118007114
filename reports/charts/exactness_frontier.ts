/**
 * Speed against the share of exact answers: a panel per real task.
 *
 * Source: Aumüller, Bernhardsson and Faithfull, ANN-Benchmarks, 2020; their share is the recall.
 *
 * @module
 */

import { formatTimesInterval, significant } from "../numbers/format.ts";
import { CLOCK_WORDS, headlineClock } from "../numbers/glance.ts";
import { answersText, sampleMark, sampleText } from "../numbers/marks.ts";
import type { Estimate } from "../numbers/statistics.ts";
import { figuresOf, type SummaryRow } from "../numbers/summary_row.ts";
import { anyBeamWidth, isReaders, isSimd } from "../numbers/variants.ts";
import { hueOf } from "../numbers/hues.ts";
import {
  dots,
  hues,
  linear,
  log,
  type Look,
  mark,
  type Part,
  picture,
  type Tooltip,
  type View,
} from "../picture.ts";
import { CELL_TOOLTIP, drawable, panelTitle, timedSample } from "./_cells.ts";
import type { Chart } from "./contract.ts";

/** Kinds of decoders, by colour; inexact ones are hollow. */
const KINDS: Readonly<Record<string, Look>> = {
  "exact": { color: "#0077bb", shape: "circle" },
  "exact, SIMD": { color: "#33bbee", shape: "circle" },
  "approximate": { color: "#009988", shape: "circle" },
  "beam": { color: "#ee3377", shape: "circle" },
  "beam, SIMD": { color: "#9955ff", shape: "circle" },
  "yours": { color: hueOf("yours"), shape: "circle" },
};
const [WIDTH, HEIGHT] = [250, 210];
/** Names whose points are closer to one another in pixels would lie on one another. */
const NAME = { width: 70, height: 18 };
/** What the axis goes on by, for the names of those whose answers are all exact. */
const ROOM = 0.75;

const TICKS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** A cell with its speed over Viterbi's by the clock of headlines. */
interface Timed {
  readonly row: SummaryRow;
  readonly share: number;
  readonly ratio: Estimate;
}

/** The chart “Speed and share of exact answers”. */
const exactnessFrontier: Chart = {
  name: "exactness-frontier",
  title: "Speed and share of exact answers",
  order: 2,
  description:
    "Every decoder on the real tasks at k = 1: how many times as fast as dense Viterbi " +
    "(a logarithmic axis) against the share of the sentences whose answer is the best one. Up and to " +
    "the right is better. The line joins those that no other beats in both; they are named where there " +
    "is room, as is a decoder of yours, beams by their width; *16: timed on 16 of the sentences. Point at a mark for " +
    "the others.",
  needs: "exact decoders and beams timed on a real task with k = 1",
  spec({ summary }) {
    const clock = headlineClock(summary);
    const cells = drawable(summary).flatMap((row): Timed[] => {
      const { ratio } = figuresOf(row, clock);
      const { k, family, exact_share: share } = row;
      if (k !== 1 || family !== "real" || share === undefined || ratio === undefined) return [];
      return [{ row, share, ratio }];
    });
    const tasks = [...Map.groupBy(cells, ({ row }) => row.dataset).values()]
      .filter((task) => task.some(({ row }) => row.exact) && task.some(({ row }) => !row.exact));
    if (tasks.length === 0) return undefined;
    const drawn = tasks.flat();
    const best = new Set(tasks.flatMap(frontier));
    const points = tasks.flatMap((task) => pointsOf(task, best));
    const kinds = Object.fromEntries(
      Object.entries(KINDS).filter(([name]) => points.some(({ kind }) => kind === name)),
    );
    return picture({
      title: exactnessFrontier.title,
      subtitle: [
        `k = 1, ${CLOCK_WORDS[clock]}; no other decoder beats those on the line in both`,
        timedSample(drawn.map(({ row }) => row)),
      ],
      rows: points,
    }, {
      columns: tasks.length === 4 ? 2 : 3,
      spacing: { row: 34, column: 30 },
      own: ["y"],
      panels: tasks.map((task) => panel(task, kinds)),
    });
  },
};

export default exactnessFrontier;

function panel(task: readonly Timed[], kinds: Readonly<Record<string, Look>>): View {
  const ratios = task.map(({ ratio }) => ratio.median);
  const least = Math.min(...task.map(({ share }) => share));
  const { row } = task[0]!;
  const kind = hues("kind", kinds).color;
  const named = (where: string, place: Part) =>
    mark("text", { text: { field: "name" } }, {
      where,
      mark: { fontSize: 11, baseline: "middle", ...place },
    });
  return {
    heading: panelTitle(row),
    only: ["dataset", row.dataset],
    width: WIDTH,
    height: HEIGHT,
    x: linear("share", "share of exact answers", {
      domain: [least, 1 + ROOM * (1 - least)],
      padding: 16,
      ticks: TICKS.filter((tick) => tick >= least && (1 - least < 0.5 || tick * 10 % 2 === 0)),
      format: "~%",
      scale: { nice: false },
      axis: { grid: false },
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
          size: { condition: { test: "datum.best || datum.named", value: 75 }, value: 26 },
        },
      }),
      named("datum.named && datum.share === 1", { align: "left", dx: 9 }),
      named("datum.named && datum.share < 1", { align: "left", dx: 6, dy: -10 }),
    ],
  };
}

const TOOLTIP: Tooltip = {
  ...CELL_TOOLTIP,
  ratioText: "× Viterbi [interval]",
  answers: "answers",
  sample: "timed",
};

/** Those that no other beats in speed at no loss of answers, or in answers at no loss of speed. */
function frontier(task: readonly Timed[]): Timed[] {
  return task.filter(({ share, ratio: { median } }) =>
    !task.some((other) =>
      other.share >= share && other.ratio.median >= median &&
      (other.share > share || other.ratio.median > median)
    )
  );
}

/** The points of a task, the best first; of names that would lie on one another the first stays. */
function pointsOf(task: readonly Timed[], best: ReadonlySet<Timed>) {
  const ratios = task.map(({ ratio }) => Math.log(ratio.median));
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  const least = Math.min(...task.map(({ share }) => share));
  const room = (1 + ROOM) * (1 - least) || 1;
  const taken: { x: number; y: number }[] = [];
  const isFirst = (cell: Timed) => best.has(cell) || isReaders(cell.row);
  return task.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a))).map((cell) => {
    const x = WIDTH * (cell.share - least) / room;
    const y = HEIGHT * (Math.log(cell.ratio.median) - low) / (high - low || 1);
    const isFree = !taken.some((other) =>
      Math.abs(other.x - x) < NAME.width && Math.abs(other.y - y) < NAME.height
    );
    const isNamed = isFirst(cell) && (isFree || isReaders(cell.row));
    if (isNamed) taken.push({ x, y });
    return pointOf(cell, best.has(cell), isNamed);
  });
}

function pointOf(
  { row, share, ratio }: Timed,
  isBest: boolean,
  isNamed: boolean,
): Record<string, string | number | boolean> {
  const { dataset, labels, decoder, k } = row;
  const width = anyBeamWidth(row);
  const kind = isReaders(row)
    ? "yours"
    : width === undefined && !row.exact
    ? "approximate"
    : `${width === undefined ? "exact" : "beam"}${isSimd(row) ? ", SIMD" : ""}`;
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
    named: isNamed,
    share: Number(share.toPrecision(5)),
    ratio: significant(ratio.median),
    ratioText: formatTimesInterval(ratio),
    answers: answersText(row),
    sample: sampleText(row),
  };
}
