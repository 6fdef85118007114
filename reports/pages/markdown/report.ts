/**
 * The report as Markdown, with the pictures beside it.
 *
 * @module
 */

import { claimsNote, claimsTable } from "../claim_tables.ts";
import type { ReportContent } from "../content.ts";
import { countClaims } from "../claim_pages.ts";
import { countVerdicts } from "../count_verdicts.ts";
import { escapeMarkdown, tableMarkdown } from "../render_table.ts";

/** Writes a report as GitHub-flavoured Markdown; pictures are expected in `charts/`. */
export function reportMarkdown(report: ReportContent): string {
  const blocks = [
    `# ${escapeMarkdown(report.title)}`,
    report.findings.map(({ tone, text }) =>
      `- ${tone === "bad" ? "**!** " : ""}${escapeMarkdown(text)}`
    )
      .join("\n"),
    ...(report.claims.length === 0 ? [] : papersBlocks(report)),
    report.studies.length === 0 ? "" : "## Studies",
    report.studies.map(({ page }) => `- [${escapeMarkdown(page.title)}](studies/${page.name}.md)`)
      .join("\n"),
    "## Charts",
    ...report.charts.flatMap(({ chart, drawing }) => [
      `### ${chart.title}`,
      chart.description,
      drawing === undefined
        ? `Not drawn: it needs ${chart.needs}.`
        : `![${chart.title}](charts/${chart.name}.svg)`,
    ]),
    "## Tables",
    ...report.tables.flatMap(({ table, content }) => [
      `### ${table.title}`,
      table.note,
      tableMarkdown(content, 4).trimEnd(),
    ]),
    "## How to read this",
    ...report.guide,
    "## Run",
    report.facts.map(({ label, value, code }) =>
      `- ${label}: ${code ? `\`${value.replaceAll("`", "'")}\`` : escapeMarkdown(value)}`
    ).join("\n"),
    "Data: `rows.csv` (one line per cell and round), `sentences.csv` (times of single sentences), " +
    "`summary.csv` (one line per cell), " +
    "`claims.md`, `tables/` (these tables as Markdown and CSV), `charts/` (SVG, PNG and Vega-Lite). The same " +
    "with tooltips: `report.html`.",
  ];
  return blocks.filter((block) => block !== "").join("\n\n") + "\n";
}

function papersBlocks(report: ReportContent): string[] {
  return [
    "## Claims of the papers",
    claimsNote(report.claimsRule),
    tableMarkdown(claimsTable(report.claims), 4).trimEnd(),
    "The rules and the evidence for each: `claims.md`.",
    "## The papers' tables and ours",
    [
      ...report.papers.map(({ name, title, tables }) =>
        `- [${escapeMarkdown(title)}](papers/${name}.md): ${
          countVerdicts(tables.flatMap(({ cells }) => cells))
        }`
      ),
      ...report.claimPages.map(({ name, title, claims }) =>
        `- [${escapeMarkdown(title)}](papers/${name}.md): its claims, ${countClaims(claims)}`
      ),
    ].join("\n"),
    "All cells: `papers.csv`; LaTeX tables and a macro for each number: `latex/`.",
  ];
}
