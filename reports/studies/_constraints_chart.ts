/**
 * The chart of the study of constraints.
 *
 * @module
 */

import { SCHEMA } from "../picture.ts";
import { formatCount, formatInterval, formatNumber, formatRatio } from "../numbers/format.ts";
import type { Estimate } from "../numbers/statistics.ts";
import type { StudyChart } from "./contract.ts";
import type { ConstrainedTime } from "./_constraints_rows.ts";
import { significant } from "./_training_rows.ts";

/** What is compared with the free paths, with hue and shape, of Tol's "vibrant" scheme. */
const WAYS = [
  { name: "constrained", color: "#ee7733", shape: "diamond" },
  { name: "control: free again", color: "#0077bb", shape: "circle" },
] as const;
const DOMAIN = WAYS.map(({ name }) => name);
const CHANNEL = {
  field: "way",
  type: "nominal",
  legend: { title: null, orient: "bottom" },
} as const;

/** A panel for each dataset, with a line for each decoder; undefined if nothing was timed. */
export function constraintsChart(times: readonly ConstrainedTime[]): StudyChart | undefined {
  if (times.length === 0) return undefined;
  const title = "Decoding time with constraints";
  return {
    name: "constraints-time",
    title,
    description:
      "Time with paths in BIO notation alone, as a multiple of the time with all paths, a panel for " +
      "each dataset; 1 is no change. Beside it the control, which has no constraints either. Lines " +
      "are 95% intervals; the axis is logarithmic.",
    spec: {
      $schema: SCHEMA,
      title: { text: title, subtitle: "1 is the time of the same decoder without constraints" },
      columns: 2,
      resolve: { scale: { x: "shared" } },
      concat: [...Map.groupBy(times, ({ dataset }) => dataset).values()].map(panel),
    },
  };
}

function panel(times: readonly ConstrainedTime[]) {
  const [{ dataset, labels }] = times as [ConstrainedTime, ...ConstrainedTime[]];
  return {
    title: {
      text: `${dataset} (L = ${formatCount(labels)})`,
      fontSize: 12,
      anchor: "middle" as const,
      frame: "group" as const,
    },
    width: 300,
    height: { step: 14 },
    data: {
      values: times.flatMap((own) => [
        point(own, own.ratio, own.bioMs, WAYS[0].name),
        point(own, own.control, own.freeMs * own.control.median, WAYS[1].name),
      ]),
    },
    encoding: {
      y: {
        field: "decoder",
        type: "nominal" as const,
        title: null,
        sort: times.map(({ decoder }) => decoder),
        scale: { paddingInner: 0.3 },
        axis: { grid: true, ticks: false, domain: false, labelPadding: 8 },
      },
      yOffset: { field: "way", type: "nominal" as const, sort: DOMAIN },
      x: {
        field: "times",
        type: "quantitative" as const,
        title: "time, multiple of that without constraints",
        scale: { type: "log" as const, nice: false, padding: 10 },
        axis: { values: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100], format: "~g" },
      },
      color: { ...CHANNEL, scale: { domain: DOMAIN, range: WAYS.map(({ color }) => color) } },
    },
    layer: [
      {
        mark: { type: "rule" as const, strokeWidth: 1 },
        encoding: { x: { field: "low", type: "quantitative" as const }, x2: { field: "high" } },
      },
      {
        mark: { type: "point" as const },
        encoding: {
          shape: { ...CHANNEL, scale: { domain: DOMAIN, range: WAYS.map(({ shape }) => shape) } },
          tooltip: [
            { field: "decoder", title: "decoder" },
            { field: "way", title: "paths" },
            { field: "timesText", title: "time, × free [95%]" },
            { field: "micros", title: "µs a sentence" },
            { field: "edgesText", title: "edges, × free" },
          ],
        },
      },
    ],
  };
}

function point({ decoder, edges }: ConstrainedTime, ratio: Estimate, ms: number, way: string) {
  const { median, low, high } = ratio;
  return {
    decoder,
    way,
    times: significant(median),
    // Without an interval the rule has no length.
    low: significant(low ?? median),
    high: significant(high ?? median),
    timesText: `${formatRatio(median)}× ${formatInterval(ratio)}`.trim(),
    micros: formatNumber(1000 * ms),
    edgesText: `${formatRatio(way === WAYS[0].name ? edges : 1)}×`,
  };
}
