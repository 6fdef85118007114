/**
 * Charts with a panel a dataset and the iterations from left to right.
 *
 * @module
 */

import { decoderEncoding } from "../drawing/encoding.ts";
import { SCHEMA } from "../picture.ts";
import type { Spec } from "./contract.ts";
import { byDataset, type ParsedCell } from "../numbers/parsed_cells.ts";
import type { RunData } from "../numbers/run_data.ts";

/** What is drawn of one decoder after one iteration. */
export interface IterationDatum extends Readonly<Record<string, string | number>> {
  readonly decoder: string;
  readonly iteration: number;
  readonly value: number;
  /** Several lines of a decoder have one each. */
  readonly line: string;
}

/** What tells such charts apart. */
export interface IterationChart {
  readonly title: string;
  readonly axis: string;
  /** A linear axis from 0 to 1, or one that is logarithmic but for small values. */
  readonly scale: "share" | "gap";
  data(cell: ParsedCell, ofDataset: readonly ParsedCell[]): IterationDatum[];
}

/** The values from which on an axis of gaps is logarithmic. */
const LINEAR = 0.01;

/** Every iteration up to here is drawn, then fewer and fewer. */
const EACH = 30;

/** Whether an iteration is drawn. */
function isDrawn({ iteration }: IterationDatum): boolean {
  const step = Math.max(1, Math.floor(iteration / EACH));
  return iteration <= EACH || iteration % (step * 3) === 0;
}

/**
 * Of the variants of each decoder the one that iterates longest: others stop on the same way. What
 * chooses derivations by another rule than their score, or by right analyses, is left out.
 */
function longest(cells: readonly ParsedCell[]): ParsedCell[] {
  const byScore = cells.filter(({ row }) =>
    !/rule=risk/.test(row.decoder) && row.decoder_base !== "oracle"
  );
  const last = ({ traces }: ParsedCell) =>
    Math.max(0, ...[...traces.values()].map((lines) => lines.at(-1)!.iteration));
  return [...Map.groupBy(byScore, ({ row }) => row.decoder_base).values()]
    .map((own) => own.reduce((best, cell) => last(cell) > last(best) ? cell : best));
}

/** Draws the lines of all decoders with more than one iteration; undefined if there is none. */
export function iterationPanels(
  { summary, cells }: RunData,
  { title, axis, scale, data }: IterationChart,
): Spec | undefined {
  const panels = byDataset(cells).map((own) => ({
    dataset: own[0]!.row.dataset,
    values: longest(own).flatMap((cell) => data(cell, own)).filter(isDrawn),
  })).filter(({ values }) => values.some(({ iteration }) => iteration > 1));
  if (panels.length === 0) return undefined;
  const drawn = new Set(panels.flatMap(({ values }) => values.map(({ decoder }) => decoder)));
  const rows = cells.map(({ row }) => row).filter(({ decoder }) => drawn.has(decoder));
  const { color } = decoderEncoding(summary, rows);
  return {
    $schema: SCHEMA,
    title: { text: title, subtitle: ["means over the sentences that have a parse, not timed"] },
    data: {
      values: panels.flatMap(({ dataset, values }) => values.map((one) => ({ dataset, ...one }))),
    },
    columns: 2,
    spacing: { row: 28, column: 24 },
    resolve: { scale: { color: "shared" } },
    concat: panels.map(({ dataset }) => ({
      title: { text: dataset, fontSize: 12, fontWeight: "normal", anchor: "middle" },
      transform: [{ filter: { field: "dataset", equal: dataset } }],
      width: 300,
      height: 200,
      mark: { type: "line", point: { size: 16 }, strokeWidth: 1.5 },
      encoding: {
        x: {
          field: "iteration",
          type: "quantitative",
          scale: { type: "log", nice: false },
          axis: { format: "~g", values: [1, 2, 5, 10, 25, 50, 100, 1000] },
        },
        y: {
          field: "value",
          type: "quantitative",
          title: axis,
          scale: scale === "share"
            ? { domain: [0, 1] }
            : { type: "symlog", constant: LINEAR, nice: false },
          ...(scale === "share" ? { axis: { format: "%" } } : {}),
        },
        color,
        strokeDash: {
          field: "line",
          type: "nominal",
          legend: scale === "share" ? null : { title: null },
        },
        detail: { field: "decoder" },
        tooltip: ["decoder", "iteration", "line", "value"].map((field) => ({ field })),
      },
    })),
  };
}
