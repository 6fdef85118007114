/**
 * Charts of a study by epoch.
 *
 * @module
 */

import { decoderLooks } from "../drawing/decoder_looks.ts";
import type { DecoderEncoding } from "../drawing/encoding.ts";
import { logTicks, SCHEMA } from "../picture.ts";
import type { Spec } from "../charts/contract.ts";
import { formatCount, formatShare } from "../numbers/format.ts";
import type { StudyChart } from "./contract.ts";
import {
  baseline,
  byDataset,
  datasetTitle,
  significant,
  total,
  type TrainingRow,
} from "./_training_rows.ts";

/** What a chart by epoch draws. */
export interface EpochChart extends Omit<StudyChart, "spec"> {
  /** Title of the vertical axis. */
  readonly axis: string;
  /** Format of its labels. */
  readonly format: string;
  /** The height of a row; undefined where there is nothing to draw. */
  readonly value: (row: TrainingRow, dense: TrainingRow | undefined) => number | undefined;
  /** The value for people. */
  readonly text: (value: number) => string;
}

/**
 * A panel for each dataset, with a line for each decoder; undefined if there is nothing to draw.
 */
export function epochChart(
  rows: readonly TrainingRow[],
  chart: EpochChart,
): StudyChart | undefined {
  const { name, title, description } = chart;
  const panels = byDataset(rows).flatMap(([, own]) => panel(own, rows, chart) ?? []);
  if (panels.length === 0) return undefined;
  const spec: Spec = {
    $schema: SCHEMA,
    title: { text: title, subtitle: byDataset(rows).map(sample) },
    columns: 2,
    concat: panels,
  };
  return { name, title, description, spec };
}

type Panel = Extract<Spec, { concat: unknown }>["concat"][number];

function panel(
  own: readonly TrainingRow[],
  all: readonly TrainingRow[],
  chart: EpochChart,
): Panel | undefined {
  const dense = new Map(baseline(own).map((row) => [row.epoch, row]));
  const values = own.flatMap((row) => {
    const value = chart.value(row, dense.get(row.epoch));
    return value === undefined ? [] : [{
      epoch: row.epoch,
      decoder: row.decoder,
      variant: row.decoder,
      value: significant(value),
      text: chart.text(value),
      mistakes: formatShare(row.mistakes / row.tokens),
    }];
  });
  if (values.length === 0) return undefined;
  const { color, shape, strokeDash } = decoderLooks(all) as unknown as DecoderEncoding;
  return {
    title: { text: datasetTitle(own[0]!), fontSize: 12, anchor: "middle", frame: "group" },
    width: 330,
    height: 220,
    data: { values },
    encoding: {
      x: {
        field: "epoch",
        type: "quantitative",
        title: "epoch",
        scale: { nice: false, padding: 10, zero: false },
        axis: { values: [...dense.keys()], format: "d", grid: false },
      },
      y: {
        field: "value",
        type: "quantitative",
        title: chart.axis,
        scale: { type: "log", nice: false, padding: 10 },
        axis: { values: logTicks(values.map(({ value }) => value)), format: chart.format },
      },
      color,
    },
    layer: [
      { mark: { type: "line" }, encoding: { strokeDash } },
      {
        mark: { type: "point" },
        encoding: {
          shape,
          tooltip: [
            { field: "decoder", title: "decoder" },
            { field: "epoch", title: "epoch" },
            { field: "text", title: chart.axis },
            { field: "mistakes", title: "wrong tokens" },
          ],
        },
      },
    ],
  };
}

function sample([dataset, rows]: [string, readonly TrainingRow[]]): string {
  const [first] = rows;
  const own = rows.filter(({ decoder }) => decoder === first!.decoder);
  return `${dataset}: ${formatCount(first!.sentences)} sentences, ${own.length} epochs, ` +
    `${formatCount(total(own, "timed_sentences"))} sentences timed`;
}
