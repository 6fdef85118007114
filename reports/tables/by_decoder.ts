/**
 * The tables with a row per decoder and a column per dataset: verdicts, speeds, work, iterations.
 *
 * @module
 */

import { BASELINE } from "../../harness/store/key.ts";
import { type Cell, type Column, type TableContent, tableOf } from "../columns.ts";
import { formatNumber, formatPlural, formatRatio, formatShare } from "../numbers/format.ts";
import { isRight, MARKS, SAMPLE_MARK, sampleMark, verdictMark } from "../numbers/marks.ts";
import { FEW_ROUNDS } from "../numbers/statistics.ts";
import { generalCells, generalKs, orderDecoders } from "../numbers/variants.ts";
import { fastestOf } from "../numbers/speed_ratio.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { CLOCKS_NOTE, failedCell, ratioCell, speedCell } from "./_cells.ts";
import type { Table } from "./contract.ts";

const tables: readonly Table[] = [
  {
    name: "verdicts",
    title: "Verdicts",
    order: 10,
    note:
      "Every answer is scored again and compared with dense k-best Viterbi, outside the clock. " +
      "✓ right on every sentence; otherwise the share of sentences whose scores are the best, and " +
      "Δ, the mean over the sentences of the best score less the decoder's; ✗ marks a decoder that " +
      "claims to be exact and is not. The control is left out: it is Viterbi once more. Of sweeps (the " +
      "datasets with settings in braces) only wrong cells are shown.",
    build: ({ summary }) =>
      matrix(summary, { cell: verdictCell, also: (row) => row.verdict === "wrong" }),
  },
  {
    name: "speed-up",
    title: "Speed-up over Viterbi",
    order: 20,
    note: "Time of dense Viterbi divided by time of the decoder, same sentences and same k: the " +
      "median over pairs of rounds, and how far the farther end of its interval is from it. " +
      `${FEW_ROUNDS} The control is dense Viterbi once more: what it differs from 1.00× by is the error of ` +
      `measurement. ${CLOCKS_NOTE} Both are over Viterbi from the same memory. The exact decoder that ` +
      `decodes fastest on a dataset is bold, unless it is Viterbi. ${MARKS}`,
    build: ({ summary }) =>
      matrix(summary, {
        cell: ratioCell,
        control: true,
        best: (cells) => fastestOf(cells),
        hidden: BASELINE,
      }),
  },
  {
    name: "speed",
    title: "Speed",
    order: 30,
    note: "Sentences per second: the median over rounds, and how far the farther end of its " +
      `interval is from it. ${CLOCKS_NOTE} ° some rounds are outliers (they count). The exact decoder ` +
      `that decodes fastest on a dataset is bold. ${MARKS}`,
    build: ({ summary }) => matrix(summary, { cell: speedCell, best: (cells) => fastestOf(cells) }),
  },
  {
    name: "work",
    title: "Work",
    order: 40,
    note: "Edge evaluations as a share of the (T−1)·L² of dense Viterbi; the least of the exact " +
      "decoders is bold, of those on the most sentences. Counts are the same on every machine. " +
      `${MARKS} ${SAMPLE_MARK}`,
    build: ({ summary }) => matrix(summary, { cell: workCell, best: leastWork }),
  },
  {
    name: "iterations",
    title: "Iterations",
    order: 50,
    note: "Passes of the algorithm's outer loop, mean over the sentences; 1 for dense Viterbi. " +
      `Counts are the same on every machine. ${SAMPLE_MARK}`,
    build: ({ summary }) => matrix(summary, { cell: iterationsCell }),
  },
];
export default tables;

function verdictCell(row: SummaryRow): Cell {
  const { verdict, exact_share: share, mean_gap: gap } = row;
  const hint = `${formatPlural(row.sentences, "sentence")}; ` +
    (row.exact ? "claims to be exact" : "declared approximate");
  if (verdict === "unchecked") return { text: "unchecked", hint, tone: "muted" };
  const value = share ?? 0;
  if (verdict === "correct") return { text: "✓", value, hint };
  const found = `${formatShare(value)} Δ ${formatNumber(gap ?? 0)}`;
  if (verdict === "wrong") return { text: `✗ ${found}`, value, hint, tone: "bad" };
  return { text: share === 1 ? "✓" : found, value, hint };
}

