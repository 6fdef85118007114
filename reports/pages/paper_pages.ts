/**
 * Comparing a run with the papers: with their tables, and with what they claim.
 *
 * @module
 */

import type { RunData } from "../numbers/run_data.ts";
import type { ClaimPage, JudgedClaim, Paper, PaperPage } from "../papers/contract.ts";
import { citation, paperTitle } from "../published/published.ts";
import { ruleWarning } from "../numbers/accuracy.ts";
import { cellKey } from "../numbers/summary_row.ts";
import { judgeClaims } from "../papers/claims.ts";
import { importFolder } from "./content.ts";

/**
 * Compares a run with the tables of papers; papers without tables are left out.
 *
 * @param judged the claims of the papers: those on accuracies take seconds
 */
export function paperPages(
  papers: readonly Paper[],
  run: RunData,
  judged: readonly JudgedClaim[] = composeClaims(papers, run),
): PaperPage[] {
  return papers.filter(({ tables }) => tables.length > 0).map((paper) => ({
    name: paper.name,
    title: paperTitle(paper.name),
    citation: citation(paper.name),
    tables: paper.tables.map((table) => {
      const cells = table.compare(run);
      const shown = new Set(cells.flatMap(({ rows }) => rows));
      const warning = ruleWarning(run.cells.filter(({ row }) => shown.has(cellKey(row))));
      return { paper: paper.name, table, cells, warning };
    }),
    words: paper.words ?? "",
    rules: paper.rules,
    answer: (paper.answer ?? []).map((own) => judged.find(({ claim }) => claim.name === own)!),
    about: paper.about?.(run) ?? [],
    warning: paper.answer === undefined ? "" : ruleWarning(run.cells),
  }));
}

/** All papers, in their order. */
export async function allPapers(): Promise<Paper[]> {
  return await importFolder<Paper>(new URL("../papers/", import.meta.url));
}

/** The claims of papers that a run with its studies can say something about, in reading order. */
export function composeClaims(papers: readonly Paper[], run: RunData): JudgedClaim[] {
  const claims = papers.flatMap(({ claims }) => claims).sort((a, b) => a.order - b.order);
  return judgeClaims(claims, run);
}

/** A page for each paper that has claims alone and whose studies the run has. */
export function claimPages(papers: readonly Paper[], run: RunData): ClaimPage[] {
  return papers.filter(({ tables }) => tables.length === 0).map(({ name, claims, claimsRule }) => ({
    name,
    title: paperTitle(name),
    citation: citation(name),
    rule: claimsRule,
    claims: judgeClaims(claims, run),
  })).filter(({ claims }) => claims.length > 0);
}
