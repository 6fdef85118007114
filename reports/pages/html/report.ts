/**
 * The report as one HTML file that needs no network: an overview, and a page for each chart, table,
 * paper and study, of which one is shown at a time.
 *
 * The file holds its own programs. Its content security policy allows these by their hashes, and
 * nothing else: no request, no other script, no evaluated string (Vega interprets its expressions).
 *
 * @module
 */

import type { Block, Page } from "../../blocks.ts";
import type { ClaimVerdict, JudgedClaim } from "../../papers/contract.ts";
import type { Spec } from "../../picture.ts";
import type { ReportContent } from "../content.ts";
import {
  blockHtml,
  documentHead,
  escapeHtml,
  hashSource,
  navigationHtml,
  pageHtml,
  scriptJson,
  scriptSource,
  sectionHtml,
} from "./blocks.ts";
import { look } from "../../drawing/look.ts";
import { orderDecoders } from "../../numbers/variants.ts";

/** The builds for browsers of the packages, each beside the module that the package exports. */
const LIBRARIES = [
  { specifier: "vega", build: "vega.min.js" },
  { specifier: "vega-lite", build: "vega-lite.min.js" },
  { specifier: "vega-embed", build: "vega-embed.min.js" },
];

/** The programs of the report itself, in the order in which they run. */
const PROGRAMS = ["pages.js", "pickers.js", "tables.js", "theme.js", "charts.js"];

/** How the report looks, in the order in which rules win. */
const STYLES = ["base.css", "text.css", "bar.css", "overview.css", "results.css", "media.css"];

/** Charts by name, the first one first; all others have a page of their own. */
const FIRST_CHARTS: readonly string[] = ["at-a-glance", "exactness-frontier"];

/** The tables that it begins with if the run holds a decoder or a pack of the reader's own. */
const FIRST_TABLES: readonly string[] = ["your-decoder", "your-pack"];

/** What the strip of claims tells apart: a tie was tested, but says nothing. */
type StripVerdict = Exclude<ClaimVerdict, "not testable here"> | "tie" | "not tested";

/** How the strip marks a verdict. */
const MARKS: Readonly<Record<StripVerdict, { mark: string; name: string; count: string }>> = {
  "holds": { mark: "✓", name: "holds", count: "hold" },
  "holds in part": { mark: "◐", name: "part", count: "hold in part" },
  "fails in part": { mark: "◔", name: "part", count: "fail in part" },
  "does not hold": { mark: "✗", name: "fails", count: "do not hold" },
  "tie": { mark: "≈", name: "untested", count: "tied" },
  "not tested": { mark: "–", name: "untested", count: "not tested" },
};

/**
 * Writes a report as one HTML file.
 *
 * @param all its pages but the first one
 */
export async function reportHtml(report: ReportContent, all: readonly Page[]): Promise<string> {
  const pages = laterPages(all);
  const sources = [...LIBRARIES.map(loadLibrary), ...PROGRAMS.map(readPageFile)];
  const scripts = (await Promise.all(sources)).map((source) => `\n${scriptSource(source)}\n`);
  const style = `\n${(await Promise.all(STYLES.map(readPageFile))).join("\n")}`;
  const directives = [
    `script-src ${scripts.map(hashSource).join(" ")}`,
    `style-src ${hashSource(style)}`,
  ];
  const data = {
    datasets: [...new Set(report.summary.map(({ dataset }) => dataset))],
    decoders: orderDecoders(report.summary),
    looks: { light: look("light", "transparent"), dark: look("dark", "transparent") },
    specs: Object.fromEntries([
      ...report.charts.flatMap(({ chart, drawing }) =>
        drawing ? [[chart.name, withTable(drawing.spec)] as const] : []
      ),
      ...report.studies.flatMap(({ charts }) =>
        charts.map(({ name, spec }) => [name, withTable(spec)] as const)
      ),
    ]),
  };
  return `${documentHead(directives, report.title, `<style>${style}</style>`)}
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<h1>${escapeHtml(report.title)}</h1>
${navigationHtml(pages)}
<div id="controls"></div>
</header>
<main id="main" tabindex="-1">
${overviewHtml(report)}
${pages.map(pageHtml).join("\n")}
</main>
<script type="application/json" id="report-data">${scriptJson(data)}</script>
${scripts.map((source) => `<script>${source}</script>`).join("\n")}
</body>
</html>
`;
}

/** Writes the first page. */
function overviewHtml(report: ReportContent): string {
  const findings = report.findings.map(({ tone, text }) => ({ tone, text: [text] }));
  const [first, second] = FIRST_CHARTS.map((name, i) =>
    chartHtml(report, name, i === 0 ? report.headline : undefined)
  );
  return sectionHtml(
    "overview",
    "Overview",
    `${yoursHtml(report)}${first}
${tilesHtml(report)}
${stripHtml(report.claims)}
${second}
<h3>In words</h3>
${blockHtml({ list: findings, name: "findings" })}`,
  );
}

