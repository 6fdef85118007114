/**
 * The papers' pages: every published table and figure beside ours, paper by paper.
 *
 * @module
 */

import { citation } from "../published/citations.ts";
import { importFolder } from "./modules.ts";
import type {
  PaperCell,
  PaperPage,
  PaperRun,
  PaperTable,
  PaperVerdict,
} from "../papers/contract.ts";
import { paperTitle } from "../published/published.ts";

/** From good to bad, then what says nothing. */
const VERDICTS: readonly PaperVerdict[] = [
  "within factor",
  "same direction",
  "differs",
  "not testable here",
  "baseline",
];

/** Compares a run with the tables of `papers/`, paper by paper. */
export async function paperPages(run: PaperRun): Promise<PaperPage[]> {
  const tables = await importFolder<PaperTable>(new URL("../papers/", import.meta.url));
  return [...Map.groupBy(tables, ({ paper }) => paper)].map(([name, tables]) => ({
    name,
    title: paperTitle(name),
    citation: citation(name),
    tables: tables.map((table) => ({ table, cells: table.compare(run) })),
  }));
}

/** How many cells have which verdict: "3 within factor, 1 differs". */
export function countVerdicts(cells: readonly PaperCell[]): string {
  return VERDICTS.flatMap((verdict) => {
    const count = cells.filter((cell) => cell.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  }).join(", ");
}

/** The suite and the seed that a manifest names. */
export function suiteAndSeed(manifest: unknown): Pick<PaperRun, "suite" | "seed"> {
  const fields = typeof manifest === "object" && manifest !== null ? manifest : {};
  const suite = "suite" in fields && typeof fields.suite === "string" ? fields.suite : "";
  const seed = "seed" in fields && typeof fields.seed === "number" ? fields.seed : undefined;
  return { suite, seed };
}
