/**
 * The report as one HTML page that needs no network: pictures with tooltips, tables and the run.
 *
 * The page holds its own programs. Its content security policy allows these by their hashes, and
 * nothing else: no request, no other script, no evaluated string (Vega interprets its expressions).
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Chart, Spec } from "../../charts/contract.ts";
import type { ComposedStudy } from "../../studies/contract.ts";
import type { ReportContent } from "../content.ts";
import { claimsHtml } from "./claims.ts";
import { tableHtml } from "./table.ts";
import { papersHtml } from "./papers.ts";
import { escapeHtml, scriptJson, scriptSource } from "./text.ts";
import { look } from "../../drawing/look.ts";
import { orderDecoders } from "../../numbers/order.ts";
import { READING_GUIDE } from "../reading_guide.ts";
import type { StudyChart } from "../../studies/contract.ts";

/** The builds for browsers of the packages, each beside the module that the package exports. */
const LIBRARIES = [
  { specifier: "vega", build: "vega.min.js" },
  { specifier: "vega-lite", build: "vega-lite.min.js" },
  { specifier: "vega-embed", build: "vega-embed.min.js" },
];

/** The programs of the page itself, in the order in which they run. */
const PROGRAMS = ["pickers.js", "tables.js", "theme.js", "charts.js"];

/** How the page looks, in the order in which rules win. */
const STYLES = ["text.css", "bar.css", "results.css", "media.css"];

/** Writes a report as one HTML page. */
export async function reportHtml(report: ReportContent): Promise<string> {
  const sources = [...LIBRARIES.map(loadLibrary), ...PROGRAMS.map(readPageFile)];
  const scripts = (await Promise.all(sources)).map((source) => `\n${scriptSource(source)}\n`);
  const style = `\n${(await Promise.all(STYLES.map(readPageFile))).join("\n")}`;
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(" ")}`,
    `style-src ${hashSource(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
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
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(report.title)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(report)}
<div class="bar">
${navigation(report)}
<div id="controls"></div>
</div>
<main id="main" tabindex="-1">
${claimsHtml(report.claims)}
${papersHtml(report.papers)}
${report.studies.map(studySection).join("\n")}
${chartSections(report)}
${tableSections(report)}
${runSection(report)}
</main>
<script type="application/json" id="report-data">${scriptJson(data)}</script>
${scripts.map((source) => `<script>${source}</script>`).join("\n")}
</body>
</html>
`;
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

function header({ title, findings, facts }: ReportContent): string {
  const fact = (label: string): string => facts.find((f) => f.label === label)?.value ?? "";
  const line = [fact("Started").slice(0, 10), fact("CPU"), fact("Runtime").split(",")[0]!]
    .filter((part) => part !== "").map(escapeHtml).join(" · ");
  return `<header>
<h1>${escapeHtml(title)}</h1>
<p class="quiet">${line}</p>
<ul class="findings">
${findings.map(({ tone, text }) => `<li class="${tone}">${escapeHtml(text)}</li>`).join("\n")}
</ul>
</header>`;
}

function navigation({ papers, studies }: ReportContent): string {
  const links = [
    ["claims", "Claims"],
    ...papers.map(({ name, title }) => [`paper-${name}`, title]),
    ...studies.map(({ page }) => [`study-${page.name}`, page.title]),
    ["charts", "Charts"],
    ["tables", "Tables"],
    ["guide", "How to read this"],
    ["run", "Run"],
  ];
  return `<nav aria-label="Sections">${
    links.map(([id, text]) => `<a href="#${id}">${escapeHtml(text!)}</a>`).join("\n")
  }</nav>`;
}

function studySection({ page, charts, tables }: ComposedStudy): string {
  return `<section id="study-${page.name}">
<h2>${escapeHtml(page.title)}</h2>
${page.introduction.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
${charts.map(figure).join("\n")}
${
    tables.map((table) =>
      `<h3 id="table-${table.name}">${escapeHtml(table.title)}</h3>
<p class="note">${escapeHtml(table.note)}</p>
${tableHtml(table.title, table.content)}`
    ).join("\n")
  }
</section>`;
}

function figure({ name, title, description }: Chart | StudyChart): string {
  return `<figure id="${name}">
<div class="chart" data-chart="${name}" role="img" aria-label="${escapeHtml(title)}"></div>
<figcaption>${escapeHtml(description)}</figcaption>
</figure>`;
}

function chartSections({ charts }: ReportContent): string {
  return `<section id="charts">
<h2>Charts</h2>
<noscript><p class="note">The charts need scripts; the same pictures are in the folder charts/ beside
this page.</p></noscript>
${
    charts.map(({ chart, drawing }) =>
      drawing === undefined
        ? `<p class="quiet">${
          escapeHtml(`${chart.title} is not drawn: it needs ${chart.needs}.`)
        }</p>`
        : figure(chart)
    ).join("\n")
  }
</section>`;
}

function tableSections({ tables }: ReportContent): string {
  return `<section id="tables">
<h2>Tables</h2>
${
    tables.map(({ table, content }) =>
      `<h3 id="table-${table.name}">${escapeHtml(table.title)}</h3>
<p class="note">${escapeHtml(table.note)}</p>
${tableHtml(table.title, content)}`
    ).join("\n")
  }
</section>`;
}

function runSection({ facts }: ReportContent): string {
  const lines = facts.map(({ label, value, code }) => {
    const text = escapeHtml(value);
    return `<dt>${escapeHtml(label)}</dt><dd>${code ? `<code>${text}</code>` : text}</dd>`;
  });
  return `<section id="guide">
<h2>How to read this</h2>
${READING_GUIDE.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
</section>
<section id="run">
<h2>Run</h2>
<dl>
${lines.join("\n")}
</dl>
<p class="quiet">All numbers come from rows.csv, the times of single sentences from sentences.csv;
summary.csv has one line per cell: the dataset, the decoder and k name it. Charts are drawn by Vega, Vega-Lite and Vega-Embed, whose licences are in the source of this page.</p>
</section>`;
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

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
