/**
 * What the pages of papers show in tables: printed numbers beside ours, as the paper has them and
 * as a list of all that is known of each, and what it claims with its verdict.
 *
 * @module
 */

import {
  formatCount,
  formatFixed,
  formatNumber,
  formatRatio,
  formatShare,
  formatSigned,
  formatTimes,
  formatTimesInterval,
} from "../numbers/format.ts";
import type { ClaimVerdict, Evidence, JudgedClaim, PaperCell } from "../papers/contract.ts";
import { distanceText, failureOdds, type PaperVerdict, powerOfLabels } from "../papers/verdict.ts";
import { type Cell, type Column, type TableContent, tableOf } from "../columns.ts";

/** How a grid writes a verdict behind the numbers; from good to bad, then what says nothing. */
const LOOKS: Readonly<Record<PaperVerdict, { mark: string; tone: Cell["tone"] }>> = {
  "within factor": { mark: "✓", tone: "good" },
  "same direction": { mark: "~", tone: undefined },
  "differs": { mark: "✗", tone: "bad" },
  "by construction": { mark: "", tone: "muted" },
  "not the paper's": { mark: "", tone: "muted" },
  "not testable here": { mark: "", tone: "muted" },
  "baseline": { mark: "", tone: "muted" },
};

/** The tones of verdicts on claims. */
const CLAIM_TONES: Readonly<Record<ClaimVerdict, Cell["tone"]>> = {
  "holds": "good",
  "holds in part": undefined,
  "fails in part": undefined,
  "does not hold": "bad",
  "not testable here": "muted",
};

const OUTCOME_TONES: Readonly<Record<Evidence["outcome"], Cell["tone"]>> = {
  for: "good",
  against: "bad",
  tie: "muted",
};

/** Explains a grid, for the page. */
export const GRID_NOTE: string =
  "In each table, published / ours: ✓ within factor, ~ same direction, ✗ differs; – not measured; " +
  "without a mark by construction, not testable here, not what the paper did, or the baseline.";

/**
 * Lays cells out by their lines and columns, both in the order in which they come, as a table has
 * them in its printed shape; a place without a number is undefined.
 */
export function paperGrid(cells: readonly PaperCell[]) {
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
  return tableOf([
    { name: lines, of: ({ name }) => name },
    ...grid.columns.map((name, at): Column<typeof grid.lines[number]> => ({
      name,
      align: "right",
      of({ cells }) {
        const cell = cells[at];
        if (cell === undefined) return "";
        const text = `${publishedText(cell)} / ${oursText(cell)} ${LOOKS[cell.verdict].mark}`;
        const hint = [cellVerdict(cell), cell.reason, cell.rows.join(" ")].filter(Boolean)
          .join("; ");
        return { ...toned(text.trim(), LOOKS[cell.verdict].tone), hint };
      },
    })),
  ], grid.lines);
}

/** A line for each cell, with where its numbers come from. */
export function cellsTable(cells: readonly PaperCell[]): TableContent {
  return tableOf<PaperCell>([
    { name: "line", of: ({ line }) => line },
    { name: "column", of: ({ column }) => column },
    { name: "published", align: "right", of: ({ published, unit }) => valueText(published, unit) },
    {
      name: "ours",
      align: "right",
      of: ({ ours: value, unit }) =>
        value === undefined ? "" : { text: formatValue(value, unit), value },
    },
    { name: "published ratio", of: ({ publishedRatio }) => publishedRatio ?? "", as: formatTimes },
    {
      name: "our ratio [interval]",
      align: "right",
      of: ({ ratio }) =>
        ratio === undefined ? "" : { text: formatTimesInterval(ratio), value: ratio.median },
    },
    { name: "verdict", of: (cell) => toned(cellVerdict(cell), LOOKS[cell.verdict].tone) },
    { name: "remark", of: ({ reason }) => reason },
    { name: "rows", of: ({ rows }) => rows.join(" ") },
    { name: "command", of: ({ command }) => command },
  ], cells);
}

/**
 * The verdict on a cell and, if it is too far away, how far: the size counts, too. Shares are as
 * far apart as the odds of a failure, which points hide; exponents and accuracies by a difference.
 *
 * @example
 * ```ts
 * import { cellVerdict } from "./paper_tables.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const share = { metric: "exact", published: "97.3", ours: 76 };
 * const text = cellVerdict({ verdict: "same direction", ...share });
 * assertEquals(text, "same direction, odds of a failure 11 times larger");
 * assertEquals(cellVerdict({ ...share, verdict: "same direction", ours: 0 }), "same direction");
 * const points = { unit: "points", published: "−0.28", ours: -0.84 };
 * assertEquals(cellVerdict({ verdict: "differs", ...points }), "differs, 0.56 points lower");
 * const exponent = { unit: "complexity", published: "TL log L", ours: 0 };
 * assertEquals(cellVerdict({ verdict: "differs", ...exponent }), "differs, 1.00 lower");
 * const count = { unit: "iterations", published: "14.4", ours: 10.3 };
 * assertEquals(cellVerdict({ verdict: "differs", ...count }), "differs, 1.4 times smaller");
 * ```
 */
