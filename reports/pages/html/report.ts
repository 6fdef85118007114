/**
 * The report as one HTML file that needs no network: an overview, and a page for each chart, table,
 * paper and study, of which one is shown at a time.
 *
 * The file holds its own programs. Its content security policy allows these by their hashes, and
 * nothing else: no request, no other script, no evaluated string (Vega interprets its expressions).
 *
 * @module
 */

import type { Page } from "../../blocks.ts";
import type { Spec } from "../../picture.ts";
import type { ReportContent } from "../content.ts";
import {
  documentHead,
  escapeHtml,
  hashSource,
  navigationHtml,
  pageHtml,
  scriptJson,
  scriptSource,
} from "./blocks.ts";
import { FIRST_CHARTS, FIRST_TABLES, overviewHtml } from "./overview.ts";
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
