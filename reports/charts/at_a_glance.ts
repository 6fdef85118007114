/**
 * The picture that is seen first: a row per real task, a labelled point per contender.
 *
 * @module
 */

import { BASELINE } from "../../harness/store/key.ts";
import { hueOf } from "../drawing/decoder_looks.ts";
import { formatCount, formatInterval, formatRatio } from "../numbers/format.ts";
import {
  ADVISED,
  COLD_SENTENCES,
  type Contender,
  CONTENDERS,
  glance,
  glanceClock,
  type GlanceMark,
  type GlanceTask,
} from "../numbers/glance.ts";
import { sampleMark, sampleText } from "../numbers/marks.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { RunData } from "../numbers/run_data.ts";
import {
  dots,
  hues,
  intervals,
  log,
  logTicks,
  mark,
  names,
  picture,
  type Spec,
  type Tooltip,
} from "../picture.ts";
import { answersText, timedSample } from "./_cells.ts";
import { LANES, placeLabels } from "./_label_lanes.ts";
import type { Chart } from "./contract.ts";

const WIDTH = 800;
const ROW_HEIGHT = 66;

/**
 * How a contender looks, and what its first mark is called. Decoders have the hues of all charts;
 * the best published one is not the same everywhere, and has a hue of its own.
 */
const LOOKS: Readonly<Record<Contender, { name: string; color: string; shape: string }>> = {
  viterbi: { name: "Viterbi", color: hueOf(BASELINE), shape: "circle" },
  simd: { name: "SIMD Viterbi", color: hueOf(BASELINE), shape: "square" },
  published: { name: "best published", color: "#d1495b", shape: "diamond" },
  ours: { name: `ours (${ADVISED})`, color: hueOf(ADVISED), shape: "circle" },
  cold: { name: "ours, cold", color: hueOf(ADVISED), shape: "triangle-up" },
  beam: { name: "greedy beam", color: hueOf("beam"), shape: "circle" },
};

/** The chart “Speed at a glance”. */
const atAGlance: Chart = {
  name: "at-a-glance",
  title: "Speed at a glance",
  order: 1,
  description: "How many times as fast as dense Viterbi, on each real task at k = 1; the axis is " +
    "logarithmic. “Best published” is the fastest exact decoder of the papers, “ours” is auto. The " +
    "beam is hollow because it is not exact: its share of exact answers stands beside it. Points " +
    "are medians over pairs of rounds, bars their 95% bootstrap intervals.",
  needs: "a decoder other than Viterbi timed on a real task with k = 1",
  spec,
};

export default atAGlance;

function spec({ summary, curves: firstUse }: RunData): Spec | undefined {
  const tasks = glance(summary, firstUse);
  if (tasks.length === 0) return undefined;
  const marks = tasks.flatMap((task) => task.marks);
  const ends = [1, ...marks.flatMap(({ low, high }) => [low, high])];
  const [least, most] = [Math.min(...ends) / 1.3, Math.max(...ends) * 2.2];
  const firstMarks = new Set(
    CONTENDERS.flatMap((name) => marks.find(({ contender }) => contender === name) ?? []),
  );
  const rows = tasks.flatMap((task) => taskData(task, firstMarks, [least, most]));
  const looks = hues("contender", LOOKS, null);
  return picture({
    title: message(tasks),
    subtitle: [
      `Speed at k = 1, multiple of dense Viterbi's on the same sentences, ${
        CLOCKS[glanceClock(summary)]
      }`,
      timedSample(marks.map(({ row }) => row)) + partNote(marks) + coldNote(marks),
    ],
    rows,
    size: 19,
    // Narrower, labels would lie over each other.
    leastWidth: 640,
  }, {
    width: WIDTH,
    height: ROW_HEIGHT * tasks.length,
    x: log("ratio", "times as fast as Viterbi", {
      padding: 0,
      domain: [least, most],
      ticks: logTicks([least, most]),
      format: ",~g",
      axis: { grid: true },
    }),
    y: names("line", tasks.map(rowName), {
      axis: {
        labelExpr: "split(datum.label, ' · ')",
        labelFontSize: 12,
        labelOffset: -8,
        labelPadding: 10,
      },
    }),
    looks,
    layers: [
      intervals("x", ["low", "high"], { mark: { strokeWidth: 2.5 } }),
      dots(TOOLTIP, {
        mark: { strokeWidth: 2.5 },
        channels: {
          size: { condition: { test: "datum.contender === 'ours'", value: 230 }, value: 130 },
          // Of the same field it would be merged into the scale of the fill.
          stroke: { ...looks.color, field: "outline" },
          fillOpacity: { condition: { test: "datum.hollow", value: 0 }, value: 1 },
        },
      }),
      ...LANES.map(({ name, dy }) =>
        mark("text", { text: { field: "label" } }, {
          where: `datum.lane === '${name}'`,
          mark: { dy, fontSize: 12, baseline: "middle" },
        })
      ),
    ],
  });
}

