/**
 * Everything that a report holds, before it is written in any format.
 *
 * @module
 */

import { machineId, machineOf, type Manifest } from "../../harness/store/manifest.ts";
import type { Row } from "../../harness/store/rows.ts";
import type { SentenceTime } from "../../harness/store/sentence_times.ts";
import type { Chart, Spec } from "../charts/contract.ts";
import { type Claim, judgeClaim, type JudgedClaim } from "../claims/contract.ts";
import { type Finding, findings } from "../numbers/findings.ts";
import { importFolder } from "./modules.ts";
import { look } from "../drawing/look.ts";
import { type PaperPage, paperPages, suiteAndSeed } from "./paper_pages.ts";
import { renderSvg } from "../drawing/render.ts";
import { sentenceSeries } from "../numbers/sentence_series.ts";
import { type Fact, runFacts, suiteName } from "../numbers/run_facts.ts";
import type { Studies } from "../numbers/study_rows.ts";
import { type ComposedStudy, composeStudies } from "./study_pages.ts";
import { summarize } from "../numbers/summary.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { Table, TableContent } from "../tables/contract.ts";

/** A chart that the run has the data for. */
export interface Drawing {
  /** Its specification, without a configuration. */
  readonly spec: Spec;
  /** The specification as it is drawn on white, as JSON. */
  readonly json: string;
  /** The picture. */
  readonly svg: string;
}

/** A report. */
export interface ReportContent {
  /** Its heading. */
  readonly title: string;
  /** What it says first. */
  readonly findings: readonly Finding[];
  /** The run and the machine. */
  readonly facts: readonly Fact[];
  /** One line per cell. */
  readonly summary: readonly SummaryRow[];
  /** In reading order, each with its verdict. */
  readonly claims: readonly JudgedClaim[];
  /** The published tables and figures beside ours, paper by paper. */
  readonly papers: readonly PaperPage[];
  /** What was measured beside the run, each with its charts and tables. */
  readonly studies: readonly ComposedStudy[];
  /** In reading order; a chart without data has no drawing. */
  readonly charts: readonly { readonly chart: Chart; readonly drawing: Drawing | undefined }[];
  /** In reading order, without the empty ones. */
  readonly tables: readonly { readonly table: Table; readonly content: TableContent }[];
}

/**
 * Composes the report of a run: its charts, tables, claims and the papers' tables are the modules
 * of `charts/`, `tables/`, `claims/` and `papers/`.
 * The same rows, manifest and studies give the same report.
 *
 * @throws {RangeError} if there are no rows.
 */
export async function composeReport(
  rows: readonly Row[],
  manifest: unknown,
  studies: Studies = new Map(),
  times: readonly SentenceTime[] = [],
): Promise<ReportContent> {
  if (rows.length === 0) throw new RangeError("Cannot report a run without rows: 0 rows");
  const summary = summarize(rows, (session) => {
    const machine = machineOf(manifest as Manifest, session);
    return machine && machineId(machine);
  });
  const sentences = sentenceSeries(summary, rows, times);
  const charts = await importFolder<Chart>(new URL("../charts/", import.meta.url));
  const tables = await importFolder<Table>(new URL("../tables/", import.meta.url));
  const claims = await importFolder<Claim>(new URL("../claims/", import.meta.url));
  const suite = suiteName(manifest);
  return {
    title: suite === "" ? "Trellis report" : `Trellis report: suite ${suite}`,
    findings: findings(summary),
    facts: runFacts(manifest),
    summary,
    claims: claims.map((claim) => judgeClaim(claim, summary)),
    papers: await paperPages({ summary, rows, studies, ...suiteAndSeed(manifest) }),
    studies: await composeStudies(studies),
    charts: await Promise.all(charts.map(async (chart) => {
      const spec = chart.spec(summary, sentences);
      return { chart, drawing: spec && await draw(spec) };
    })),
    tables: tables.map((table) => ({ table, content: table.build(summary, rows) }))
      .filter(({ content }) => content.rows.length > 0),
  };
}

async function draw(spec: Spec): Promise<Drawing> {
  const onWhite = { ...spec, config: look("light", "white") };
  return { spec, json: JSON.stringify(onWhite, null, 2) + "\n", svg: await renderSvg(onWhite) };
}
