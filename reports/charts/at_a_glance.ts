/**
 * The picture that is seen first: a row per real task, a labelled point per contender.
 *
 * @module
 */

import { BASELINE } from "../../harness/store/key.ts";
import { hueOf } from "../numbers/hues.ts";
import {
  formatCount,
  formatTimesInterval,
  formatTwoDigits,
  significant,
} from "../numbers/format.ts";
import {
  ADVISED,
  CLOCK_WORDS,
  COLD_SENTENCES,
  type Contender,
  CONTENDERS,
  glance,
  type GlanceMark,
  type GlanceTask,
  headline,
  headlineClock,
} from "../numbers/glance.ts";
import { answersText, sampleMark, sampleText } from "../numbers/marks.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import {
  dots,
  hues,
  intervals,
  type Layer,
  log,
  logTicks,
  mark,
  names,
  picture,
  type Tooltip,
  type View,
} from "../picture.ts";
import { timedSample } from "./_cells.ts";
import { LANES, placeLabels } from "./_label_lanes.ts";
import type { Chart } from "./contract.ts";

const WIDTH = 800;
const NARROW_WIDTH = 320;
const ROW_HEIGHT = 66;

/**
 * How a contender looks, and what its first mark is called. Decoders have the hues of all charts;
 * the best published one is not the same everywhere, and has a hue of its own.
 */
const LOOKS: Readonly<Record<Contender, { name: string; color: string; shape: string }>> = {
  viterbi: { name: "Viterbi", color: hueOf(BASELINE), shape: "circle" },
  simd: { name: "SIMD Viterbi", color: hueOf(BASELINE), shape: "square" },
  published: { name: "best published", color: "#d1495b", shape: "diamond" },
  advised: { name: ADVISED, color: hueOf(ADVISED), shape: "circle" },
  readers: { name: "yours", color: hueOf("yours"), shape: "diamond" },
  cold: { name: `${ADVISED}, cold`, color: hueOf(ADVISED), shape: "triangle-up" },
  beam: { name: "greedy beam", color: hueOf("beam"), shape: "circle" },
};

/** The chart “Speed at a glance”. */
const atAGlance: Chart = {
  name: "at-a-glance",
  title: "Speed at a glance",
  order: 1,
  description: "How many times as fast as dense Viterbi, on each real task at k = 1; the axis is " +
    "logarithmic. “Best published” is the fastest exact decoder of the papers. The " +
    "beam is hollow because it is not exact: its share of exact answers stands beside it. Points " +
    "are medians over pairs of rounds, bars their intervals.",
  needs: "a decoder other than Viterbi timed on a real task with k = 1",
  spec({ summary, curves: firstUse }) {
    const tasks = glance(summary, firstUse);
    if (tasks.length === 0) return undefined;
    const marks = tasks.flatMap((task) => task.marks);
    const ends = [1, ...marks.flatMap(({ low, high }) => [low, high])];
    const [least, most] = [Math.min(...ends) / 1.3, Math.max(...ends) * 3.2];
    const firstMarks = new Set(
      CONTENDERS.flatMap((name) => marks.find(({ contender }) => contender === name) ?? []),
    );
    const rows = tasks.flatMap((task) => taskData(task, firstMarks, [least, most]));
    const shown = CONTENDERS.filter((name) => marks.some(({ contender }) => contender === name));
    return picture({
      title: headline(summary) ?? "How many times as fast as Viterbi",
      subtitle: [
        `Speed at k = 1, multiple of dense Viterbi's on the same sentences, ${
          CLOCK_WORDS[headlineClock(summary)]
        }`,
        timedSample(marks.map(({ row }) => row)) + partNote(marks) + coldNote(marks),
      ],
      rows,
      size: 19,
      // Narrower, labels would lie over each other.
      leastWidth: 640,
      narrow: narrowView(tasks, [least, most], shown),
    }, {
      ...viewOf(tasks, [least, most], hues("contender", LOOKS, null), [
        ...LANES.map(({ name, dy }) =>
          mark("text", { text: { field: "label" } }, {
            where: `datum.lane === '${name}'`,
            mark: { dy, fontSize: 12, baseline: "middle" },
          })
        ),
      ]),
      y: names("line", tasks.map(rowName), {
        axis: {
          labelExpr: "split(datum.label, ' · ')",
          labelFontSize: 12,
          labelOffset: -8,
          labelPadding: 10,
        },
      }),
    });
  },
};

