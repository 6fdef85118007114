/**
 * The tail of the times of single sentences: a panel per dataset, a line per decoder.
 *
 * @module
 */

import { type DecoderChannel, decoderEncoding } from "../drawing/encoding.ts";
import { logAxis } from "../drawing/log_axis.ts";
import { panelFrame } from "./_panels.ts";
import { nearestRank, sentenceFrame, sentencePanels, SENTENCES_NOTE } from "./_sentence_panels.ts";
import type { Chart, Spec } from "./contract.ts";
import { formatCount, formatNumber, formatRatio } from "../numbers/format.ts";
import { orderDecoders } from "../numbers/order.ts";
import type { SentenceSeries } from "../numbers/sentence_series.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The percentiles that are drawn, with their marks. */
const PERCENTILES = [
  { name: "median", q: 0.5, shape: "circle" },
  { name: "95th percentile", q: 0.95, shape: "diamond" },
  { name: "99th percentile", q: 0.99, shape: "triangle-right" },
] as const;

/** The chart “Tail latency”. */
const tailLatency: Chart = {
  name: "tail-latency",
  title: "Tail latency",
  order: 34,
  description: "Milliseconds for one sentence at k = 1: median, 95th and 99th percentile, and a " +
    "thin line to the slowest sentence. An exact decoder can be fast on nearly all sentences and " +
    "slow on one: whoever answers requests waits for the right end. " + SENTENCES_NOTE,
  needs: "sentences timed one by one: real tasks at k = 1",
  spec,
};

export default tailLatency;

function spec({ summary, sentences }: RunData): Spec | undefined {
  const panels = sentencePanels(sentences);
  if (panels.length === 0) return undefined;
  const cells = panels.flatMap(({ series }) => series.map(({ row }) => row));
  const { color } = decoderEncoding(summary, cells);
  const decoders = orderDecoders(cells);
  const drawn = panels.map(({ title, series }) => ({ title, values: series.flatMap(tail) }));
  return {
    ...sentenceFrame(tailLatency.title, panels, drawn.flatMap(({ values }) => values)),
    resolve: { scale: { color: "shared", shape: "shared" } },
    concat: drawn.map(({ title, values }) =>
      panel(title, values, decoders, { ...color, legend: null })
    ),
  };
}

function panel(
  title: string,
  values: readonly TailDatum[],
  decoders: readonly string[],
  color: DecoderChannel<string>,
) {
  return {
    ...panelFrame(title, values[0]!.dataset),
    width: 280,
    height: { step: 24 },
    encoding: {
      y: {
        field: "decoder",
        type: "nominal" as const,
        title: null,
        sort: [...decoders],
        axis: { grid: true, ticks: false, domain: false, labelPadding: 8 },
      },
      x: {
        ...logAxis("ms", values.flatMap(({ ms, slowest }) => [ms, slowest ?? ms])),
        title: "milliseconds a sentence",
      },
      color,
    },
    layer: [
      {
        mark: { type: "rule" as const, strokeWidth: 1, opacity: 0.6 },
        transform: [{ filter: "isValid(datum.slowest)" }],
        encoding: { x2: { field: "slowest" } },
      },
      {
        mark: { type: "point" as const },
        encoding: {
          shape: {
            field: "percentile",
            type: "nominal" as const,
            scale: {
              domain: PERCENTILES.map(({ name }) => name),
              range: PERCENTILES.map(({ shape }) => shape),
            },
            legend: { title: null, orient: "bottom" as const, symbolFillColor: "#7d7d7d" },
          },
          tooltip: [
            { field: "decoder", title: "decoder" },
            { field: "dataset", title: "dataset" },
            { field: "k", title: "k" },
            { field: "percentile", title: "of the sentences" },
            { field: "msText", title: "ms" },
            { field: "times", title: "× median" },
            { field: "most", title: "ms, slowest sentence" },
            { field: "count", title: "sentences" },
          ],
        },
      },
    ],
  };
}

type TailDatum = ReturnType<typeof tail>[number];

function tail({ row, elapsedMs }: SentenceSeries) {
  const times = elapsedMs.toSorted((a, b) => a - b);
  const [median, slowest] = [nearestRank(times, 0.5), times.at(-1)!];
  return PERCENTILES.map(({ name, q }) => {
    const ms = nearestRank(times, q);
    return {
      dataset: row.dataset,
      decoder: row.decoder,
      k: row.k,
      percentile: name,
      ms,
      slowest: q === 0.5 ? slowest : undefined,
      msText: formatNumber(ms),
      times: `${formatRatio(ms / median)}×`,
      most: formatNumber(slowest),
      count: formatCount(times.length),
    };
  });
}
