/**
 * Composing the content of a report.
 *
 * @module
 */

import type { Chart } from "../charts/contract.ts";
import { findings, soundness } from "../numbers/findings.ts";
import { allPapers, claimPages, composeClaims } from "./claim_pages.ts";
import { importFolder } from "./modules.ts";
import type { ReportContent } from "./content.ts";
import { draw } from "../drawing/render.ts";
import { PARSING_GUIDE, READING_GUIDE } from "./reading_guide.ts";
import { paperPages } from "./paper_pages.ts";
import { plannedCells, runFacts } from "../numbers/run_facts.ts";
import type { RunData } from "../numbers/run_data.ts";
import { composeStudies } from "./study_pages.ts";
import { tiles } from "../numbers/tiles.ts";
import type { Table } from "../tables/contract.ts";

/**
 * Composes the report of a run: its charts, tables and papers are the modules of `charts/`,
 * `tables/` and `papers/` that are about its problem. The same run and manifest give the same
 * report.
 *
 * @throws {RangeError} if there are no rows.
 */
export async function composeReport(run: RunData, manifest: unknown): Promise<ReportContent> {
  const { problem, rows, summary, suite } = run;
  if (rows.length === 0) throw new RangeError("Cannot report a run without rows: 0 rows");
  const facts = runFacts(manifest);
  const isOf = (element: { readonly problem?: RunData["problem"] }): boolean =>
    (element.problem ?? "sequence") === problem;
  const ofProblem = (await allPapers()).filter(isOf);
  const papers = ofProblem.filter(({ isAbout }) => isAbout?.(run) ?? true);
  const charts = (await importFolder<Chart>(new URL("../charts/", import.meta.url)))
    .filter((chart) => isOf(chart) && (chart.isOfPaper === undefined || papers.length > 0));
  const tables = (await importFolder<Table>(new URL("../tables/", import.meta.url))).filter(isOf);
  return {
    title: suite === "" ? "Trellis report" : `Trellis report: suite ${suite}`,
    facts,
    summary,
    studies: await composeStudies(run.studies),
    ...wordsOf(run, manifest, facts),
    claims: composeClaims(papers, run),
    claimsRule: ofProblem[0]!.claimsRule,
    papers: paperPages(papers, run),
    claimPages: claimPages(papers, run),
    charts: await Promise.all(charts.map(async (chart) => {
      const spec = chart.spec(run);
      return { chart, drawing: spec && await draw(spec) };
    })),
    tables: tables.map((table) => ({ table, content: table.build(run) }))
      .filter(({ content }) => content.rows.length > 0),
  };
}

/** What the first screen says, by the kind of problem. */
function wordsOf(
  { problem, summary }: RunData,
  manifest: unknown,
  facts: ReportContent["facts"],
): Pick<ReportContent, "findings" | "tiles" | "guide"> {
  if (problem === "sequence") {
    return {
      findings: findings(summary, plannedCells(manifest)),
      tiles: tiles(summary, facts),
      guide: READING_GUIDE,
    };
  }
  const words = { baseline: "the pipeline", right: "Bounds prove every answer to be the best." };
  return {
    findings: soundness(summary, words.baseline, plannedCells(manifest)),
    tiles: tiles(summary, facts, words),
    guide: PARSING_GUIDE,
  };
}
