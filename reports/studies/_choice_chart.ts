/**
 * The chart of the study of choosing a decoder.
 *
 * @module
 */

import { SCHEMA } from "../picture.ts";
import { formatCount, formatInterval, formatNumber, formatRatio } from "../numbers/format.ts";
import type { StudyChart } from "./contract.ts";
import { ADVISED, type Choice, type Contender } from "./_choice_rows.ts";
import { significant } from "./_training_rows.ts";

/** Who is compared with the fastest, with hue and shape. */
const WAYS = [
  { name: "chosen on the other half", color: "#0077bb", shape: "circle" },
  { name: ADVISED, color: "#ee7733", shape: "diamond" },
] as const;

const CHANNEL = {
  field: "way",
  type: "nominal",
  legend: { title: null, orient: "bottom" },
} as const;

const DOMAIN = WAYS.map(({ name }) => name);

/** A panel for each k, with a line for each dataset; undefined if there is nothing to draw. */
export function choiceChart(choices: readonly Choice[]): StudyChart | undefined {
  if (choices.length === 0) return undefined;
  const byLabels = choices.toSorted((a, b) => a.labels - b.labels);
  const title = "Time by way of choosing a decoder";
  return {
    name: "choice",
    title,
    description:
      "Time on one half of the sentences as a multiple of that of the decoder that is the fastest on " +
      "it, a panel for each k: of the decoder that was the fastest on the other, and of `auto`. " +
      "At 1 nothing is lost. Lines are 95% intervals; the axis is logarithmic.",
    spec: {
      $schema: SCHEMA,
      title: { text: title, subtitle: "the half not chosen on; 1 is the fastest exact decoder" },
      columns: 2,
      resolve: { scale: { x: "shared" } },
      concat: [...Map.groupBy(byLabels, ({ k }) => k)].sort(([a], [b]) => a - b).map(([k, own]) =>
        panel(k, own)
      ),
    },
  };
}

function panel(k: number, choices: readonly Choice[]) {
  const values = choices.flatMap((own) => [
    point(own, own.chosen, WAYS[0].name),
    ...(own.advised === undefined ? [] : [point(own, own.advised, WAYS[1].name)]),
  ]);
  return {
    title: {
      text: `k = ${k}`,
      fontSize: 12,
      anchor: "middle" as const,
      frame: "group" as const,
    },
    width: 300,
    height: { step: 14 },
    data: { values },
    encoding: {
      y: {
        field: "task",
        type: "nominal" as const,
        title: null,
        sort: choices.map(taskTitle),
        scale: { paddingInner: 0.3 },
        axis: { grid: true, ticks: false, domain: false, labelPadding: 8 },
      },
      yOffset: { field: "way", type: "nominal" as const, sort: DOMAIN },
      x: {
        field: "times",
        type: "quantitative" as const,
        title: "time, multiple of the fastest one's",
        scale: { type: "log" as const, nice: false, padding: 10 },
        axis: { values: [0.5, 0.8, 1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100], format: "~g" },
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
            { field: "dataset", title: "dataset" },
            { field: "k", title: "k" },
            { field: "way", title: "way" },
            { field: "decoder", title: "decoder" },
            { field: "fastest", title: "fastest" },
            { field: "timesText", title: "time, × fastest [95%]" },
            { field: "micros", title: "µs a sentence" },
            { field: "counted", title: "timed" },
          ],
        },
      },
    ],
  };
}

function point(own: Choice, { decoder, sentenceMs, excess }: Contender, way: string) {
  const { median, low, high } = excess;
  return {
    task: taskTitle(own),
    dataset: own.dataset,
    k: own.k,
    way,
    decoder,
    fastest: own.fastest.decoder,
    times: significant(median),
    // Without an interval the rule has no length.
    low: significant(low ?? median),
    high: significant(high ?? median),
    timesText: `${formatRatio(median)}× ${formatInterval(excess)}`.trim(),
    micros: formatNumber(1000 * sentenceMs),
    counted: `${formatCount(own.sentences)} sentences`,
  };
}

function taskTitle({ dataset, labels }: Choice): string {
  return `${dataset} (L = ${formatCount(labels)})`;
}
