/**
 * Comparing a run with the tables of the papers.
 *
 * @module
 */

import type { RunData } from "../numbers/run_data.ts";
import type { Paper, PaperPage } from "../papers/contract.ts";
import { citation } from "../published/published.ts";
import { paperTitle } from "../published/published.ts";

/** Compares a run with the tables of papers; papers without tables are left out. */
export function paperPages(papers: readonly Paper[], run: RunData): PaperPage[] {
  return papers.filter(({ tables }) => tables.length > 0).map(({ name, tables, rules }) => ({
    name,
    title: paperTitle(name),
    citation: citation(name),
    tables: tables.map((table) => ({ paper: name, table, cells: table.compare(run) })),
    rules,
  }));
}