/** What a reader came for who brought a decoder or a pack; nothing where all is the project's. */
function yoursHtml({ tables, findings }: ReportContent): string {
  const own = tables.filter(({ name }) => FIRST_TABLES.includes(name));
  const said = findings.filter(({ isYours }) => isYours).map(({ text }) => ({ text: [text] }));
  const blocks = own.flatMap(({ name, title, note, content }): Block[] => [
    { heading: title, level: 1 },
    ...(name === "your-decoder" ? said : []),
    { table: content, title },
    { text: note, tone: "note" },
  ]);
  return blocks.map((block) => `${blockHtml(block)}\n`).join("");
}

function chartHtml({ charts }: ReportContent, name: string, heading?: string): string {
  const found = charts.find(({ chart }) => chart.name === name);
  // A report of parses has none of them.
  if (found === undefined) return heading ? blockHtml({ heading, level: 1 }) : "";
  const { chart, drawing } = found;
  const figure: Block = { figure: chart, isDrawn: drawing !== undefined };
  if (drawing === undefined) return blockHtml(figure);
  return `${blockHtml({ heading: heading ?? chart.title, level: 1 })}\n${blockHtml(figure)}`;
}

function tilesHtml({ tiles }: ReportContent): string {
  const items = tiles.map(({ title, value, note, code, tone }) =>
    `<div class="tile ${tone}"><dt>${escapeHtml(title)}</dt><dd><strong>${
      escapeHtml(value)
    }</strong> <span>${escapeHtml(note)}</span>${
      code === undefined || code === "" ? "" : ` <code>${escapeHtml(code)}</code>`
    }</dd></div>`
  );
  return `<dl class="tiles">\n${items.join("\n")}\n</dl>`;
}

/** A mark for each claim, which leads to its rule and its evidence. */
function stripHtml(claims: readonly JudgedClaim[]): string {
  if (claims.length === 0) return "";
  const verdicts = Object.keys(MARKS) as StripVerdict[];
  const counts = verdicts.flatMap((verdict) => {
    const count = claims.filter((judged) => stripVerdict(judged) === verdict).length;
    const { mark, name, count: words } = MARKS[verdict];
    const said = count === 1 ? verdict : words;
    return count === 0 ? [] : [`<span class="${name}">${mark}</span> ${count} ${said}`];
  });
  const links = claims.map((judged) => {
    const verdict = stripVerdict(judged);
    const { mark, name } = MARKS[verdict];
    const text = escapeHtml(`${judged.claim.statement} ${verdict}`);
    return `<li><a class="${name}" href="#claim-${judged.claim.name}" title="${text}" aria-label="${text}">${mark}</a></li>`;
  });
  return `<div class="strip">
<p>Claims of the papers: ${counts.join(" · ")}</p>
<ul>
${links.join("\n")}
</ul>
</div>`;
}

function stripVerdict({ verdict, votes }: JudgedClaim): StripVerdict {
  if (verdict !== "not testable here") return verdict;
  return votes.tie > 0 ? "tie" : "not tested";
}

/** The first page shows some charts and tables itself. */
function laterPages(pages: readonly Page[]): Page[] {
  const first = [
    ...FIRST_CHARTS.map((name) => `chart-${name}`),
    ...FIRST_TABLES.map((name) => `table-${name}`),
  ];
  return pages.filter(({ id }) => !first.includes(id));
}

/**
 * A specification with its data as a table, which names each field once; `charts.js` reads it. A
 * field that a datum lacks is null.
 */
function withTable(spec: Spec): object {
  const { data } = spec as { data?: { values?: unknown } };
  if (!Array.isArray(data?.values)) return spec;
  const values = data.values as Record<string, unknown>[];
  const fields = [...new Set(values.flatMap((datum) => Object.keys(datum)))];
  const rows = values.map((datum) => fields.map((field) => datum[field] ?? null));
  return { ...spec, data: { fields, rows } };
}

/** A build with its licence, which wants to stay with it. */
async function loadLibrary({ specifier, build }: typeof LIBRARIES[number]): Promise<string> {
  const module = import.meta.resolve(specifier);
  const source = await Deno.readTextFile(new URL(build, module));
  const licence = await Deno.readTextFile(new URL("../LICENSE", module));
  return `/*! ${specifier}\n${licence.replaceAll("*/", "* /").trim()}\n*/\n${source}`;
}

function readPageFile(name: string): Promise<string> {
  return Deno.readTextFile(new URL(`./page/${name}`, import.meta.url));
}