export default atAGlance;

/** A line of marks for each task, below its texts. */
function viewOf(
  tasks: readonly GlanceTask[],
  domain: readonly [number, number],
  looks: ReturnType<typeof hues>,
  texts: readonly Layer[],
): View {
  return {
    width: WIDTH,
    height: ROW_HEIGHT * tasks.length,
    x: log("ratio", "times as fast as Viterbi", {
      padding: 0,
      domain,
      ticks: logTicks(domain),
      format: ",~g",
      // A number near the end would stick out of a telephone's screen.
      axis: { grid: true, labelFlush: 24 },
    }),
    looks,
    layers: [
      intervals("x", ["low", "high"], { mark: { strokeWidth: 2.5 } }),
      dots(TOOLTIP, {
        mark: { strokeWidth: 2.5 },
        channels: {
          size: { condition: { test: "datum.contender === 'advised'", value: 230 }, value: 130 },
          // Of the same field it would be merged into the scale of the fill.
          stroke: { ...looks.color, field: "outline", legend: null },
          fillOpacity: { condition: { test: "datum.hollow", value: 0 }, value: 1 },
        },
      }),
      ...texts,
    ],
  };
}

/**
 * For a telephone: the task over its marks, the factor of the advised decoder and of the reader's
 * own over theirs, exact answers of inexact ones below these, all other names in the legend.
 */
function narrowView(
  tasks: readonly GlanceTask[],
  domain: readonly [number, number],
  shown: readonly Contender[],
): View {
  const legend = {
    title: null,
    orient: "bottom",
    columns: 2,
    labelExpr: `${
      JSON.stringify(Object.fromEntries(shown.map((name) => [name, LOOKS[name].name])))
    }[datum.label]`,
  };
  const looks = Object.fromEntries(shown.map((name) => [name, LOOKS[name]]));
  const view = viewOf(tasks, domain, hues("contender", looks, legend), [
    mark("text", { x: { value: 0 }, text: { field: "line" }, color: null }, {
      where: "datum.contender === 'viterbi'",
      mark: { dy: -31, fontSize: 11, align: "left", baseline: "middle" },
    }),
    mark("text", { text: { field: "factor" } }, {
      where: "datum.contender === 'advised' || datum.contender === 'readers'",
      mark: { dy: -15, fontSize: 13, fontWeight: "bold", baseline: "middle" },
    }),
    mark("text", { text: { field: "answers" } }, {
      where: "datum.hollow",
      mark: { dy: 16, fontSize: 11, baseline: "middle" },
    }),
  ]);
  return {
    ...view,
    width: NARROW_WIDTH,
    y: names("line", tasks.map(rowName), { axis: { labels: false, labelPadding: 0 } }),
  };
}

const COLD = `the first ${COLD_SENTENCES} sentences of fresh processes, preparation included`;

function partNote(marks: readonly GlanceMark[]): string {
  const counts = marks.flatMap(({ row }) => partMark(row) === "" ? [] : row.ratio_sentences);
  return [...new Set(counts)].sort((a, b) => a - b).map(formatCount)
    .map((count) => `; *${count}: on ${count} of them`).join("");
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
  ratioText: "× Viterbi [interval]",
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
    ratio: significant(ratio),
    low: significant(low),
    high: significant(high),
    hollow: row.exact ? 0 : 1,
    lane: lanes[i],
    label: labels[i],
    factor: `${formatTwoDigits(ratio)}×`,
    ratioText: formatTimesInterval({ median: ratio, low, high }),
    answers: answersText(row),
    sample: contender === "cold" ? COLD : sampleText(row),
  }));
}

/** Its factor, the share of exact answers if it is inexact, its name where it is first seen. */
function labelOf({ contender, row, ratio }: GlanceMark, isFirst: boolean): string {
  const named = contender === "readers" ? row.decoder : LOOKS[contender].name;
  const name = isFirst ? `${named} ` : "";
  const share = row.exact_share === undefined || row.exact
    ? ""
    : ` (${Math.floor(100 * row.exact_share + 1e-9)}% exact)`;
  const part = contender === "cold" ? "" : partMark(row);
  return `${name}${contender === "viterbi" ? 1 : formatTwoDigits(ratio)}×${part}${share}`;
}
