/**
 * Counts and ratios over runs: a panel per real task, a line per decoder.
 *
 * @module
 */

import { decoderLooks } from "../drawing/decoder_looks.ts";
import { formatCount, formatPlural, formatShare, formatTimes } from "../numbers/format.ts";
import { dots, linear, lines, log, logTicks, nominal, picture, type Spec } from "../picture.ts";
import type { HistoryPoint } from "./runs.ts";

/** What a chart draws of each cell. */
export interface Measure {
  /** In file names. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** Of the vertical axis. */
  readonly axis: string;
  /** A format of Vega for the axis. */
  readonly format: string;
  /** Whether the machine matters: lines end where it changes. */
  readonly isTimed: boolean;
  /** The number; undefined or 0 is not drawn. */
  readonly value: (point: HistoryPoint) => number | undefined;
  /** The number for people. */
  readonly text: (value: number) => string;
}

/** The measures of a history. */
export const MEASURES: readonly Measure[] = [
  {
    name: "ratios",
    title: "Speed over Viterbi, run by run",
    axis: "times as fast as Viterbi, copying of the scores included",
    format: ",~g",
    isTimed: true,
    value: ({ ratio }) => ratio,
    text: formatTimes,
  },
  {
    name: "counts",
    title: "Work, run by run",
    axis: "share of dense edges",
    format: "~%",
    isTimed: false,
    value: ({ edgeShare }) => edgeShare,
    text: formatShare,
  },
];

/**
 * Draws a measure of the decoders with their defaults, and of dense Viterbi with SIMD, on the real
 * tasks at k = 1. Undefined if no run has it.
 */
export function historyChart(points: readonly HistoryPoint[], measure: Measure): Spec | undefined {
  const drawn = points.filter((point) =>
    point.isReal && point.k === 1 && isHeadline(point) && (measure.value(point) ?? 0) > 0
  );
  if (drawn.length === 0) return undefined;
  const names = drawn.map(({ decoder }) => ({ decoder, decoder_base: decoder.split("{")[0]! }));
  const labels = new Map(points.map(({ run, label }) => [run, label]));
  // Each panel has a scale of its own: of ticks for all together some would have none.
  const ticks = [...Map.groupBy(drawn, ({ dataset }) => dataset).values()]
    .flatMap((own) => logTicks(own.map((point) => measure.value(point)!)));
  const tooltip = {
    decoder: "decoder",
    dataset: "dataset",
    label: "run",
    machine: "machine",
    valueText: measure.axis,
    sample: "sentences timed",
  };
  return picture({
    title: measure.title,
    subtitle: subtitle(measure, labels, drawn),
    rows: drawn.map((point) => datum(point, measure)),
  }, {
    by: "dataset",
    columns: 3,
    spacing: { row: 30, column: 24 },
    own: { scale: ["y"], axis: ["x"] },
    view: {
      width: 220,
      height: 190,
      x: linear("run", "run", {
        padding: 14,
        ticks: [...labels.keys()],
        format: "d",
        scale: { nice: false },
        axis: { grid: false, labelOverlap: "greedy" },
      }),
      y: log("value", measure.axis, {
        padding: 12,
        ticks: [...new Set(ticks)].sort((a, b) => a - b),
        format: measure.format,
      }),
      channels: { detail: nominal("line") },
      looks: decoderLooks(names),
      layers: [
        lines({ channels: { strokeDash: null } }),
        dots(tooltip),
      ],
    },
  });
}

function isHeadline({ decoder }: HistoryPoint): boolean {
  return !decoder.includes("{") || decoder === "viterbi{kernel=simd}";
}

function subtitle(
  { isTimed }: Measure,
  labels: ReadonlyMap<number, string>,
  drawn: readonly HistoryPoint[],
): string[] {
  const machines =
    new Set(drawn.map(({ machine }) => machine).filter((machine) => machine > 0)).size;
  const apart = drawn.some(({ machine }) => machine === 0) ? ", runs of several apart" : "";
  const runs = [...labels].map(([run, label]) => `${run}: ${label}`);
  return [
    isTimed
      ? `k = 1; ratios within one run; ${formatPlural(machines, "machine")}, a line each${apart}`
      : "k = 1; counts are the same on every machine",
    ...Array.from(
      { length: Math.ceil(runs.length / 4) },
      (_, i) => runs.slice(4 * i, 4 * i + 4).join("   "),
    ),
  ];
}

/** A line never joins times of two machines, nor of runs that are of several. */
function datum(point: HistoryPoint, { isTimed, value, text }: Measure) {
  const { run, label, machine, dataset, decoder, timedSentences } = point;
  return {
    run,
    label,
    machine: machine === 0 ? "several" : String(machine),
    dataset,
    decoder,
    line: isTimed ? `${decoder} ${machine === 0 ? `of run ${run}` : machine}` : decoder,
    value: value(point)!,
    valueText: text(value(point)!),
    sample: formatCount(timedSentences),
  };
}
