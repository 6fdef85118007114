/**
 * Everything that a report holds, before it is written in any format, and where its elements are
 * found.
 *
 * @module
 */

import { modulesIn } from "../../datasets/modules.ts";
import type { Drawing } from "../drawing/render.ts";
import type { Fact, Figure, Finding, Tile } from "../blocks.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { ClaimPage, JudgedClaim, PaperPage } from "../papers/contract.ts";
import type { ComposedStudy, StudyTable } from "../studies/contract.ts";

/** A report. */
export interface ReportContent {
  /** Its heading. */
  readonly title: string;
  /** Its first sentence, without a full stop. */
  readonly headline: string;
  /** The findings that stand first on the page. */
  readonly findings: readonly Finding[];
  /** Whether the run can be relied on, at a glance. */
  readonly tiles: readonly Tile[];
  /** The run and the machine. */
  readonly facts: readonly Fact[];
  /** One line per cell. */
  readonly summary: readonly SummaryRow[];
  /** In reading order, each with its verdict. */
  readonly claims: readonly JudgedClaim[];
  /** How evidence makes a verdict. */
  readonly claimsRule: string;
  /** The published tables and figures beside ours, paper by paper. */
  readonly papers: readonly PaperPage[];
  /** The pages of papers that have claims alone. */
  readonly claimPages: readonly ClaimPage[];
  /** What was measured beside the run, each with its charts and tables. */
  readonly studies: readonly ComposedStudy[];
  /** How to read it: paragraphs of plain text. */
  readonly guide: readonly string[];
  /** In reading order; a chart without data has no drawing. */
  readonly charts: readonly {
    readonly chart: Figure;
    readonly drawing: Drawing | undefined;
  }[];
  /** In reading order, without the empty ones. */
  readonly tables: readonly StudyTable[];
}

/**
 * Imports the default exports of the modules of a folder, each one element or a list of them,
 * sorted by their `order`, then `name`.
 * Files that start with `_` are private.
 */
export async function importFolder<T extends { name: string; order: number }>(
  folder: URL,
): Promise<T[]> {
  const modules = (await modulesIn<T | readonly T[]>(folder)).flatMap(({ value }) => value);
  return modules.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
}
