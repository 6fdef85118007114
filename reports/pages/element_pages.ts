/**
 * The pages of a report but the first: of charts, tables, studies, papers and their claims, each
 * composed once for all formats.
 *
 * @module
 */

import type { Block, Fact, Figure, Inline, Item, Page } from "../blocks.ts";
import { tableOf } from "../columns.ts";
import { SAMPLE_MARK } from "../numbers/marks.ts";
import type { ClaimPage, ComparedTable, JudgedClaim, PaperPage } from "../papers/contract.ts";
import { tallyText } from "../papers/claims.ts";
import { standInsNote } from "../published/published.ts";
import type { ComposedStudy, StudyTable } from "../studies/contract.ts";
import type { ReportContent } from "./content.ts";
import {
  cellsTable,
  CLAIMS_NOTE,
  claimsTable,
  countClaims,
  countVerdicts,
  evidenceTable,
  GRID_NOTE,
  gridTable,
  verdictText,
} from "./paper_tables.ts";

const GUIDE = "How to read this";
/** Lines of evidence in a line that answers. */
const ANSWERS = 2;

/** A chart with its description, or why it is not drawn. */
function chartBlocks(
  { chart, drawing }: { readonly chart: Figure; readonly drawing: unknown },
  level: number,
): Block[] {
  return [{ heading: chart.title, level }, { figure: chart, isDrawn: drawing !== undefined }];
}

/** A table below the first sentence of its note; how to read it stands below. */
export function tableBlocks({ name, title, note, content }: StudyTable, level: number): Block[] {
  const [first, ...key] = note.split(/(?<=\.) (?=\p{Lu})/u);
  return [
    { heading: title, level, id: `table-${name}` },
    ...warned(content.warning),
    { text: first!, tone: "note" },
    { table: content, title },
    ...(key.length === 0 ? [] : [{ text: key.join(" "), tone: "note" as const }]),
  ];
}

/** What to beware of, above a table. */
function warned(warning = ""): Block[] {
  return warning === "" ? [] : [{ text: [{ strong: warning }] }];
}

/** The page of a study, with its charts and tables, and the run that it was measured in. */
export function studyPage(
  { page, answer, charts, tables }: ComposedStudy,
  facts: readonly Fact[] = [],
): Page {
  return {
    id: `study-${page.name}`,
    title: page.title,
    blocks: [
      { heading: page.title, level: 1 },
      ...(answer.length === 0 ? [] : [{
        list: answer.map((text, i) => ({ text: i === 0 ? [{ strong: text }] : [text] })),
      }]),
      ...page.introduction.map((text) => ({ text })),
      ...charts.flatMap((chart) => chartBlocks({ chart, drawing: chart.spec }, 2)),
      ...tables.flatMap((table) => tableBlocks(table, 2)),
      ...(facts.length === 0 ? [] : [
        ...runBlocks(facts, 2),
        {
          text: `Data: \`${page.name}.csv\`; \`tables/\` has these tables as Markdown and CSV, ` +
            "`charts/` the charts as SVG, PNG and Vega-Lite.",
        },
      ]),
    ],
  };
}

/** The run and the machine. */
function runBlocks(facts: readonly Fact[], level: number): Block[] {
  return [{ heading: "Run", level }, { facts }];
}

/** How to read the other pages. */
function guideBlocks(guide: readonly string[], level: number): Block[] {
  return [{ heading: GUIDE, level }, ...guide.map((text) => ({ text }))];
}

/** The claims of all papers, each with its rule and its evidence. */
export function claimsPage(claims: readonly JudgedClaim[], rule: string): Page {
  const title = "Claims of the papers";
  return {
    id: "claims",
    title,
    blocks: [
      { heading: title, level: 1 },
      { text: CLAIMS_NOTE, tone: "note" },
      { text: rule, tone: "note" },
      { table: claimsTable(claims), title },
      ...claims.map((judged): Block => ({
        folded: judged.claim.statement,
        level: 2,
        mark: judged.verdict,
        id: `claim-${judged.claim.name}`,
        blocks: judgedBlocks(judged, judged.verdict),
      })),
    ],
  };
}

