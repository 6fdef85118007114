/**
 * The side bar of the HTML report: a link for each page.
 *
 * @module
 */

import { FIRST_CHARTS, FIRST_TABLE } from "./first_charts.ts";
import { escapeHtml } from "./text.ts";

/** What has a name for links and a title for people. */
interface Named {
  readonly name: string;
  readonly title: string;
}

/** What the side bar leads to. */
export interface Destinations {
  /** What claims there are; without any they have no page. */
  readonly claims: readonly unknown[];
  /** The papers' pages. */
  readonly papers: readonly Named[];
  /** Studies. */
  readonly studies: readonly { readonly page: Named }[];
  /** Charts that are drawn, or not. */
  readonly charts: readonly { readonly chart: Named; readonly drawing: unknown }[];
  /** Tables. */
  readonly tables: readonly { readonly table: Named }[];
}

/** Links under a heading; without one they stand first and last. */
interface Group {
  readonly heading: string;
  readonly links: readonly { readonly id: string; readonly text: string }[];
}

/** Writes the side bar. Where the window is narrow it is folded. */
export function navigationHtml(report: Destinations): string {
  return `<details class="contents" open>
<summary>Contents</summary>
<nav aria-label="Pages">
${groups(report).filter(({ links }) => links.length > 0).map(groupHtml).join("\n")}
</nav>
</details>`;
}

function groups({ claims, papers, studies, charts, tables }: Destinations): Group[] {
  return [
    {
      heading: "",
      links: [
        { id: "overview", text: "Overview" },
        ...(claims.length === 0 ? [] : [{ id: "claims", text: "Claims" }]),
      ],
    },
    {
      heading: "Papers",
      links: papers.map(({ name, title }) => ({ id: `paper-${name}`, text: title })),
    },
    {
      heading: "Charts",
      links: charts
        .filter(({ chart, drawing }) => drawing !== undefined && !FIRST_CHARTS.includes(chart.name))
        .map(({ chart }) => ({ id: `chart-${chart.name}`, text: chart.title })),
    },
    {
      heading: "Tables",
      links: tables.filter(({ table }) => table.name !== FIRST_TABLE).map(({ table }) => ({
        id: `table-${table.name}`,
        text: table.title,
      })),
    },
    {
      heading: "Studies",
      links: studies.map(({ page }) => ({ id: `study-${page.name}`, text: page.title })),
    },
    {
      heading: "About",
      links: [
        { id: "guide", text: "How to read this" },
        { id: "not-drawn", text: "Charts not drawn" },
        { id: "run", text: "Run" },
      ].filter(({ id }) => id !== "not-drawn" || charts.some(({ drawing }) => !drawing)),
    },
  ];
}

function groupHtml({ heading, links }: Group): string {
  const list = `<ul>\n${
    links.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join("\n")
  }\n</ul>`;
  return heading === "" ? list : `<h2>${escapeHtml(heading)}</h2>\n${list}`;
}
