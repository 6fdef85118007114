/**
 * The charts of the study of kept labels.
 *
 * @module
 */

import { logTicks, SCHEMA } from "../drawing/encoding.ts";
import { formatCount, formatNumber, formatShare } from "../numbers/format.ts";
import type { StudyChart } from "./contract.ts";
import { byStrength, type KeptLabels, ofRealTasks, PERCENTILES } from "./_kept_rows.ts";

/** Hues of the percentiles, of Tol's "vibrant" scheme, and the shapes of their points. */
const LOOKS = {
  color: {
    field: "percentile",
    type: "nominal",
    scale: {
      domain: PERCENTILES.map(({ name }) => name),
      range: ["#0077bb", "#ee7733", "#cc3311"],
    },
    legend: { title: null, orient: "bottom" },
  },
  shape: {
    field: "percentile",
    type: "nominal",
    scale: {
      domain: PERCENTILES.map(({ name }) => name),
      range: ["circle", "diamond", "triangle-right"],
    },
    legend: { title: null, orient: "bottom" },
  },
} as const;

const TOOLTIP = [
  { field: "dataset", title: "dataset" },
  { field: "labels", title: "labels", format: "," },
  { field: "percentile", title: "of the positions" },
  { field: "kept", title: "labels kept", format: "," },
  { field: "meanText", title: "mean" },
  { field: "most", title: "most", format: "," },
  { field: "singleText", title: "a single label" },
  { field: "counted", title: "counted" },
];

/** Percentiles of each real task; undefined if there is none. */
export function taskChart(datasets: readonly KeptLabels[]): StudyChart | undefined {
  const tasks = ofRealTasks(datasets).sort((a, b) => a.labels - b.labels);
  if (tasks.length === 0) return undefined;
  const values = tasks.flatMap(points);
  const title = "Labels kept a position";
  return {
    name: "kept-labels",
    title,
    description:
      "Labels that forward dominance keeps at a position, of all that the task has: the " +
      "median, the 90th and the 99th percentile of the positions, and a thin line to the most.",
    spec: {
      $schema: SCHEMA,
      title: {
        text: title,
        subtitle: "forward dominance, all positions but the last of a sentence",
      },
      width: 520,
      height: { step: 30 },
      data: { values },
      encoding: {
        y: {
          field: "title",
          type: "nominal",
          title: null,
          sort: tasks.map(taskTitle),
          axis: { grid: true, ticks: false, domain: false, labelPadding: 8 },
        },
        x: {
          field: "kept",
          type: "quantitative",
          title: "labels kept",
          scale: { type: "log", nice: false, padding: 10 },
          axis: {
            values: logTicks(values.flatMap(({ kept, most }) => [kept, most])),
            format: "~s",
          },
        },
      },
      layer: [
        {
          mark: { type: "rule", strokeWidth: 1, color: "#7d7d7d" },
          transform: [{ filter: `datum.percentile === '${PERCENTILES.at(-1)!.name}'` }],
          encoding: { x2: { field: "most" } },
        },
        { mark: { type: "point" }, encoding: { ...LOOKS, tooltip: TOOLTIP } },
      ],
    },
  };
}

/** Percentiles by the strength of the transitions; undefined if no family has two strengths. */
export function strengthChart(datasets: readonly KeptLabels[]): StudyChart | undefined {
  const families = byStrength(datasets).filter((family) => family.length > 1);
  if (families.length === 0) return undefined;
  const title = "Where the bound loosens";
  const values = families.flatMap((family) =>
    family.flatMap((own) => points(own).map((point) => ({ ...point, dial: own.dial })))
  );
  const y = {
    field: "kept",
    type: "quantitative",
    title: "labels kept",
    scale: { type: "log", nice: false, padding: 10 },
    axis: { values: logTicks(values.map(({ kept }) => kept)), format: "~s" },
  } as const;
  return {
    name: "kept-labels-by-strength",
    title,
    description:
      "Labels that forward dominance keeps at a position by the strength of the transitions, a " +
      "panel for each synthetic family. What other decoders evaluate then is in the chart “Work by " +
      "strength of transitions” of the sweeps.",
    spec: {
      $schema: SCHEMA,
      title: { text: title, subtitle: "labels kept by forward dominance, of all L" },
      columns: 2,
      resolve: { scale: { y: "shared" } },
      concat: families.map((family) => ({
        title: {
          text: `${family[0]!.family} (L = ${formatCount(family[0]!.labels)})`,
          fontSize: 12,
          anchor: "middle" as const,
          frame: "group" as const,
        },
        width: 330,
        height: 240,
        data: { values: values.filter(({ family: name }) => name === family[0]!.family) },
        encoding: {
          x: {
            field: "dial",
            type: "quantitative" as const,
            title: "standard deviation of the transitions over that of the emissions",
            scale: { type: "log" as const, nice: false, padding: 14 },
            axis: { values: family.map(({ dial }) => dial), grid: false },
          },
          y,
          color: LOOKS.color,
        },
        layer: [
          { mark: { type: "line" as const } },
          {
            mark: { type: "point" as const },
            encoding: {
              shape: LOOKS.shape,
              tooltip: [{ field: "dial", title: "strength" }, ...TOOLTIP],
            },
          },
        ],
      })),
    },
  };
}

/** A point for each percentile. */
function points(own: KeptLabels) {
  return PERCENTILES.map(({ name }, index) => ({
    title: taskTitle(own),
    dataset: own.dataset,
    family: own.family,
    labels: own.labels,
    percentile: name,
    kept: own.percentiles[index]!,
    most: own.most,
    meanText: formatNumber(own.mean),
    singleText: formatShare(own.single),
    counted: `${formatCount(own.positions)} positions of ${formatCount(own.sentences)} sentences`,
  }));
}

function taskTitle({ dataset, labels }: KeptLabels): string {
  return `${dataset} (L = ${formatCount(labels)})`;
}