/** The verdict on a claim, its rule, and the evidence. */
function judgedBlocks(judged: JudgedClaim, verdict: string): Block[] {
  const { claim: { source, rule, published, statement, study }, evidence } = judged;
  return [
    note("Verdict: ", { strong: verdict }, `. Source: ${source}`),
    note(`Rule: ${rule}`),
    note(`Published: ${published()}`),
    evidence.length === 0
      ? { text: "Not measured in this run.", tone: "quiet" }
      : { table: evidenceTable(judged), title: statement },
    ...(study === undefined ? [] : [note("Measured by ", { code: study.command }, ".")]),
  ];
}

/** The page of a paper that has claims alone. */
export function claimPage({ name, title, citation, rule, claims }: ClaimPage): Page {
  return {
    id: `paper-${name}`,
    title,
    blocks: [
      { heading: `${title}: its claims, judged`, level: 1 },
      { text: [citation], tone: "quiet" },
      note(`Claims: ${countClaims(claims)}.`),
      note(rule),
      {
        title: "Claims",
        table: tableOf([
          { name: "claim", of: ({ claim }) => claim.statement },
          { name: "verdict", of: verdictText },
          { name: "place", of: ({ claim }) => claim.source },
        ], claims),
      },
      ...claims.flatMap((judged): Block[] => [
        { heading: judged.claim.statement, level: 2 },
        ...judgedBlocks(judged, verdictText(judged)),
      ]),
    ],
  };
}

/**
 * The page of a paper with tables: printed and ours, and where each number comes from.
 *
 * @param drawnTitle the title of a chart, if it is drawn
 */
export function paperPage(
  { name, title, citation, tables, words, rules, answer, about, warning }: PaperPage,
  drawnTitle: (chart: string) => string | undefined,
): Page {
  const all = tables.flatMap(({ cells }) => cells);
  return {
    id: `paper-${name}`,
    title,
    blocks: [
      { heading: `${title}: the paper's tables and ours`, level: 1 },
      { text: [citation], tone: "quiet" },
      ...notes(words),
      ...(answer.length === 0 ? [] : [{ list: answer.map(answerItem) }]),
      ...about.flatMap(notes),
      ...warned(warning),
      note(`${all.length} cells: ${countVerdicts(all)}.`),
      {
        list: tables.map(({ table, cells }): Item => ({
          text: [`${table.place}, ${table.title}: ${countVerdicts(cells)}`],
        })),
      },
      {
        folded: "How the verdicts are made",
        level: 2,
        blocks: [standInsNote(all.map(({ place }) => place.dataset)), ...rules].flatMap(notes),
      },
      ...notes(GRID_NOTE),
      ...tables.flatMap((compared) => comparedBlocks(compared, drawnTitle)),
    ],
  };
}

/** A claim in a line: the verdict, the paper's figures, how ours vote, and a few that decide. */
function answerItem({ claim, verdict, evidence }: JudgedClaim): Item {
  const voting = evidence.filter((line) => line.votes);
  const deciding = (["against", "for", "tie"] as const)
    .flatMap((outcome) => voting.filter((line) => line.outcome === outcome)).slice(0, ANSWERS)
    .map(({ subject, ours }) => `${subject}: ${ours}`).join("; ");
  const here = voting.length === 0 ? "not in this run" : `${tallyText(voting)}; ${deciding}`;
  return {
    text: [{ strong: verdict }, `: ${claim.statement} Paper: ${claim.published()}. Here: ${here}.`],
  };
}

function comparedBlocks(
  { table, cells, warning }: ComparedTable,
  drawnTitle: (chart: string) => string | undefined,
): Block[] {
  const { name, place, title, note: text, chart, lines } = table;
  const drawn = chart && drawnTitle(chart);
  return [
    { heading: `${place}: ${title}`, level: 2, id: name },
    ...notes(text),
    ...warned(warning),
    { table: gridTable(cells, lines), title: `${place}: ${title}` },
    ...notes(cells.some(({ sample = "" }) => sample !== "") ? SAMPLE_MARK : ""),
    ...(chart && drawn ? [{ picture: chart, title: drawn, folder: ".." }] : []),
    {
      folded: `Cells of ${place}`,
      level: 3,
      blocks: [{ table: cellsTable(cells), title: `Cells of ${place}` }],
    },
  ];
}

