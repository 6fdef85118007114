/**
 * Time by the size of the forest.
 *
 * @module
 */

import { decoderEncoding } from "../drawing/encoding.ts";
import { SCHEMA } from "../picture.ts";
import { logAxis } from "../drawing/log_axis.ts";
import type { RunData } from "../numbers/run_data.ts";
import type { Chart } from "./contract.ts";

/** The chart “Time by chart size”. */
const speedByChartSize: Chart = {
  problem: "parsing",
  name: "speed-by-chart-size",
  title: "Time by chart size",
  order: 30,
  description: "Milliseconds for one sentence by the edges of its forest, all charts that were " +
    "tried included in the time: a point a sentence and decoder, the median of three passes after " +
    "all rounds. Decoders with their defaults.",
  needs: "sentences timed one by one",
  spec,
};
export default speedByChartSize;

function spec({ summary, cells, sentences }: RunData) {
  const values = sentences.flatMap(({ row, elapsedMs }) => {
    const cell = cells.find((own) => own.row === row);
    // Sentences are timed in the order in which answers are told.
    return elapsedMs.flatMap((ms, i) => {
      const edges = cell?.answers[i]?.edges ?? 0;
      return edges === 0 || ms <= 0 ? [] : [{
        ...{ dataset: row.dataset, decoder: row.decoder, edges, ms },
        words: cell!.answers[i]!.words,
      }];
    });
  });
  if (values.length === 0) return undefined;
  const datasets = [...new Set(values.map(({ dataset }) => dataset))];
  const drawn = new Set(values.map(({ decoder }) => decoder));
  const rows = cells.map(({ row }) => row).filter(({ decoder }) => drawn.has(decoder));
  const { color } = decoderEncoding(summary, rows);
  return {
    $schema: SCHEMA,
    title: { text: speedByChartSize.title, subtitle: ["a point a sentence and decoder"] },
    data: { values },
    columns: 2,
    spacing: { row: 28, column: 24 },
    resolve: { scale: { color: "shared" as const } },
    concat: datasets.map((dataset) => ({
      title: {
        text: dataset,
        fontSize: 12,
        fontWeight: "normal" as const,
        anchor: "middle" as const,
      },
      transform: [{ filter: { field: "dataset", equal: dataset } }],
      width: 300,
      height: 220,
      mark: { type: "point" as const, size: 18, filled: true, opacity: 0.7 },
      encoding: {
        x: { ...logAxis("edges", values.map(({ edges }) => edges)), title: "edges of the forest" },
        y: { ...logAxis("ms", values.map(({ ms }) => ms)), title: "milliseconds" },
        color,
        tooltip: ["decoder", "words", "edges", "ms"].map((field) => ({ field })),
      },
    })),
  };
}
