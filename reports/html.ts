/**
 * The report as one HTML page that needs no network: pictures with tooltips, tables and the run.
 *
 * The page holds its own programs. Its content security policy allows these by their hashes, and
 * nothing else: no request, no other script, no evaluated string (Vega interprets its expressions).
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { ReportContent } from "./content.ts";
import { claimsHtml } from "./_html_claims.ts";
import { tableHtml } from "./_html_table.ts";
import { papersHtml } from "./_html_papers.ts";
import { escapeHtml, scriptJson, scriptSource } from "./_html_text.ts";
import { look } from "./look.ts";
import { READING_GUIDE } from "./reading_guide.ts";

/** The builds for browsers of the packages, each beside the module that the package exports. */
const LIBRARIES = [
  { specifier: "vega", build: "vega.min.js" },
  { specifier: "vega-lite", build: "vega-lite.min.js" },
  { specifier: "vega-embed", build: "vega-embed.min.js" },
];

/** Writes a report as one HTML page. */
export async function reportHtml(report: ReportContent): Promise<string> {
  const scripts = [...await Promise.all(LIBRARIES.map(loadLibrary)), await readPageFile("page.js")]
    .map((source) => `\n${scriptSource(source)}\n`);
  const style = `\n${await readPageFile("page.css")}`;
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(" ")}`,
    `style-src ${hashSource(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const data = {
    looks: { light: look("light", "transparent"), dark: look("dark", "transparent") },
    specs: Object.fromEntries(
      report.charts.flatMap(({ chart, drawing }) => drawing ? [[chart.name, drawing.spec]] : []),
    ),
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
${header(report)}
<main>
${claimsHtml(report.claims)}
${papersHtml(report.papers)}
${chartSections(report)}
${tableSections(report)}
${runSection(report)}
</main>
<script type="application/json" id="charts-data">${scriptJson(data)}</script>
${scripts.map((source) => `<script>${source}</script>`).join("\n")}
</body>
</html>
`;
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
<nav aria-label="Sections"><a href="#claims">Claims</a> <a href="#papers">Papers</a> <a href="#charts">Charts</a> <a href="#tables">Tables</a> <a href="#guide">How to read this</a> <a href="#run">Run</a></nav>
</header>`;
}

function chartSections({ charts }: ReportContent): string {
  return `<section id="charts">
<h2>Charts</h2>
${
    charts.map(({ chart, drawing }) =>
      drawing === undefined
        ? `<p class="quiet">${
          escapeHtml(`${chart.title} is not drawn: it needs ${chart.needs}.`)
        }</p>`
        : `<figure id="${chart.name}">
<div class="chart" data-chart="${chart.name}" role="img" aria-label="${
          escapeHtml(chart.title)
        }"></div>
<noscript><img src="data:image/svg+xml;base64,${btoaUtf8(drawing.svg)}" alt="${
          escapeHtml(chart.title)
        }"></noscript>
<figcaption>${escapeHtml(chart.description)}</figcaption>
</figure>`
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
<p class="quiet">All numbers come from rows.csv; summary.csv has one line per cell. Charts are drawn
by Vega, Vega-Lite and Vega-Embed, whose licences are in the source of this page.</p>
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

function btoaUtf8(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}