export function cellVerdict(cell: Pick<PaperCell, "verdict"> & Partial<PaperCell>): string {
  const isFar = cell.verdict === "same direction" || cell.verdict === "differs";
  return [cell.verdict, isFar ? distanceOf(cell) : ""].filter(Boolean).join(", ");
}

/** How far our side of a cell is from the published one; empty where no number tells. */
function distanceOf(cell: Partial<PaperCell>): string {
  const { compared, publishedRatio, ratio, metric, unit, published = "", ours = NaN } = cell;
  if (compared === "ratio") {
    return publishedRatio && ratio ? distanceText(publishedRatio, ratio.median) : "";
  }
  const printed = Number(published.replace("−", "-"));
  const theirs = unit === "complexity" ? powerOfLabels(published) : printed;
  if (unit === "complexity" || unit === "points") {
    const size = `${Math.abs(ours - theirs).toFixed(2)}${unit === "points" ? " points" : ""}`;
    return `${size} ${ours < theirs ? "lower" : "higher"}`;
  }
  const [one, other] = metric === "exact" ? [theirs, ours].map(failureOdds) : [theirs, ours];
  // Without a failure there is no factor, and where all fail none is large enough.
  if (!(one! > 0 && other! > 0 && other! < Infinity)) return "";
  return (metric === "exact" ? "odds of a failure " : "") + distanceText(one!, other!);
}

/** The published side of a cell: its ratio, or the number itself. */
export function publishedText(cell: PaperCell): string {
  return cell.compared === "ratio" && cell.publishedRatio !== undefined
    ? formatTimes(cell.publishedRatio)
    : valueText(cell.published, cell.unit);
}

/** Our side of a cell with the mark of its sample; a dash if there is nothing to compare. */
export function oursText(cell: PaperCell): string {
  const { compared, ours, ratio, unit, sample = "" } = cell;
  const value = compared === "ratio"
    ? ratio && formatTimes(ratio.median)
    : ours !== undefined
    ? formatValue(ours, unit)
    : undefined;
  return value === undefined ? "–" : value + sample;
}

/** Writes one of our numbers in the unit of the published one. */
export function formatValue(value: number, unit: string): string {
  if (unit === "percent") return formatShare(value / 100);
  if (unit === "points") return formatSigned(value);
  if (unit === "iterations" || unit === "complexity") {
    return value < 0.095 ? formatFixed(value, 2) : formatRatio(value);
  }
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value);
}

/** A published value as printed, with its sign and with thousands separated. */
function valueText(printed: string, unit: string): string {
  if (unit === "percent") return `${printed}%`;
  return /^\d{4,}$/.test(printed) ? formatCount(Number(printed)) : printed;
}

/** How many cells have which verdict: "3 within factor, 1 differs". */
export function countVerdicts(cells: readonly PaperCell[]): string {
  return Object.keys(LOOKS).flatMap((verdict) => {
    const count = cells.filter((cell) => cell.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  }).join(", ");
}

/** What the section of claims says before its table. */
export const CLAIMS_NOTE: string =
  "Is the paper right? One line per claim: the papers' figures, those of this run, and a verdict " +
  "computed from its rows by a written rule.";

/** One line per claim: the answer to “is the paper right?”. */
export function claimsTable(claims: readonly JudgedClaim[]): TableContent {
  return tableOf([
    { name: "claim", of: ({ claim }) => ({ text: claim.statement, hint: claim.rule }) },
    { name: "verdict", of: ({ verdict }) => toned(verdict, CLAIM_TONES[verdict]) },
    { name: "published", of: ({ claim }) => claim.published() },
    { name: "ours", of: ({ ours }) => ours },
    { name: "source", of: ({ claim }) => claim.source },
  ], claims);
}

/** A line per dataset: what a verdict rests on. */
export function evidenceTable({ evidence }: JudgedClaim): TableContent {
  return tableOf<Evidence>([
    { name: "dataset", of: ({ subject }) => subject },
    { name: "published", of: ({ published }) => published },
    { name: "ours", of: ({ ours }) => ours },
    {
      name: "for the claim?",
      of: ({ votes, outcome }) =>
        votes ? toned(outcome, OUTCOME_TONES[outcome]) : toned(`no vote (${outcome})`, "muted"),
    },
  ], evidence);
}

/** How many claims of a paper have which verdict: "holds: 3, not judged: 1". */
export function countClaims(claims: readonly JudgedClaim[]): string {
  const verdicts = claims.filter(({ claim }) => !claim.isOurs)
    .map(({ evidence, verdict }) => evidence.length > 0 ? verdict : "not judged");
  return [...Object.keys(CLAIM_TONES), "not judged"].flatMap((verdict) => {
    const count = verdicts.filter((other) => other === verdict).length;
    return count === 0 ? [] : [`${verdict}: ${count}`];
  }).join(", ");
}

/** The verdict, or that there is none, and what would measure it. */
export function verdictText({ claim, verdict, evidence }: JudgedClaim): string {
  if (evidence.length > 0) return verdict;
  const command = claim.study?.command ?? "";
  return command.includes("--data") ? "not judged: needs --data" : "not judged: no rows";
}

function toned(text: string, tone: Cell["tone"]): Cell {
  return tone === undefined ? { text } : { text, tone };
}
