/**
 * Counts and ratios over runs: a panel per real task, a line per decoder.
 *
 * @module
 */

import type { DecoderEncoding } from "../drawing/encoding.ts";
import { decoderLooks } from "../drawing/decoder_looks.ts";
import { logTicks, SCHEMA } from "../picture.ts";
import { formatCount, formatRatio, formatShare } from "../numbers/format.ts";
import type { Spec } from "../charts/contract.ts";
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
    axis: "times as fast as Viterbi",
    format: ",~g",
    isTimed: true,
    value: ({ ratio }) => ratio,
    text: (ratio) => `${formatRatio(ratio)}×`,
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
  const { color, shape } = decoderLooks(names) as unknown as DecoderEncoding;
  const labels = new Map(points.map(({ run, label }) => [run, label]));
  return {
    $schema: SCHEMA,
    title: { text: measure.title, subtitle: subtitle(measure, labels, drawn) },
    data: { values: drawn.map((point) => datum(point, measure)) },
    columns: 3,
    resolve: { scale: { y: "independent" }, axis: { x: "independent" } },
    spacing: { row: 30, column: 24 },
    facet: { field: "dataset", type: "nominal", title: null },
    spec: {
      width: 220,
      height: 190,
      encoding: {
        x: {
          field: "run",
          type: "quantitative",
          title: "run",
          scale: { nice: false, padding: 14 },
          axis: { values: [...labels.keys()], format: "d", grid: false, labelOverlap: "greedy" },
        },
        y: {
          field: "value",
          type: "quantitative",
          title: measure.axis,
          scale: { type: "log", nice: false, padding: 12 },
          axis: {
            values: logTicks(drawn.map((point) => measure.value(point)!)),
            format: measure.format,
          },
        },
        color,
        detail: { field: "line", type: "nominal" },
      },
      layer: [
        { mark: { type: "line" } },
        {
          mark: { type: "point" },
          encoding: {
            shape,
            tooltip: [
              { field: "decoder", title: "decoder" },
              { field: "dataset", title: "dataset" },
              { field: "label", title: "run" },
              { field: "machine", title: "machine" },
              { field: "valueText", title: measure.axis },
              { field: "sample", title: "sentences timed" },
            ],
          },
        },
      ],
    },
  };
}

function isHeadline({ decoder }: HistoryPoint): boolean {
  return !decoder.includes("{") || decoder === "viterbi{kernel=simd}";
}

function subtitle(
  { isTimed }: Measure,
  labels: ReadonlyMap<number, string>,
  drawn: readonly HistoryPoint[],
): string[] {
  const machines = new Set(drawn.map(({ machine }) => machine)).size;
  const runs = [...labels].map(([run, label]) => `${run}: ${label}`);
  return [
    isTimed
      ? `k = 1; ratios within one run; ${machines} ${
        machines === 1 ? "machine" : "machines"
      }, a line each`
      : "k = 1; counts are the same on every machine",
    ...Array.from(
      { length: Math.ceil(runs.length / 4) },
      (_, i) => runs.slice(4 * i, 4 * i + 4).join("   "),
    ),
  ];
}

/** A line never joins times of two machines. */
function datum(point: HistoryPoint, { isTimed, value, text }: Measure) {
  const { run, label, machine, dataset, decoder, timedSentences } = point;
  return {
    run,
    label,
    machine: machine === 0 ? "several" : String(machine),
    dataset,
    decoder,
    line: isTimed ? `${decoder} ${machine}` : decoder,
    value: value(point)!,
    valueText: text(value(point)!),
    sample: formatCount(timedSentences),
  };
}
