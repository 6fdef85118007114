/**
 * Composing the content of a report.
 *
 * @module
 */

import { machineId, machineOf, type Manifest } from "../../harness/store/manifest.ts";
import type { Row } from "../../harness/store/rows.ts";
import type { FirstUse } from "../../harness/store/first_use.ts";
import type { SentenceTime } from "../../harness/store/sentence_times.ts";
import type { Chart } from "../charts/contract.ts";
import { firstUseCurves } from "../numbers/first_use_curves.ts";
import { findings, soundness } from "../numbers/findings.ts";
import { composeClaims } from "./claim_pages.ts";
import { importFolder } from "./modules.ts";
import type { ReportContent } from "./content.ts";
import { draw } from "../drawing/draw.ts";
import { READING_GUIDE } from "./reading_guide.ts";
import { paperPages, papersOf, suiteAndSeed } from "./paper_pages.ts";
import { sentenceSeries } from "../numbers/sentence_series.ts";
import { plannedCells, runFacts, suiteName } from "../numbers/run_facts.ts";
import type { Studies } from "../numbers/study_rows.ts";
import { composeStudies } from "./compose_studies.ts";
import { summarize } from "../numbers/summary.ts";
import { readTrainSentences } from "../numbers/train_sentences.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { tiles } from "../numbers/tiles.ts";
import type { ParsingRun } from "../parsing/cells.ts";
import type {
  ParsingChart,
  ParsingClaim,
  ParsingPaperTable,
  ParsingTable,
} from "../parsing/contract.ts";
import { PARSING_GUIDE } from "../parsing/guide.ts";
import { isParsingRun, parsingRun, type Told } from "../parsing/run.ts";
import { isPaperData } from "../parsing/systems.ts";
import { PARSING_CLAIMS_RULE, PARSING_RULES } from "../parsing/verdict.ts";
import { judgeEvidence } from "../claims/contract.ts";
import type { Table } from "../tables/contract.ts";

/**
 * Composes the report of a run: its charts, tables, claims and the papers' tables are the modules
 * of `charts/`, `tables/`, `claims/` and `papers/`, those of a run of parses in `parsing/`.
 * The same rows, manifest and studies give the same report.
 *
 * @throws {RangeError} if there are no rows.
 */
export async function composeReport(
  rows: readonly Row[],
  manifest: unknown,
  studies: Studies = new Map(),
  times: readonly SentenceTime[] = [],
  firstUse: readonly FirstUse[] = [],
  told: Told = {},
): Promise<ReportContent> {
  if (rows.length === 0) throw new RangeError("Cannot report a run without rows: 0 rows");
  const summary = summaryOf(rows, manifest);
  const sentences = sentenceSeries(summary, rows, times);
  const curves = firstUseCurves(rows, firstUse);
  const suite = suiteName(manifest);
  const facts = runFacts(manifest);
  const head = {
    title: suite === "" ? "Trellis report" : `Trellis report: suite ${suite}`,
    facts,
    summary,
    studies: await composeStudies(studies),
  };
  if (isParsingRun(rows)) {
    const words = { baseline: "the pipeline", right: "Bounds prove every answer to be the best." };
    return {
      ...head,
      findings: soundness(summary, words.baseline, plannedCells(manifest)),
      tiles: tiles(summary, facts, words),
      guide: PARSING_GUIDE,
      ...await parsingParts(parsingRun(summary, rows, sentences, told)),
    };
  }
  const charts = await importFolder<Chart>(new URL("../charts/", import.meta.url));
  const tables = await importFolder<Table>(new URL("../tables/", import.meta.url));
  return {
    ...head,
    findings: findings(summary, plannedCells(manifest)),
    tiles: tiles(summary, facts),
    guide: READING_GUIDE,
    claims: await composeClaims(summary, studies),
    papers: await paperPages({
      ...{ summary, rows, studies, ...suiteAndSeed(manifest) },
      trainSentences: await readTrainSentences(),
    }),
    charts: await Promise.all(charts.map(async (chart) => {
      const spec = chart.spec(summary, sentences, curves);
      return { chart, drawing: spec && await draw(spec) };
    })),
    tables: tables.map((table) => ({ table, content: table.build(summary, rows, curves) }))
      .filter(({ content }) => content.rows.length > 0),
  };
}

/**
 * What a report says of a run of parses: the modules of `parsing/charts/`, `…/tables/`,
 * `…/claims/` and `…/papers/`. Without cells of the paper's data it says nothing of the paper.
 */
async function parsingParts(
  run: ParsingRun,
): Promise<Pick<ReportContent, "charts" | "tables" | "claims" | "claimsRule" | "papers">> {
  const folder = (name: string) => new URL(`../parsing/${name}/`, import.meta.url);
  const isOfPaper = run.cells.some(({ row }) => isPaperData(row.dataset_base));
  const claims = isOfPaper ? await importFolder<ParsingClaim>(folder("claims")) : [];
  const papers = isOfPaper ? await importFolder<ParsingPaperTable>(folder("papers")) : [];
  const charts = (await importFolder<ParsingChart>(folder("charts")))
    .filter((chart) => isOfPaper || chart.isOfPaper === undefined);
  const tables = await importFolder<ParsingTable>(folder("tables"));
  return {
    claims: claims.map((claim) => judgeEvidence(claim, claim.judge(run))),
    claimsRule: PARSING_CLAIMS_RULE,
    papers: papersOf(papers, (table) => table.compare(run), PARSING_RULES),
    charts: await Promise.all(charts.map(async (chart) => {
      const spec = chart.spec(run);
      return { chart, drawing: spec && await draw(spec) };
    })),
    tables: tables.map((table) => ({ table, content: table.build(run) }))
      .filter(({ content }) => content.rows.length > 0),
  };
}

/** One line per cell of a run, with the machines that its manifest knows. */
export function summaryOf(rows: readonly Row[], manifest: unknown): SummaryRow[] {
  return summarize(rows, (session) => {
    const machine = machineOf(manifest as Manifest, session);
    return machine && machineId(machine);
  });
}