function workCell(row: SummaryRow): Cell {
  const { edge_share: share, edge_evaluations: edges, node_expansions: nodes } = row;
  if (share === undefined) return { text: "no edges", tone: "muted" };
  return {
    text: `${verdictMark(row)}${formatShare(share)}${sampleMark(row, row.sentences)}`,
    value: share,
    hint: `a sentence: ${formatNumber(edges ?? 0)} edges evaluated, ${
      formatNumber(nodes ?? 0)
    } nodes expanded; mean over ${formatPlural(row.sentences, "sentence")}`,
    ...(row.verdict === "wrong" ? { tone: "bad" } : {}),
  };
}

/** The cell with the least work on the most sentences; nothing if all are the same. */
function leastWork(cells: readonly SummaryRow[]): SummaryRow | undefined {
  const most = Math.max(...cells.map(({ sentences }) => sentences));
  const counted = cells.filter(({ edge_share, sentences }) =>
    edge_share !== undefined && sentences === most
  );
  const sorted = counted.sort((a, b) => a.edge_share! - b.edge_share!);
  return sorted[0]?.edge_share === sorted.at(-1)?.edge_share ? undefined : sorted[0];
}

function iterationsCell(row: SummaryRow): Cell {
  if (row.iterations === undefined) return { text: "not counted", tone: "muted" };
  return {
    text: formatRatio(row.iterations) + sampleMark(row, row.sentences),
    value: row.iterations,
    hint: `mean over ${formatPlural(row.sentences, "sentence")}`,
  };
}

/** What a table of this shape says in its cells. */
interface MatrixOptions {
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
function matrix(summary: readonly SummaryRow[], options: MatrixOptions): TableContent {
  const ks = generalKs(summary.map(({ k }) => k));
  const general = new Set(generalCells(summary).filter(({ k }) => ks.includes(k)));
  const shown = summary.filter((row) =>
    (options.control || row.role !== "control") && (general.has(row) || options.also?.(row))
  );
  const datasets = datasetsOf(shown);
  const decoders = orderDecoders(shown).filter((decoder) => decoder !== options.hidden);
  const lines = [...new Set(shown.map(({ k }) => k))].sort((a, b) => a - b).flatMap((k) => {
    const cells = shown.filter((row) => row.k === k);
    const best = bestOf(cells, options);
    return decoders.map((decoder) => cells.filter((row) => row.decoder === decoder))
      .filter((own) => own.length > 0).map((own) => ({ k, own, best }));
  });
  return tableOf([
    { name: "k", of: ({ k }) => k, as: String },
    { name: "decoder", of: ({ own }) => own[0]!.decoder },
    ...datasets.map((name): Column<typeof lines[number]> => ({
      name,
      align: "right",
      of({ own, best }) {
        const row = own.find(({ dataset }) => dataset === name);
        if (row === undefined) return "";
        const cell = failedCell(row) ?? options.cell(row);
        return best.has(row) ? { ...cell, tone: "good" } : cell;
      },
    })),
  ], lines);
}

/** Names of the datasets, real ones first. */
function datasetsOf(cells: readonly SummaryRow[]): string[] {
  const ordered = [...cells.filter(({ family }) => family === "real"), ...cells];
  return [...new Set(ordered.map(({ dataset }) => dataset))];
}

/** The best cells; none where there is nothing to choose between. */
function bestOf(cells: readonly SummaryRow[], { best }: MatrixOptions): Set<SummaryRow> {
  const races = Map.groupBy(cells.filter(isRight), ({ dataset }) => dataset);
  return new Set(
    [...races.values()].flatMap((race) => (race.length > 1 ? best?.(race) : undefined) ?? []),
  );
}
