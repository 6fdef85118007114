/**
 * The pages of the HTML report that hold a chart, a table, a study or the run.
 *
 * @module
 */

import type { ComposedStudy } from "../../studies/contract.ts";
import type { Fact } from "../../numbers/run_facts.ts";
import type { TableContent } from "../../columns.ts";
import type { Table } from "../../tables/contract.ts";
import { type Figure, figure } from "./figure.ts";
import { pageSection } from "./page_section.ts";
import { tableHtml } from "./table.ts";
import { escapeHtml } from "./text.ts";

/** A chart that is drawn, or not. */
interface ComposedChart {
  readonly chart: Figure;
  readonly drawing: unknown;
}

/** A table with its content. */
interface ComposedTable {
  readonly table: Omit<Table, "build">;
  readonly content: TableContent;
}

/** The page of a chart. */
export function chartPage({ chart, drawing }: ComposedChart): string {
  return pageSection(
    `chart-${chart.name}`,
    chart.title,
    `<h2>${escapeHtml(chart.title)}</h2>\n${figure(chart, drawing !== undefined)}`,
  );
}

/** The page of a table. */
export function tablePage({ table, content }: ComposedTable): string {
  return pageSection(
    `table-${table.name}`,
    table.title,
    `<h2>${escapeHtml(table.title)}</h2>
<p class="note">${escapeHtml(table.note)}</p>
${tableHtml(table.title, content)}`,
  );
}

/** The page of a study, with its charts and tables. */
export function studyPage({ page, charts, tables }: ComposedStudy): string {
  return pageSection(
    `study-${page.name}`,
    page.title,
    `<h2>${escapeHtml(page.title)}</h2>
${page.introduction.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
${charts.map((chart) => figure(chart)).join("\n")}
${
      tables.map((table) =>
        `<h3 id="table-${table.name}">${escapeHtml(table.title)}</h3>
<p class="note">${escapeHtml(table.note)}</p>
${tableHtml(table.title, table.content)}`
      ).join("\n")
    }`,
  );
}

/** The page that says how to read the others. */
export function guidePage(guide: readonly string[]): string {
  return pageSection(
    "guide",
    "How to read this",
    `<h2>How to read this</h2>
${guide.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}`,
  );
}

/** The page that says what the charts lack that are not drawn. */
export function notDrawnPage(charts: readonly ComposedChart[]): string {
  const missing = charts.filter(({ drawing }) => drawing === undefined);
  if (missing.length === 0) return "";
  return pageSection(
    "not-drawn",
    "Charts not drawn",
    `<h2>Charts not drawn</h2>\n${missing.map(({ chart }) => figure(chart, false)).join("\n")}`,
  );
}

/** The page of the run and the machine. */
export function runPage(facts: readonly Fact[]): string {
  const lines = facts.map(({ label, value, code }) => {
    const text = escapeHtml(value);
    return `<dt>${escapeHtml(label)}</dt><dd>${code ? `<code>${text}</code>` : text}</dd>`;
  });
  return pageSection(
    "run",
    "Run",
    `<h2>Run</h2>
<dl class="facts">
${lines.join("\n")}
</dl>
<p class="quiet">All numbers come from rows.csv, the times of single sentences from sentences.csv;
summary.csv has one line per cell: the dataset, the decoder and k name it. Charts are drawn by Vega, Vega-Lite and Vega-Embed, whose licences are in the source of this page.</p>`,
  );
}
