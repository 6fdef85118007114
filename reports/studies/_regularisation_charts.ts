/**
 * The charts of the study of regularisation.
 *
 * @module
 */

import { decoderLooks } from "../drawing/decoder_looks.ts";
import type { DecoderEncoding } from "../drawing/encoding.ts";
import { logTicks, SCHEMA } from "../picture.ts";
import type { Spec } from "../charts/contract.ts";
import { formatCount, formatNumber, formatShare } from "../numbers/format.ts";
import type { StudyChart } from "./contract.ts";
import { normTitle, type Strength, strengthsOf } from "./_strengths.ts";
import { datasetTitle, significant, type TrainingRow } from "./_training_rows.ts";

/** Time with accuracy, and edges, of one dataset; none if it was trained with no strength but 0. */
export function strengthCharts(rows: readonly TrainingRow[]): StudyChart[] {
  const strengths = strengthsOf(rows);
  if (strengths.every(({ strength }) => strength === 0)) return [];
  const { dataset } = rows[0]!;
  const [time, edges] = [
    "Decoding time by regularisation of the transitions",
    "Edges by regularisation of the transitions",
  ];
  return [
    {
      name: `regularisation-time-${dataset}`,
      title: `${time}: ${datasetTitle(rows[0]!)}`,
      description:
        "Above: microseconds a training sentence, without preparing. Below: accuracy of " +
        "the averaged weights on the test part, the same for all decoders. Both by the strength of " +
        "the regularisation, a panel for each norm; on the left, apart, without any.",
      spec: {
        ...frame(time, rows),
        vconcat: [panels(rows, strengths, "time"), accuracyPanels(strengths)],
      },
    },
    {
      name: `regularisation-edges-${dataset}`,
      title: `${edges}: ${datasetTitle(rows[0]!)}`,
      description: "Transitions looked at for a training sentence by the strength of the " +
        "regularisation, a panel for each norm. Counts are the same on every machine.",
      spec: { ...frame(edges, rows), ...panels(rows, strengths, "edges") },
    },
  ];
}

function frame(title: string, rows: readonly TrainingRow[]): Pick<Spec, "$schema" | "title"> {
  const first = rows[0]!;
  const epochs = new Set(rows.map(({ epoch }) => epoch)).size;
  const timed = epochs * first.timed_sentences;
  return {
    $schema: SCHEMA,
    title: {
      text: title,
      subtitle: [
        datasetTitle(first),
        `${formatCount(first.sentences)} training sentences; ${formatCount(timed)} timed ` +
        `in ${epochs} epochs`,
      ],
    },
  };
}

/** A line for each decoder. */
function panels(
  rows: readonly TrainingRow[],
  strengths: readonly Strength[],
  measure: "time" | "edges",
) {
  const axis = zeroApart(strengths);
  const values = strengths.flatMap((strength) =>
    strength.decoders.map((own) => ({
      ...axis.datum(strength),
      decoder: own.decoder,
      variant: own.decoder,
      value: significant(own[measure]),
      timeText: `${formatNumber(own.time)} µs`,
      edgesText: `${formatCount(Math.round(own.edges))} (${formatShare(own.share)})`,
    }))
  );
  const { color, shape, strokeDash } = decoderLooks(rows) as unknown as DecoderEncoding;
  const y = {
    field: "value",
    type: "quantitative",
    title: measure === "time" ? "µs a sentence" : "edges a sentence",
    scale: { type: "log", nice: false, padding: 10 },
    axis: { values: logTicks(values.map(({ value }) => value)), format: "~s" },
  } as const;
  return facets(values, 300, [
    {
      mark: { type: "line" },
      // Not the field of the colour: points without a line have their group, too.
      encoding: { x: axis.x, y, color, strokeDash, detail: { field: "part", type: "nominal" } },
    },
    {
      mark: { type: "point" },
      encoding: {
        x: axis.x,
        y,
        color,
        shape,
        tooltip: [
          { field: "decoder", title: "decoder" },
          { field: "norm", title: "norm" },
          { field: "strength", title: "λ" },
          { field: "timeText", title: "time" },
          { field: "edgesText", title: "edges" },
          { field: "accuracyText", title: "accuracy" },
        ],
      },
    },
  ]);
}

function accuracyPanels(strengths: readonly Strength[]) {
  const axis = zeroApart(strengths);
  const y = {
    field: "accuracy",
    type: "quantitative",
    title: "accuracy",
    scale: { zero: false, padding: 10, nice: false },
    axis: { format: ".1%", tickCount: 5 },
  } as const;
  return facets(strengths.map(axis.datum), 110, [
    {
      mark: { type: "line", color: INK },
      encoding: { x: axis.x, y, detail: { field: "part", type: "nominal" } },
    },
    {
      mark: { type: "point", color: INK },
      encoding: {
        x: axis.x,
        y,
        tooltip: [
          { field: "norm", title: "norm" },
          { field: "strength", title: "λ" },
          { field: "accuracyText", title: "accuracy" },
        ],
      },
    },
  ]);
}

/** Contrasts with white and black paper. */
const INK = "#59636e";

type Layers = Extract<Spec, { layer: unknown }>["layer"];

function facets(values: readonly object[], height: number, layer: Layers) {
  return {
    data: { values: [...values] },
    facet: { column: { field: "norm", type: "nominal", title: null } },
    spec: { width: 330, height, layer },
  } as const;
}

/**
 * A logarithmic axis of strengths, on which 0 stands a decade before the smallest; its points are
 * in a part of their own, so that no line leads there.
 */
function zeroApart(strengths: readonly Strength[]) {
  const positive = strengths.map(({ strength }) => strength).filter((strength) => strength > 0);
  const zero = significant(Math.min(...positive) / 10);
  const ticks = [...new Set(strengths.map(({ strength }) => strength || zero))].sort((a, b) =>
    a - b
  );
  return {
    x: {
      field: "place",
      type: "quantitative",
      title: "λ, strength of the regularisation",
      scale: { type: "log", nice: false, padding: 14 },
      axis: {
        values: ticks,
        grid: false,
        labelExpr: `datum.value < ${2 * zero} ? '0' : format(datum.value, '~g')`,
      },
    } as const,
    datum: ({ norm, strength, accuracy }: Strength) => ({
      norm: normTitle(norm),
      strength,
      place: strength || zero,
      part: strength === 0 ? "without" : "with",
      accuracy: significant(accuracy),
      accuracyText: formatShare(accuracy),
    }),
  };
}
