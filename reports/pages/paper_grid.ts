/**
 * Published tables laid out: as the paper has them, and as a list of all that is known of each
 * cell.
 *
 * @module
 */

import {
  formatCount,
  formatInterval,
  formatNumber,
  formatRatio,
  formatShare,
} from "../numbers/format.ts";
import type { PaperCell } from "../papers/contract.ts";
import type { PaperVerdict } from "../papers/contract.ts";
import type { Cell, TableContent } from "../columns.ts";

/** A table in its printed shape. */
export interface PaperGrid {
  /** Headings of the columns after the first. */
  readonly columns: readonly string[];
  /** Top to bottom; a place without a number is undefined. */
  readonly lines: readonly {
    readonly name: string;
    readonly cells: readonly (PaperCell | undefined)[];
  }[];
}

/** How a grid writes a verdict behind the numbers. */
const MARKS: Readonly<Record<PaperVerdict, string>> = {
  "within factor": "✓",
  "same direction": "~",
  "differs": "✗",
  "not testable here": "",
  "baseline": "",
};

const TONES: Readonly<Record<PaperVerdict, Cell["tone"]>> = {
  "within factor": "good",
  "same direction": undefined,
  "differs": "bad",
  "not testable here": "muted",
  "baseline": "muted",
};

/** Explains a grid, for the page. */
export const GRID_NOTE: string =
  "Published / ours: ✓ within factor, ~ same direction, ✗ differs; – not measured; without a mark " +
  "not testable here, or the baseline.";

/** Lays cells out by their lines and columns, both in the order in which they come. */
export function paperGrid(cells: readonly PaperCell[]): PaperGrid {
  const columns = [...new Set(cells.map(({ column }) => column))];
  return {
    columns,
    lines: [...Map.groupBy(cells, ({ line }) => line)].map(([name, line]) => ({
      name,
      cells: columns.map((column) => line.find((cell) => cell.column === column)),
    })),
  };
}

/** The grid as a table: published and ours in each cell. */
export function gridTable(cells: readonly PaperCell[], lines = "decoder"): TableContent {
  const grid = paperGrid(cells);
  return {
    columns: [
      { name: lines, align: "left" },
      ...grid.columns.map((name) => ({ name, align: "right" as const })),
    ],
    rows: grid.lines.map(({ name, cells }) => [
      { text: name },
      ...cells.map((cell): Cell => {
        if (cell === undefined) return { text: "" };
        const text = `${publishedText(cell)} / ${oursText(cell)} ${MARKS[cell.verdict]}`;
        const hint = [cell.verdict, cell.reason, cell.rows.join(" ")].filter(Boolean).join("; ");
        return toned({ text: text.trim(), hint }, cell.verdict);
      }),
    ]),
  };
}

/** A line for each cell, with where its numbers come from. */
export function cellsTable(cells: readonly PaperCell[]): TableContent {
  const columns = [
    "line",
    "column",
    "published",
    "ours",
    "published ratio",
    "our ratio",
    "verdict",
  ];
  const numbers = columns.slice(2, 6);
  return {
    columns: [...columns, "remark", "rows", "command"]
      .map((name) => ({ name, align: numbers.includes(name) ? "right" : "left" })),
    rows: cells.map((cell) => [
      { text: cell.line },
      { text: cell.column },
      { text: valueText(cell.published, cell.unit) },
      number(cell.ours, (value) => formatValue(value, cell.unit)),
      number(cell.publishedRatio, ratioText),
      {
        ...number(cell.ratio?.median, ratioText),
        ...(cell.ratio === undefined ? {} : { hint: formatInterval(cell.ratio) }),
      },
      toned({ text: cell.verdict }, cell.verdict),
      { text: cell.reason },
      { text: cell.rows.join(" ") },
      { text: cell.command },
    ]),
  };
}

/** The published side of a cell: its ratio, or the number itself. */
export function publishedText(cell: PaperCell): string {
  return cell.compared === "ratio" && cell.publishedRatio !== undefined
    ? ratioText(cell.publishedRatio)
    : valueText(cell.published, cell.unit);
}

/** Our side of a cell with the mark of its sample; a dash if there is nothing to compare. */
export function oursText(cell: PaperCell): string {
  const { compared, ours, ratio, unit, sample = "" } = cell;
  const value = compared === "ratio"
    ? ratio && ratioText(ratio.median)
    : ours !== undefined
    ? formatValue(ours, unit)
    : undefined;
  return value === undefined ? "–" : value + sample;
}

/** Writes one of our numbers in the unit of the published one. */
export function formatValue(value: number, unit: string): string {
  switch (unit) {
    case "percent":
      return formatShare(value / 100);
    case "points":
      return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
    case "iterations":
    case "complexity":
      // Rounding must not leave a minus before nothing.
      return value > -0.005 && value < 0.095 ? Math.abs(value).toFixed(2) : formatRatio(value);
    default:
      return Number.isInteger(value) ? formatCount(value) : formatNumber(value);
  }
}

/** Writes a ratio: 2.10×. */
export function ratioText(ratio: number): string {
  return `${formatRatio(ratio)}×`;
}

/** A published value as printed, with its sign and with thousands separated. */
function valueText(printed: string, unit: string): string {
  if (unit === "percent") return `${printed}%`;
  return /^\d{4,}$/.test(printed) ? formatCount(Number(printed)) : printed;
}

function number(value: number | undefined, format: (value: number) => string): Cell {
  return value === undefined ? { text: "" } : { text: format(value), value };
}

function toned(cell: Cell, verdict: PaperVerdict): Cell {
  const tone = TONES[verdict];
  return tone === undefined ? cell : { ...cell, tone };
}
