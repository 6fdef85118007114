/**
 * The charts of the study of the CRF.
 *
 * @module
 */

import { logTicks, SCHEMA } from "../picture.ts";
import { formatCount, formatNumber, formatShare } from "../numbers/format.ts";
import type { StudyChart } from "./contract.ts";
import type { GradientTime, PenaltyTrial } from "./_crf_rows.ts";
import { normTitle } from "./_strengths.ts";
import { significant } from "./_training_rows.ts";

/** Tol's "vibrant" scheme. */
const HUES = ["#0077bb", "#ee7733", "#009988", "#cc3311", "#ee3377", "#33bbee"];
const SHAPES = ["circle", "diamond", "square", "triangle-up", "triangle-down", "cross"];

/** Hue and shape of a field with these values. */
function looks(field: string, values: readonly string[]) {
  const channel = { field, type: "nominal", legend: { title: null, orient: "bottom" } } as const;
  const domain = [...new Set(values)];
  return {
    color: { ...channel, scale: { domain, range: HUES.slice(0, domain.length) } },
    shape: { ...channel, scale: { domain, range: SHAPES.slice(0, domain.length) } },
  } as const;
}

/** A logarithmic axis of positive values. */
function logAxis(field: string, title: string, values: readonly number[]) {
  return {
    field,
    type: "quantitative",
    title,
    scale: { type: "log", nice: false, padding: 10 },
    axis: { values: logTicks(values), format: "~g" },
  } as const;
}

/** Time by labels, a line for each arithmetic; undefined if nothing was timed. */
export function gradientChart(times: readonly GradientTime[]): StudyChart | undefined {
  if (times.length === 0) return undefined;
  const title = "Objective and gradient of a CRF by labels";
  const values = times.map(({ dataset, labels, arithmetic, micros, pairShare }) => ({
    dataset,
    labels,
    arithmetic,
    micros: significant(micros),
    microsText: `${formatNumber(micros)} µs`,
    pairText: formatShare(pairShare),
  })).sort((a, b) => a.labels - b.labels);
  const { color, shape } = looks("arithmetic", times.map(({ arithmetic }) => arithmetic));
  const x = logAxis("labels", "labels", values.map(({ labels }) => labels));
  const y = logAxis("micros", "µs a token", values.map(({ micros }) => micros));
  const tooltip = [
    { field: "dataset", title: "dataset" },
    { field: "labels", title: "labels", format: "," },
    { field: "arithmetic", title: "arithmetic" },
    { field: "microsText", title: "a token" },
    { field: "pairText", title: "label pairs with a weight" },
  ];
  return {
    name: "crf-gradient",
    title,
    description: "Microseconds a token for the negative log-likelihood and its gradient in all " +
      "weights, features included, in one thread, by the way in which sums are taken.",
    spec: {
      $schema: SCHEMA,
      title: { text: title, subtitle: "features included; one thread; median of the rounds" },
      width: 460,
      height: 300,
      data: { values },
      encoding: { x, y, color },
      layer: [
        { mark: { type: "line" } },
        { mark: { type: "point" }, encoding: { shape, tooltip } },
      ],
    },
  };
}

/** Accuracy by strength, a panel for each norm; undefined if nothing was trained. */
export function accuracyChart(trials: readonly PenaltyTrial[]): StudyChart | undefined {
  if (trials.length === 0) return undefined;
  const title = "Accuracy of a CRF by penalty";
  const values = trials.map((trial) => ({
    dataset: trial.dataset,
    norm: normTitle(trial.norm),
    strength: trial.strength,
    accuracy: significant(trial.accuracy),
    accuracyText: formatShare(trial.accuracy),
    keptText: formatShare(trial.kept),
  }));
  const y = {
    field: "accuracy",
    type: "quantitative",
    title: "held-out tokens right",
    scale: { zero: false, padding: 10, nice: false },
    axis: { format: ".1%", tickCount: 6 },
  } as const;
  return {
    name: "crf-accuracy",
    title,
    description: "Share of the held-out tokens that is labelled rightly by the strength of the " +
      "penalty on all weights, a panel for each norm.",
    spec: {
      $schema: SCHEMA,
      title: { text: title, subtitle: "the last tenth of the training sentences is held out" },
      ...panels(values, looks("dataset", values.map(({ dataset }) => dataset)), y, [
        { field: "dataset", title: "dataset" },
        { field: "strength", title: "strength" },
        { field: "accuracyText", title: "accuracy" },
        { field: "keptText", title: "weights that are not 0" },
      ]),
    },
  };
}

/** Decoding time by strength for each dataset. */
export function decodingCharts(trials: readonly PenaltyTrial[]): StudyChart[] {
  return [...Map.groupBy(trials, ({ dataset }) => dataset)].map(([dataset, own]) => {
    const title = `Decoding time by penalty: ${dataset} (L = ${formatCount(own[0]!.labels)})`;
    const values = own.flatMap(({ norm, strength, micros }) =>
      [...micros].map(([decoder, time]) => ({
        norm: normTitle(norm),
        strength,
        decoder,
        micros: significant(time),
        microsText: `${formatNumber(time)} µs`,
      }))
    );
    const y = logAxis("micros", "µs a sentence", values.map(({ micros }) => micros));
    return {
      name: `crf-decoding-${dataset}`,
      title,
      description: "Microseconds to decode a held-out sentence by the strength of the penalty on " +
        "all weights, a panel for each norm; rounds are interleaved.",
      spec: {
        $schema: SCHEMA,
        title: { text: title, subtitle: "held-out sentences; median of the rounds" },
        ...panels(values, looks("decoder", values.map(({ decoder }) => decoder)), y, [
          { field: "decoder", title: "decoder" },
          { field: "strength", title: "strength" },
          { field: "microsText", title: "a sentence" },
        ]),
      },
    };
  });
}

/** Lines over the strengths, a panel for each norm. */
function panels<Y extends object>(
  values: readonly { readonly strength: number }[],
  { color, shape }: ReturnType<typeof looks>,
  y: Y,
  tooltip: { readonly field: string; readonly title: string }[],
) {
  const x = logAxis("strength", "strength", values.map(({ strength }) => strength));
  return {
    data: { values: [...values] },
    facet: { column: { field: "norm", type: "nominal" as const, title: null } },
    resolve: { scale: { x: "independent" as const } },
    spec: {
      width: 300,
      height: 240,
      encoding: { x, y, color },
      layer: [
        { mark: { type: "line" as const } },
        { mark: { type: "point" as const }, encoding: { shape, tooltip } },
      ],
    },
  };
}
