/**
 * The page of the study of labels that are known in part.
 *
 * @module
 */

import { SCHEMA } from "../picture.ts";
import { numberIn, textIn } from "../numbers/fields.ts";
import { formatCount, formatShare } from "../numbers/format.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import type { Cell } from "../columns.ts";
import { joined, type StudyPage } from "./_parts.ts";
import partial_labelsCells from "./_partial_labels_cells.ts";
import type { StudyChart, StudyTable } from "./contract.ts";
import { significant } from "./_training_rows.ts";

/** What is trained on, with hue and shape, of Tol's "vibrant" scheme. */
const WAYS = [
  { way: "partial", name: "all sentences, labels in part", color: "#0077bb", shape: "circle" },
  { way: "fewer", name: "fewer sentences, as many labels", color: "#ee7733", shape: "diamond" },
  { way: "complete", name: "sentences left with all labels", color: "#cc3311", shape: "square" },
] as const;

/** The page “Labels known in part”. */
const page: StudyPage = {
  name: "partial_labels",
  title: "Labels known in part",
  order: 90,
  introduction: [
    "A CRF needs no label at every token. Its loss for a sentence that is labelled in part is log Z " +
    "less the log-partition of the paths that have the known labels, and the gradient holds the " +
    "expected counts of those paths where that of full labels counts the right one. Here labels of a " +
    "share of the training tokens are removed, drawn one by one, and accuracy is measured on the " +
    "whole test part.",
    "Beside it stand two ways without that loss. Who drops each sentence that lacks a label keeps " +
    "only the shortest ones. Who could choose would label fewer sentences and those whole: the first " +
    "ones, with as many labels as are left in the other case. L-BFGS with ℓ2 = 1, which nobody chose " +
    "for any of the three. Features and label pairs have a weight only where known labels show them, " +
    "and a pair shows only where two neighbours are known: with a few scattered labels most " +
    "transitions have none. Intervals are percentiles of a bootstrap over the test sentences; they " +
    "do not hold what another draw of the removed labels would change.",
  ],
  charts: (lines) => [accuracyChart(lines)].filter((chart) => chart !== undefined),
  tables: (lines) => [accuracyTable(lines)],
};

export default joined(page, partial_labelsCells);

/** A line as it counts for a way: where no label is removed all ways are the same. */
function ofWay(lines: readonly StudyRow[], way: string): StudyRow[] {
  return lines.filter((line) =>
    (textIn(line, "way") === way || numberIn(line, "removed") === 0) &&
    numberIn(line, "sentences") > 0
  );
}

function accuracyTable(lines: readonly StudyRow[]): StudyTable {
  const cells = Map.groupBy(
    lines,
    (line) => JSON.stringify([textIn(line, "dataset"), numberIn(line, "removed")]),
  );
  return {
    name: "partial-labels",
    title: "Accuracy by share of the labels removed",
    note:
      "Training sentences and labels left in them; share of the test tokens that are right, with " +
      "the 95% interval; in the other ways with the number of training sentences in parentheses.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        ...["removed", "sentences", "labels left", ...WAYS.map(({ name }) => name)]
          .map((name) => ({ name, align: "right" as const })),
      ],
      rows: [...cells.values()].map((own) => {
        const first = own.find((line) => textIn(line, "way") === "partial") ?? own[0]!;
        return [
          { text: textIn(first, "dataset") },
          {
            text: formatShare(numberIn(first, "removed")),
            value: numberIn(first, "removed"),
          },
          count(numberIn(first, "sentences")),
          count(numberIn(first, "known")),
          ...WAYS.map(({ way }): Cell => {
            const [line] = ofWay(own, way);
            if (line === undefined) return { text: "no sentence left", tone: "muted" };
            const sentences = formatCount(numberIn(line, "sentences"));
            const text = way === "partial"
              ? accuracyOf(line)
              : `${accuracyOf(line)} (${sentences})`;
            return { text, value: numberIn(line, "accuracy") };
          }),
        ];
      }),
    },
  };
}

function accuracyChart(lines: readonly StudyRow[]): StudyChart | undefined {
  const values = WAYS.flatMap(({ way, name }) =>
    ofWay(lines, way).map((line) => ({
      dataset: textIn(line, "dataset"),
      way: name,
      removed: numberIn(line, "removed"),
      accuracy: significant(numberIn(line, "accuracy")),
      low: significant(numberIn(line, "low")),
      high: significant(numberIn(line, "high")),
      text: accuracyOf(line),
      counted: `${formatCount(numberIn(line, "known"))} labels, ` +
        `${formatCount(numberIn(line, "sentences"))} sentences`,
    }))
  );
  if (values.length === 0) return undefined;
  const title = "Accuracy with labels known in part";
  const domain = WAYS.map(({ name }) => name);
  const channel = {
    field: "way",
    type: "nominal" as const,
    legend: { title: null, orient: "bottom" as const, columns: 1, labelLimit: 300 },
  };
  const color = { ...channel, scale: { domain, range: WAYS.map(({ color }) => color) } };
  const x = {
    field: "removed",
    type: "quantitative" as const,
    title: "share of the training tokens without a label",
    axis: { format: ".0%", values: [...new Set(values.map(({ removed }) => removed))] },
  };
  const y = {
    field: "accuracy",
    type: "quantitative" as const,
    title: "test tokens right",
    axis: { format: ".0%" },
    scale: { domain: [0, 1] },
  };
  return {
    name: "partial-labels",
    title,
    description:
      "Share of the test tokens that are right, by the share of the training tokens whose " +
      "label is removed, a line for each way to train on the rest. Bars are 95% intervals.",
    spec: {
      $schema: SCHEMA,
      title: { text: title, subtitle: "a CRF with features; test part" },
      data: { values },
      facet: { field: "dataset", type: "nominal", title: null },
      columns: 2,
      spec: {
        width: 420,
        height: 260,
        layer: [
          { mark: { type: "line" }, encoding: { x, y, color } },
          {
            mark: { type: "rule" },
            encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
          },
          {
            mark: { type: "point" },
            encoding: {
              x,
              y,
              color,
              shape: { ...channel, scale: { domain, range: WAYS.map(({ shape }) => shape) } },
              tooltip: [
                { field: "way", title: "trained on" },
                { field: "removed", title: "removed", format: ".0%" },
                { field: "text", title: "right" },
                { field: "counted", title: "of" },
              ],
            },
          },
        ],
      },
    },
  };
}

/** "81.2% [80.5%, 82.0%]" */
function accuracyOf(line: StudyRow): string {
  const [value, low, high] = ["accuracy", "low", "high"].map((name) =>
    formatShare(numberIn(line, name))
  );
  return `${value} [${low}, ${high}]`;
}

function count(value: number): Cell {
  return { text: formatCount(value), value };
}
