/**
 * How the charts of the study of confidence are drawn.
 *
 * @module
 */

import { SCHEMA } from "../picture.ts";
import { FOUND, MASS, PLAIN, type Point, SCALED } from "./_confidence_rows.ts";
import type { StudyChart } from "./contract.ts";

/** Hues and shapes of the learners, of Tol's "vibrant" scheme. */
const LOOKS: Readonly<Record<string, { color: string; shape: string }>> = {
  "CRF": { color: "#0077bb", shape: "circle" },
  "BiLSTM-CRF": { color: "#009988", shape: "square" },
  [SCALED]: { color: "#ee7733", shape: "diamond" },
  [PLAIN]: { color: "#cc3311", shape: "triangle-right" },
};
const WIDTH = 250;
const HEIGHT = 220;

/** How panels are drawn. */
export interface Look {
  readonly name: string;
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly x: string;
  readonly y: string;
  readonly xScale: Readonly<Record<string, unknown>>;
  readonly format: string;
  /** What is dashed: where confidence is as it should be, or the second line of a learner. */
  readonly dashed?: "diagonal" | "found";
}

/** A panel for each task, lines for each learner; undefined without points. */
export function panels(values: readonly Point[], look: Look): StudyChart | undefined {
  if (values.length === 0) return undefined;
  const { name, title, subtitle, description } = look;
  const levels = [...new Set(values.map(({ level }) => level))];
  const learners = Object.keys(LOOKS).filter((name) =>
    values.some(({ learner }) => learner === name)
  );
  const x = {
    field: "level",
    type: "quantitative" as const,
    title: look.x,
    scale: look.xScale,
    axis: { format: look.format, ...(levels.length <= 10 ? { values: levels } : {}) },
  };
  const y = {
    field: "value",
    type: "quantitative" as const,
    title: look.y,
    ...(look.dashed === undefined ? {} : { scale: { domain: [0, 1] } }),
    axis: { format: "~p" },
  };
  const learner = {
    field: "learner",
    type: "nominal" as const,
    legend: { title: null, orient: "bottom" as const, labelLimit: 0 },
  };
  const scaleOf = (part: "color" | "shape") => ({
    domain: learners,
    range: learners.map((name) => LOOKS[name]![part]),
  });
  const color = { ...learner, scale: scaleOf("color") };
  const dash = {
    field: "what",
    type: "nominal" as const,
    scale: { domain: [MASS, FOUND], range: [[1, 0], [4, 3]] },
    legend: null,
  };
  const tooltip = [
    { field: "task", title: "task" },
    { field: "learner", title: "learner" },
    ...(look.dashed === "found" ? [{ field: "what", title: "what" }] : []),
    { field: "level", title: look.x },
    { field: "text", title: look.y },
    { field: "count", title: "counted" },
  ];
  const diagonal = {
    mark: { type: "line" as const, strokeDash: [4, 3], strokeWidth: 1, color: "#7d7d7d" },
    data: { values: [{ level: 0, value: 0 }, { level: 1, value: 1 }] },
    encoding: { x, y },
  };
  return {
    name,
    title,
    description,
    spec: {
      $schema: SCHEMA,
      title: { text: title, subtitle },
      data: { values: [...values] },
      facet: { field: "task", type: "nominal", title: null, sort: [] },
      columns: 2,
      spec: {
        width: WIDTH,
        height: HEIGHT,
        layer: [
          ...(look.dashed === "diagonal" ? [diagonal] : []),
          {
            transform: [{ filter: "isValid(datum.low)" }],
            mark: { type: "rule", strokeWidth: 1, opacity: 0.6 },
            encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
          },
          {
            mark: { type: "line", strokeWidth: 1.5 },
            encoding: { x, y, color, ...(look.dashed === "found" ? { strokeDash: dash } : {}) },
          },
          {
            mark: { type: "point", size: 30 },
            encoding: { x, y, color, shape: { ...learner, scale: scaleOf("shape") }, tooltip },
          },
        ],
      },
    },
  };
}
