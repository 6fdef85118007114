/**
 * Where a number of a paper's page comes from: cells, and the command that measures them.
 *
 * @module
 */

import { shellQuote } from "../../datasets/visible.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { RunData } from "../numbers/run_data.ts";

/** What a command is to measure. */
export interface Wanted {
  /** Dataset names; empty for all of the suite. */
  readonly datasets: readonly string[];
  /** Variants besides Viterbi, which is always measured. */
  readonly decoders: readonly string[];
  /** Paths asked for. */
  readonly ks: readonly number[];
  /** Suite if the run has no such cells. */
  readonly suite?: string;
  /** Cells of the run, whose suite and number of sentences are to be the same. */
  readonly like?: SummaryRow | undefined;
}

/** How a cell is named on the pages: `dataset/decoder/k`, the columns that identify it. */
export function cellKey({ dataset, decoder, k }: SummaryRow): string {
  return `${dataset}/${decoder}/${k}`;
}

/**
 * The command that measures some cells as the run did or, if it did not, as the paper suite does.
 */
export function benchCommand(run: RunData, wanted: Wanted): string {
  const { datasets, decoders, ks, like } = wanted;
  const suite = like !== undefined && run.suite !== "" ? run.suite : wanted.suite ?? "paper";
  const others = [...new Set(decoders)].filter((decoder) => decoder !== "viterbi");
  const words = [
    ["--suite", suite],
    ...(datasets.length === 0 ? [] : [["--dataset", [...new Set(datasets)].join(",")]]),
    ["--decoder", others.length === 0 ? "viterbi" : others.join(",")],
    ["--k", [...new Set(ks)].join(",")],
    ...(like === undefined ? [] : [["--sentences", String(like.sentences)]]),
    ...(run.seed === undefined || run.seed === 1 ? [] : [["--seed", String(run.seed)]]),
  ].flat();
  return `deno task bench ${words.map(shellQuote).join(" ")}`;
}

/** Why a cell has no number to compare; empty if its answers are right and it has one. */
export function whyMissing(row: SummaryRow | undefined, name: string): string {
  if (row === undefined) return `not measured in this run: ${name}`;
  if (row.status !== "ok") {
    return `${row.status}: ${cellKey(row)}${row.reason && `, ${row.reason}`}`;
  }
  if (row.verdict === "wrong" || row.verdict === "unchecked") {
    return `answers ${row.verdict}: ${cellKey(row)}`;
  }
  return "";
}