/** The report on one page, for files: findings, claims, charts, tables, studies and the run. */
export function reportBlocks(report: ReportContent): Block[] {
  const { claims, papers, studies, charts, tables } = report;
  const claimed: Block[] = [
    { heading: "Claims of the papers", level: 2 },
    { text: CLAIMS_NOTE },
    { text: report.claimsRule },
    { table: claimsTable(claims), title: "Claims of the papers" },
    { text: "The rules and the evidence for each: `claims.md`." },
    { heading: "The papers' tables and ours", level: 2 },
    {
      list: [
        ...papers.map(({ name, title, tables }) =>
          paperItem(name, title, countVerdicts(tables.flatMap(({ cells }) => cells)))
        ),
        ...report.claimPages.map(({ name, title, claims }) =>
          paperItem(name, title, `its claims, ${countClaims(claims)}`)
        ),
      ],
    },
    { text: "All cells: `papers.csv`; LaTeX tables and a macro for each number: `latex/`." },
  ];
  return [
    { heading: report.title, level: 1 },
    { list: report.findings.map(({ tone, text }) => ({ tone, text: [text] })) },
    ...(claims.length === 0 ? [] : claimed),
    ...(studies.length === 0 ? [] : [{ heading: "Studies", level: 2 }]),
    {
      list: studies.map(({ page: { name, title } }): Item => ({
        text: [],
        link: { text: title, file: `studies/${name}.md`, id: `study-${name}` },
      })),
    },
    { heading: "Charts", level: 2 },
    ...charts.flatMap((composed) => chartBlocks(composed, 3)),
    { heading: "Tables", level: 2 },
    ...tables.flatMap((table) => tableBlocks(table, 3)),
    ...guideBlocks(report.guide, 2),
    ...runBlocks(report.facts, 2),
    {
      text: "Data: `rows.csv` (one line per cell and round), `sentences.csv` (times of single " +
        "sentences), `summary.csv` (one line per cell), `claims.md`, `tables/` (these tables as " +
        "Markdown and CSV), `charts/` (SVG, PNG and Vega-Lite). The same with tooltips: " +
        "`report.html`.",
    },
  ];
}

function paperItem(name: string, title: string, said: string): Item {
  const link = { text: title, file: `papers/${name}.md`, id: `paper-${name}` };
  return { link, text: [`: ${said}`] };
}

/** The title of a chart by its name, if a report draws it. */
export function drawnTitles({ charts }: ReportContent): (name: string) => string | undefined {
  return (name) =>
    charts.find(({ chart, drawing }) => chart.name === name && drawing !== undefined)?.chart.title;
}

/** All pages of a report but the first, in the order of the side bar. */
export function elementPages(report: ReportContent): Page[] {
  const { charts, tables, claims, papers, studies } = report;
  const drawnTitle = drawnTitles(report);
  const missing = charts.filter(({ drawing }) => drawing === undefined);
  return [
    ...(claims.length === 0 ? [] : [claimsPage(claims, report.claimsRule)]),
    ...papers.map((paper) => paperPage(paper, drawnTitle)),
    ...report.claimPages.map(claimPage),
    ...charts.filter(({ drawing }) => drawing !== undefined).map((composed) => ({
      id: `chart-${composed.chart.name}`,
      title: composed.chart.title,
      blocks: chartBlocks(composed, 1),
    })),
    ...tables.map((table) => ({
      id: `table-${table.name}`,
      title: table.title,
      blocks: tableBlocks(table, 1),
    })),
    ...studies.map((study) => studyPage(study)),
    { id: "guide", title: GUIDE, blocks: guideBlocks(report.guide, 1) },
    ...(missing.length === 0 ? [] : [{
      id: "not-drawn",
      title: "Charts not drawn",
      blocks: [
        { heading: "Charts not drawn", level: 1 },
        ...missing.map(({ chart }) => ({ figure: chart, isDrawn: false })),
      ],
    }]),
    {
      id: "run",
      title: "Run",
      blocks: [
        ...runBlocks(report.facts, 1),
        {
          text:
            "All numbers come from rows.csv, the times of single sentences from sentences.csv; " +
            "summary.csv has one line per cell: the dataset, the decoder and k name it. Charts are " +
            "drawn by Vega, Vega-Lite and Vega-Embed, whose licences are in the source of this page.",
          tone: "quiet",
        },
      ],
    },
  ];
}

function note(...text: readonly Inline[]): Block {
  return { text, tone: "note" };
}

/** A paragraph of the project's own prose; none if it is empty. */
function notes(text: string): Block[] {
  return text === "" ? [] : [{ text, tone: "note" }];
}
