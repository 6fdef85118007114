/**
 * Tables with a row per dataset and a column per decoder.
 *
 * @module
 */

import { formatCount } from "../numbers/format.ts";
import { orderDecoders } from "../numbers/order.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { generalCells, generalKs } from "../numbers/sweep.ts";
import type { Cell, TableContent } from "./content.ts";

/** How a cell that was not measured is written. */
export const NOT_OK: Readonly<Record<string, Cell>> = {
  timeout: { text: "timeout", tone: "bad" },
  error: { text: "error", tone: "bad" },
  skipped: { text: "skipped", tone: "muted" },
};

/** What a table of this shape says in its cells. */
export interface MatrixOptions {
  /** Writes a cell with status ok. */
  readonly cell: (row: SummaryRow) => Cell;
  /** Shows the control as the last column. */
  readonly control?: boolean;
  /** A decoder without a column; it can still be the best. */
  readonly hidden?: string;
  /** Which cells are shown beside those of the general datasets. */
  readonly also?: (row: SummaryRow) => boolean;
  /** Marks the best value of a line among the cells with right answers. */
  readonly best?: "largest" | "smallest";
}

/**
 * Lays out a summary as k, dataset, labels and one column per decoder. The control never counts
 * as the best: it is the baseline once more. The datasets of sweeps have tables of their own; of
 * many values of k only some are shown.
 */
export function matrix(summary: readonly SummaryRow[], options: MatrixOptions): TableContent {
  const ks = generalKs(summary.map(({ k }) => k));
  const general = new Set(generalCells(summary).filter(({ k }) => ks.includes(k)));
  const shown = summary.filter((row) =>
    (options.control || row.role !== "control") && (general.has(row) || options.also?.(row))
  );
  const decoders = orderDecoders(shown).filter((decoder) => decoder !== options.hidden);
  const lines = Map.groupBy(shown, (row) => JSON.stringify([row.k, row.dataset]));
  const rows = [...lines.values()].sort((a, b) => a[0]!.k - b[0]!.k).map((line) => {
    const { k, dataset, labels } = line[0]!;
    const byDecoder = new Map(line.map((row) => [row.decoder, row]));
    const best = bestValue(line, options);
    return [
      { text: String(k), value: k },
      { text: dataset },
      { text: formatCount(labels), value: labels },
      ...decoders.map((decoder): Cell => {
        const row = byDecoder.get(decoder);
        if (row === undefined) return { text: "" };
        const cell = NOT_OK[row.status] ?? options.cell(row);
        return best !== undefined && competes(row) && cell.value === best
          ? { ...cell, tone: "good" }
          : cell;
      }),
    ];
  });
  return {
    columns: [
      { name: "k", align: "right" },
      { name: "dataset", align: "left" },
      { name: "labels", align: "right" },
      ...decoders.map((name) => ({ name, align: "right" as const })),
    ],
    rows,
  };
}

/** Undefined if there is nothing to choose between. */
function bestValue(line: readonly SummaryRow[], options: MatrixOptions): number | undefined {
  if (options.best === undefined) return undefined;
  const values = line.filter(competes).flatMap((row) => options.cell(row).value ?? []);
  if (new Set(values).size < 2) return undefined;
  return options.best === "largest" ? Math.max(...values) : Math.min(...values);
}

function competes(row: SummaryRow): boolean {
  return row.status === "ok" && row.verdict === "correct" && row.role !== "control";
}