const COLD = `the first ${COLD_SENTENCES} sentences of fresh processes, preparation included`;

const CLOCKS = {
  memory64: "from the caller's memory, copying included",
  decode: "decoding alone: scores where the decoder wants them",
} as const;

function partNote(marks: readonly GlanceMark[]): string {
  const counts = marks.filter(({ row }) => partMark(row) !== "").map(({ row }) =>
    row.ratio_sentences
  );
  const least = Math.min(...counts);
  return counts.length === 0 ? "" : `; *${formatCount(least)}: on ${formatCount(least)} of them`;
}

function partMark(row: SummaryRow): string {
  return row.role === "baseline" ? "" : sampleMark(row, row.ratio_sentences);
}

function coldNote(marks: readonly GlanceMark[]): string {
  return marks.some(({ contender }) => contender === "cold") ? `; cold: ${COLD}` : "";
}

const TOOLTIP: Tooltip = {
  decoder: "decoder",
  dataset: "dataset",
  ratioText: "× Viterbi [95%]",
  answers: "answers",
  sample: "timed",
};

function rowName({ dataset, labels }: GlanceTask): string {
  return `${formatCount(labels)} labels · ${dataset}`;
}

/** The data of one row, with a lane for the label of each point. */
function taskData(
  task: GlanceTask,
  firstMarks: ReadonlySet<GlanceMark>,
  [least, most]: [number, number],
) {
  const pixels = (ratio: number): number =>
    WIDTH * Math.log(ratio / least) / Math.log(most / least);
  const labels = task.marks.map((mark) => labelOf(mark, firstMarks.has(mark)));
  const lanes = placeLabels(
    task.marks.map(({ ratio }, i) => ({ at: pixels(ratio), text: labels[i]! })),
  );
  return task.marks.map(({ contender, row, ratio, low, high }, i) => ({
    line: rowName(task),
    contender,
    outline: contender,
    decoder: row.decoder,
    dataset: row.dataset,
    ratio: Number(ratio.toPrecision(7)),
    low: Number(low.toPrecision(7)),
    high: Number(high.toPrecision(7)),
    hollow: row.exact ? 0 : 1,
    lane: lanes[i],
    label: labels[i],
    ratioText: `${formatRatio(ratio)}× ${formatInterval({ median: ratio, low, high })}`,
    answers: answersText(row),
    sample: contender === "cold" ? COLD : sampleText(row),
  }));
}

/** Its factor, the share of exact answers if it is inexact, its name where it is first seen. */
function labelOf({ contender, row, ratio }: GlanceMark, isFirst: boolean): string {
  const name = isFirst ? `${LOOKS[contender].name} ` : "";
  const share = row.exact_share === undefined || row.exact
    ? ""
    : ` (${Math.floor(100 * row.exact_share)}% exact)`;
  const part = contender === "cold" ? "" : partMark(row);
  return `${name}${twoDigits(ratio)}×${part}${share}`;
}

/** What the picture says, as its rows say it. */
function message(tasks: readonly GlanceTask[]): string {
  const ratios = tasks.flatMap(({ marks }) =>
    marks.flatMap(({ contender, ratio }) => contender === "ours" ? [ratio] : [])
  );
  if (ratios.length === 0) return "How many times as fast as Viterbi";
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(twoDigits);
  const range = least === most ? least : `${least} to ${most}`;
  return `Exact decoding is ${range} times as fast as Viterbi`;
}

function twoDigits(ratio: number): string {
  const rounded = Number(ratio.toPrecision(2));
  return rounded < 10 ? String(rounded) : formatCount(rounded);
}
