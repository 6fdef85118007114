/**
 * Tables with a row per decoder and a column per dataset.
 *
 * @module
 */

import { orderDecoders } from "../numbers/order.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { generalCells, generalKs } from "../numbers/sweep.ts";
import type { Cell, TableContent } from "../columns.ts";

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
  /** Shows the control as the last line. */
  readonly control?: boolean;
  /** A decoder without a line; it can still be the best. */
  readonly hidden?: string;
  /** Which cells are shown beside those of the general datasets. */
  readonly also?: (row: SummaryRow) => boolean;
  /** The best of the cells with right answers on one dataset, which is marked. */
  readonly best?: (cells: readonly SummaryRow[]) => SummaryRow | undefined;
}

/**
 * Lays out a summary as k, decoder and one column per dataset, real ones first. The control never
 * counts as the best: it is the baseline once more. The datasets of sweeps have tables of their
 * own; of many values of k only some are shown.
 */
export function matrix(summary: readonly SummaryRow[], options: MatrixOptions): TableContent {
  const ks = generalKs(summary.map(({ k }) => k));
  const general = new Set(generalCells(summary).filter(({ k }) => ks.includes(k)));
  const shown = summary.filter((row) =>
    (options.control || row.role !== "control") && (general.has(row) || options.also?.(row))
  );
  const datasets = datasetsOf(shown);
  const decoders = orderDecoders(shown).filter((decoder) => decoder !== options.hidden);
  return {
    columns: [
      { name: "k", align: "right" },
      { name: "decoder", align: "left" },
      ...datasets.map((name) => ({ name, align: "right" as const })),
    ],
    rows: [...new Set(shown.map(({ k }) => k))].sort((a, b) => a - b).flatMap((k) => {
      const cells = shown.filter((row) => row.k === k);
      const best = bestOf(cells, options);
      return decoders.map((decoder) => cells.filter((row) => row.decoder === decoder))
        .filter((line) => line.length > 0)
        .map((line) => [
          { text: String(k), value: k },
          { text: line[0]!.decoder },
          ...datasets.map((name): Cell => {
            const row = line.find(({ dataset }) => dataset === name);
            if (row === undefined) return { text: "" };
            const cell = NOT_OK[row.status] ?? options.cell(row);
            return best.has(row) ? { ...cell, tone: "good" } : cell;
          }),
        ]);
    }),
  };
}

/** Real ones first, each once. */
function datasetsOf(cells: readonly SummaryRow[]): string[] {
  const isReal = ({ family }: SummaryRow): boolean => family === "real";
  const ordered = [...cells.filter(isReal), ...cells.filter((row) => !isReal(row))];
  return [...new Set(ordered.map(({ dataset }) => dataset))];
}

/** The best cells; none where there is nothing to choose between. */
function bestOf(cells: readonly SummaryRow[], { best }: MatrixOptions): Set<SummaryRow> {
  const races = Map.groupBy(cells.filter(competes), ({ dataset }) => dataset);
  return new Set(
    [...races.values()].flatMap((race) => (race.length > 1 ? best?.(race) : undefined) ?? []),
  );
}

function competes(row: SummaryRow): boolean {
  return row.status === "ok" && row.verdict === "correct" && row.role !== "control";
}
