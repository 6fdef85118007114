/**
 * The papers' pages: every published table and figure beside ours, paper by paper.
 *
 * @module
 */

import { citation } from "../published/citations.ts";
import { importFolder } from "./modules.ts";
import type { PaperCell, PaperPage, PaperRun, PaperTable } from "../papers/contract.ts";
import { PAPER_RULES } from "../papers/verdict.ts";
import { paperTitle } from "../published/published.ts";

/** Compares a run with the tables of `papers/`, paper by paper. */
export async function paperPages(run: PaperRun): Promise<PaperPage[]> {
  const tables = await importFolder<PaperTable>(new URL("../papers/", import.meta.url));
  return papersOf(tables, (table) => table.compare(run), PAPER_RULES);
}

/** Compares tables, paper by paper. */
export function papersOf<Table extends Omit<PaperTable, "compare">>(
  tables: readonly Table[],
  compare: (table: Table) => PaperCell[],
  rules: readonly string[],
): PaperPage[] {
  return [...Map.groupBy(tables, ({ paper }) => paper)].map(([name, tables]) => ({
    name,
    title: paperTitle(name),
    citation: citation(name),
    tables: tables.map((table) => ({ table, cells: compare(table) })),
    rules,
  }));
}

/** The suite and the seed that a manifest names. */
export function suiteAndSeed(manifest: unknown): Pick<PaperRun, "suite" | "seed"> {
  const fields = typeof manifest === "object" && manifest !== null ? manifest : {};
  const suite = "suite" in fields && typeof fields.suite === "string" ? fields.suite : "";
  const seed = "seed" in fields && typeof fields.seed === "number" ? fields.seed : undefined;
  return { suite, seed };
}
